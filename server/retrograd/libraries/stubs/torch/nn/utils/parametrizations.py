from _retrograd import node
import torch
from torch.nn.modules.module import Module
from torch.nn.utils.parametrize import register_parametrization
from torch.nn.utils.weights import _over_sigma, _weighted


class _Orthogonal(Module):
    def __init__(self):
        self.register_buffer("base", torch.empty(1))

    def forward(self, X):
        return node("orthogonal", [X], [self.base], True)


class _WeightNorm(Module):
    def forward(self, weight_g, weight_v):
        return _weighted(weight_v, weight_g)

    def right_inverse(self, weight):
        return torch.empty(1), weight


class _SpectralNorm(Module):
    def forward(self, weight):
        return _over_sigma(weight)


def orthogonal(module, name="weight", orthogonal_map=None, use_trivialization=True):
    return register_parametrization(module, name, _Orthogonal())


def weight_norm(module, name="weight", dim=0):
    return register_parametrization(module, name, _WeightNorm())


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    return register_parametrization(module, name, _SpectralNorm())
