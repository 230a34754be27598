import torch
import torch.nn.functional as F
from torch.nn.modules.activation import _Pure
from torch.nn.modules.module import Module


class Flatten(Module):
    def __init__(self, start_dim=1, end_dim=-1):
        self.start_dim = start_dim
        self.end_dim = end_dim

    def forward(self, input):
        return torch.flatten(input, self.start_dim, self.end_dim)


class Unflatten(_Pure):
    _op = "unflatten"


class PixelShuffle(_Pure):
    _op = "nn.functional.pixel_shuffle"


class PixelUnshuffle(_Pure):
    _op = "nn.functional.pixel_unshuffle"


class ChannelShuffle(_Pure):
    _op = "nn.functional.channel_shuffle"


class Fold(_Pure):
    _op = "nn.functional.fold"


class Unfold(_Pure):
    _op = "nn.functional.unfold"


class Upsample(Module):
    def __init__(self, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None):
        self.size = size
        self.scale_factor = scale_factor
        self.mode = mode
        self.align_corners = align_corners

    def forward(self, input):
        return F.interpolate(input, self.size, self.scale_factor, self.mode, self.align_corners)


class UpsamplingNearest2d(Upsample):
    def __init__(self, size=None, scale_factor=None):
        Upsample.__init__(self, size, scale_factor)


class UpsamplingBilinear2d(Upsample):
    def __init__(self, size=None, scale_factor=None):
        Upsample.__init__(self, size, scale_factor, "bilinear", True)
