from _retrograd import op
from torch.nn.modules.activation import _Pure
from torch.nn.modules.module import Module


class _Pool(Module):
    _op = "nn.functional.avg_pool2d"

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding

    def forward(self, input):
        return op(self._op, input, self.kernel_size, self.stride, self.padding)


class AvgPool1d(_Pool):
    _op = "nn.functional.avg_pool1d"


class AvgPool2d(_Pool):
    pass


class AvgPool3d(_Pool):
    _op = "nn.functional.avg_pool3d"


class _MaxPoolNd(Module):
    _op = "nn.functional.max_pool2d"

    def __init__(self, kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False):
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.dilation = dilation
        self.return_indices = return_indices

    def forward(self, input):
        return op(self._op, input, self.kernel_size, self.stride, self.padding, self.dilation, return_indices=self.return_indices)


class MaxPool1d(_MaxPoolNd):
    _op = "nn.functional.max_pool1d"


class MaxPool2d(_MaxPoolNd):
    pass


class MaxPool3d(_MaxPoolNd):
    _op = "nn.functional.max_pool3d"


class _MaxUnpoolNd(Module):
    _op = "nn.functional.max_unpool2d"

    def __init__(self, kernel_size, stride=None, padding=0):
        self.kernel_size = kernel_size
        self.stride = stride
        self.padding = padding

    def forward(self, input, indices, output_size=None):
        return op(self._op, input, indices, self.kernel_size, self.stride, self.padding)


class MaxUnpool1d(_MaxUnpoolNd):
    _op = "nn.functional.max_unpool1d"


class MaxUnpool2d(_MaxUnpoolNd):
    pass


class MaxUnpool3d(_MaxUnpoolNd):
    _op = "nn.functional.max_unpool3d"


class LPPool1d(_Pure):
    _op = "nn.functional.lp_pool1d"


class LPPool2d(_Pure):
    _op = "nn.functional.lp_pool2d"


class LPPool3d(_Pure):
    _op = "nn.functional.lp_pool3d"


class FractionalMaxPool2d(_Pure):
    _op = "nn.functional.fractional_max_pool2d"


class FractionalMaxPool3d(_Pure):
    _op = "nn.functional.fractional_max_pool3d"


class _AdaptivePoolNd(Module):
    _op = "nn.functional.adaptive_avg_pool2d"

    def __init__(self, output_size):
        self.output_size = output_size

    def forward(self, input):
        return op(self._op, input, self.output_size)


class AdaptiveAvgPool1d(_AdaptivePoolNd):
    _op = "nn.functional.adaptive_avg_pool1d"


class AdaptiveAvgPool2d(_AdaptivePoolNd):
    pass


class AdaptiveAvgPool3d(_AdaptivePoolNd):
    _op = "nn.functional.adaptive_avg_pool3d"


class _AdaptiveMaxPoolNd(Module):
    _op = "nn.functional.adaptive_max_pool2d"

    def __init__(self, output_size, return_indices=False):
        self.output_size = output_size
        self.return_indices = return_indices

    def forward(self, input):
        return op(self._op, input, self.output_size, self.return_indices)


class AdaptiveMaxPool1d(_AdaptiveMaxPoolNd):
    _op = "nn.functional.adaptive_max_pool1d"


class AdaptiveMaxPool2d(_AdaptiveMaxPoolNd):
    pass


class AdaptiveMaxPool3d(_AdaptiveMaxPoolNd):
    _op = "nn.functional.adaptive_max_pool3d"
