from _retrograd import Parameter, bump, repeated, settled
import torch
import torch.nn.functional as F
from torch.nn.modules.module import Module


class LayerNorm(Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, device=None, dtype=None):
        self.normalized_shape = repeated(normalized_shape, 1)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        affine = settled(elementwise_affine, True)
        self.weight = Parameter(torch.ones(*self.normalized_shape)) if affine else None
        self.bias = Parameter(torch.zeros(*self.normalized_shape)) if affine and settled(bias, True) else None

    def reset_parameters(self):
        bump([self.weight, self.bias])

    def forward(self, input):
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)


class GroupNorm(Module):
    def __init__(self, num_groups, num_channels, eps=1e-5, affine=True, device=None, dtype=None):
        self.num_groups = num_groups
        self.num_channels = num_channels
        self.eps = eps
        self.affine = affine
        affine = settled(affine, True)
        self.weight = Parameter(torch.ones(num_channels)) if affine else None
        self.bias = Parameter(torch.zeros(num_channels)) if affine else None

    reset_parameters = LayerNorm.reset_parameters

    def forward(self, input):
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)


class RMSNorm(Module):
    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None):
        self.normalized_shape = repeated(normalized_shape, 1)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        self.weight = Parameter(torch.ones(*self.normalized_shape)) if settled(elementwise_affine, True) else None

    def reset_parameters(self):
        bump([self.weight])

    def forward(self, input):
        return F.rms_norm(input, self.normalized_shape, self.weight, self.eps)


class LocalResponseNorm(Module):
    def __init__(self, size, alpha=0.0001, beta=0.75, k=1.0):
        self.size = size

    def forward(self, input):
        return F.local_response_norm(input, self.size)


class CrossMapLRN2d(LocalResponseNorm):
    pass
