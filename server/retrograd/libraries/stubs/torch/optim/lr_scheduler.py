from _retrograd import unknown


class LRScheduler:
    def __init__(self, optimizer=None, *args, **kwargs):
        self.optimizer = optimizer

    def step(self, *args, **kwargs):
        pass

    def get_last_lr(self):
        return [unknown()]

    def get_lr(self):
        return [unknown()]

    def state_dict(self):
        return {}

    def load_state_dict(self, state):
        pass


_LRScheduler = LRScheduler
LambdaLR = MultiplicativeLR = StepLR = MultiStepLR = ConstantLR = LinearLR = ExponentialLR = SequentialLR = PolynomialLR = LRScheduler
CosineAnnealingLR = ChainedScheduler = ReduceLROnPlateau = CyclicLR = CosineAnnealingWarmRestarts = OneCycleLR = LRScheduler
