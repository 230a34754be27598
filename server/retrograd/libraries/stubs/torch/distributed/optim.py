from torch.optim import Optimizer


class ZeroRedundancyOptimizer(Optimizer):
    def __init__(self, params, optimizer_class, process_group=None, **defaults):
        Optimizer.__init__(self, params, defaults)
