from einops import rearrange, reduce
from torch.nn import Linear, Module


class Rearrange(Module):
    def __init__(self, pattern, **axes_lengths):
        self.pattern = pattern

    def forward(self, input):
        return rearrange(input, self.pattern)


class Reduce(Module):
    def __init__(self, pattern, reduction, **axes_lengths):
        self.pattern = pattern
        self.reduction = reduction

    def forward(self, input):
        return reduce(input, self.pattern, self.reduction)


class EinMix(Linear):
    def __init__(self, pattern, weight_shape="", bias_shape=None, **axes_lengths):
        Linear.__init__(self, 1, 1, bias_shape is not None)
