from _retrograd import Parameter, bump, op
import torch
import torch.nn.functional as F
from torch.nn.modules.attention import MultiheadAttention
from torch.nn.modules.module import Module


class _Pure(Module):
    # one operation with the constructor's arguments
    _op = ""

    def __init__(self, *args, **kwargs):
        self._given = args
        self._named = kwargs

    def forward(self, input):
        return op(self._op, input, *self._given, **self._named)


class ReLU(Module):
    def __init__(self, inplace=False):
        self.inplace = inplace

    def forward(self, input):
        return F.relu(input, self.inplace)


class SiLU(ReLU):
    def forward(self, input):
        return F.silu(input, self.inplace)


class Mish(ReLU):
    def forward(self, input):
        return F.mish(input, self.inplace)


class Hardswish(ReLU):
    def forward(self, input):
        return F.hardswish(input, self.inplace)


class Hardsigmoid(ReLU):
    def forward(self, input):
        return F.hardsigmoid(input, self.inplace)


class SELU(ReLU):
    def forward(self, input):
        return F.selu(input, self.inplace)


class ELU(Module):
    def __init__(self, alpha=1.0, inplace=False):
        self.alpha = alpha
        self.inplace = inplace

    def forward(self, input):
        return F.elu(input, self.alpha, self.inplace)


class CELU(ELU):
    def forward(self, input):
        return F.celu(input, self.alpha, self.inplace)


class LeakyReLU(Module):
    def __init__(self, negative_slope=0.01, inplace=False):
        self.negative_slope = negative_slope
        self.inplace = inplace

    def forward(self, input):
        return F.leaky_relu(input, self.negative_slope, self.inplace)


class RReLU(Module):
    def __init__(self, lower=0.125, upper=1 / 3, inplace=False):
        self.lower = lower
        self.upper = upper
        self.inplace = inplace

    def forward(self, input):
        return F.rrelu(input, self.lower, self.upper, self.training, self.inplace)


class Hardtanh(Module):
    def __init__(self, min_val=-1.0, max_val=1.0, inplace=False, min_value=None, max_value=None):
        self.min_val = min_val
        self.max_val = max_val
        self.inplace = inplace

    def forward(self, input):
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)


class ReLU6(Hardtanh):
    def __init__(self, inplace=False):
        Hardtanh.__init__(self, 0.0, 6.0, inplace)


class Threshold(Module):
    def __init__(self, threshold, value, inplace=False):
        self.threshold = threshold
        self.value = value
        self.inplace = inplace

    def forward(self, input):
        return F.threshold(input, self.threshold, self.value, self.inplace)


class PReLU(Module):
    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        self.num_parameters = num_parameters
        self.weight = Parameter(torch.ones(num_parameters))

    def reset_parameters(self):
        bump([self.weight])

    def forward(self, input):
        return F.prelu(input, self.weight)


class GELU(Module):
    def __init__(self, approximate="none"):
        self.approximate = approximate

    def forward(self, input):
        return F.gelu(input, approximate=self.approximate)


class Sigmoid(Module):
    def forward(self, input):
        return torch.sigmoid(input)


class Tanh(Module):
    def forward(self, input):
        return torch.tanh(input)


class Softplus(_Pure):
    _op = "nn.functional.softplus"


class Softsign(_Pure):
    _op = "nn.functional.softsign"


class Tanhshrink(_Pure):
    _op = "nn.functional.tanhshrink"


class Softshrink(_Pure):
    _op = "nn.functional.softshrink"


class Hardshrink(_Pure):
    _op = "nn.functional.hardshrink"


class LogSigmoid(_Pure):
    _op = "nn.functional.logsigmoid"


class GLU(_Pure):
    _op = "nn.functional.glu"


class Softmax(Module):
    def __init__(self, dim=None):
        self.dim = dim

    def forward(self, input):
        return F.softmax(input, self.dim)


class LogSoftmax(Softmax):
    def forward(self, input):
        return F.log_softmax(input, self.dim)


class Softmin(Softmax):
    def forward(self, input):
        return F.softmin(input, self.dim)


class Softmax2d(Module):
    def forward(self, input):
        return F.softmax(input, -3)
