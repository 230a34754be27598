import torch.nn.functional as F
from torch.nn.modules.module import Module


class _ConstantPadNd(Module):
    _mode = "constant"

    def __init__(self, padding, value=0.0):
        self.padding = padding
        self.value = value

    def forward(self, input):
        return F.pad(input, self.padding, self._mode, self.value)


class ConstantPad1d(_ConstantPadNd):
    pass


class ConstantPad2d(_ConstantPadNd):
    pass


class ConstantPad3d(_ConstantPadNd):
    pass


class ZeroPad1d(_ConstantPadNd):
    pass


class ZeroPad2d(_ConstantPadNd):
    pass


class ZeroPad3d(_ConstantPadNd):
    pass


class ReflectionPad1d(_ConstantPadNd):
    _mode = "reflect"


class ReflectionPad2d(ReflectionPad1d):
    pass


class ReflectionPad3d(ReflectionPad1d):
    pass


class ReplicationPad1d(_ConstantPadNd):
    _mode = "replicate"


class ReplicationPad2d(ReplicationPad1d):
    pass


class ReplicationPad3d(ReplicationPad1d):
    pass


class CircularPad1d(_ConstantPadNd):
    _mode = "circular"


class CircularPad2d(CircularPad1d):
    pass


class CircularPad3d(CircularPad1d):
    pass
