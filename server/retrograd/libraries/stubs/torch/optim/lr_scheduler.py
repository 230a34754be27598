from _retrograd import unknown


class LRScheduler:
    def __init__(self, optimizer=None, *args, **kwargs):
        self.optimizer = optimizer
        self.last_epoch = unknown()
        self.base_lrs = [unknown()]

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

    def print_lr(self, *args, **kwargs):
        pass


_LRScheduler = LRScheduler


class LambdaLR(LRScheduler):
    pass


class MultiplicativeLR(LRScheduler):
    pass


class StepLR(LRScheduler):
    pass


class MultiStepLR(LRScheduler):
    pass


class ConstantLR(LRScheduler):
    pass


class LinearLR(LRScheduler):
    pass


class ExponentialLR(LRScheduler):
    pass


class SequentialLR(LRScheduler):
    pass


class PolynomialLR(LRScheduler):
    pass


class CosineAnnealingLR(LRScheduler):
    pass


class ChainedScheduler(LRScheduler):
    pass


class ReduceLROnPlateau(LRScheduler):
    pass


class CyclicLR(LRScheduler):
    pass


class CosineAnnealingWarmRestarts(LRScheduler):
    pass


class OneCycleLR(LRScheduler):
    pass
