from _retrograd import Parameter, bump, op, repeated, settled, unknown_int
import torch
import torch.nn.functional as F
from torch.nn.modules.module import Module


class _ConvNd(Module):
    _op = "nn.functional.conv2d"
    _n = 2

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, padding_mode="zeros", device=None, dtype=None):
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = repeated(kernel_size, self._n)
        self.stride = repeated(stride, self._n)
        self.padding = 0 if settled(padding, 0) in ("same", "valid") else padding
        self.dilation = repeated(dilation, self._n)
        self.groups = groups
        self.padding_mode = padding_mode
        self.weight = Parameter(torch.empty(out_channels, in_channels // groups, *self.kernel_size))
        self.bias = Parameter(torch.empty(out_channels)) if settled(bias, True) else None

    def reset_parameters(self):
        bump([self.weight, self.bias])

    def _conv_forward(self, input, weight, bias):
        if settled(self.padding_mode, "zeros") != "zeros":
            input = F.pad(input, repeated(self.padding, 2 * self._n), self.padding_mode)
            return op(self._op, input, weight, bias, self.stride, 0, self.dilation, self.groups)
        return op(self._op, input, weight, bias, self.stride, self.padding, self.dilation, self.groups)

    def forward(self, input):
        return self._conv_forward(input, self.weight, self.bias)


class Conv1d(_ConvNd):
    _op = "nn.functional.conv1d"
    _n = 1


class Conv2d(_ConvNd):
    pass


class Conv3d(_ConvNd):
    _op = "nn.functional.conv3d"
    _n = 3


class _ConvTransposeNd(_ConvNd):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True, dilation=1, padding_mode="zeros", device=None, dtype=None):
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = repeated(kernel_size, self._n)
        self.stride = repeated(stride, self._n)
        self.padding = padding
        self.output_padding = output_padding
        self.dilation = repeated(dilation, self._n)
        self.groups = groups
        self.padding_mode = padding_mode
        self.weight = Parameter(torch.empty(in_channels, out_channels // groups, *self.kernel_size))
        self.bias = Parameter(torch.empty(out_channels)) if settled(bias, True) else None

    def forward(self, input, output_size=None):
        return op(self._op, input, self.weight, self.bias, self.stride, self.padding, self.output_padding, self.groups, self.dilation)


class ConvTranspose1d(_ConvTransposeNd):
    _op = "nn.functional.conv_transpose1d"
    _n = 1


class ConvTranspose2d(_ConvTransposeNd):
    _op = "nn.functional.conv_transpose2d"


class ConvTranspose3d(_ConvTransposeNd):
    _op = "nn.functional.conv_transpose3d"
    _n = 3


class LazyConv1d(Conv1d):
    def __init__(self, *args, **kwargs):
        _ConvNd.__init__(self, unknown_int(), *args, **kwargs)


class LazyConv2d(Conv2d):
    __init__ = LazyConv1d.__init__


class LazyConv3d(Conv3d):
    __init__ = LazyConv1d.__init__


class LazyConvTranspose1d(ConvTranspose1d):
    def __init__(self, *args, **kwargs):
        _ConvTransposeNd.__init__(self, unknown_int(), *args, **kwargs)


class LazyConvTranspose2d(ConvTranspose2d):
    __init__ = LazyConvTranspose1d.__init__


class LazyConvTranspose3d(ConvTranspose3d):
    __init__ = LazyConvTranspose1d.__init__
