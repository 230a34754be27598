from _retrograd import Parameter, bump, linear_forward, settled, unknown_int
import torch
import torch.nn.functional as F
from torch.nn.modules.module import Module


class Identity(Module):
    def forward(self, input):
        return input


class Linear(Module):
    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        self.in_features = in_features
        self.out_features = out_features
        self.weight = Parameter(torch.empty(out_features, in_features))
        self.bias = Parameter(torch.empty(out_features)) if settled(bias, True) else None

    def reset_parameters(self):
        bump([self.weight, self.bias])

    forward = linear_forward

    def _forward(self, input):
        return F.linear(input, self.weight, self.bias)


NonDynamicallyQuantizableLinear = Linear


class LazyLinear(Linear):
    def __init__(self, out_features, bias=True, device=None, dtype=None):
        Linear.__init__(self, unknown_int(), out_features, bias)


class Bilinear(Module):
    def __init__(self, in1_features, in2_features, out_features, bias=True, device=None, dtype=None):
        self.in1_features = in1_features
        self.in2_features = in2_features
        self.out_features = out_features
        self.weight = Parameter(torch.empty(out_features, in1_features, in2_features))
        self.bias = Parameter(torch.empty(out_features)) if settled(bias, True) else None

    reset_parameters = Linear.reset_parameters

    def forward(self, input1, input2):
        return F.bilinear(input1, input2, self.weight, self.bias)
