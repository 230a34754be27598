from _retrograd import Parameter, bump, settled, unknown_int
import torch
import torch.nn.functional as F
from torch.nn.modules.module import Module


class _NormBase(Module):
    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None):
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        affine = settled(affine, True)
        self.weight = Parameter(torch.ones(num_features)) if affine else None
        self.bias = Parameter(torch.zeros(num_features)) if affine else None
        if settled(track_running_stats, True):
            self.register_buffer("running_mean", torch.zeros(num_features))
            self.register_buffer("running_var", torch.ones(num_features))
            self.register_buffer("num_batches_tracked", torch.tensor(0))
        else:
            self.running_mean = self.running_var = self.num_batches_tracked = None

    def reset_running_stats(self):
        bump([self.running_mean, self.running_var])

    def reset_parameters(self):
        bump([self.weight, self.bias, self.running_mean, self.running_var])


class _BatchNorm(_NormBase):
    def forward(self, input):
        # the kernel that updates the statistics counts no version
        if self.running_mean is None:
            return F.batch_norm(input, None, None, self.weight, self.bias, True, self.momentum, self.eps)
        return F.batch_norm(input, self.running_mean, self.running_var, self.weight, self.bias, self.training, self.momentum, self.eps)


class BatchNorm1d(_BatchNorm):
    pass


class BatchNorm2d(_BatchNorm):
    pass


class BatchNorm3d(_BatchNorm):
    pass


class SyncBatchNorm(_BatchNorm):
    @classmethod
    def convert_sync_batchnorm(cls, module, process_group=None):
        return module


class LazyBatchNorm1d(_BatchNorm):
    def __init__(self, *args, **kwargs):
        _NormBase.__init__(self, unknown_int(), *args, **kwargs)


class LazyBatchNorm2d(LazyBatchNorm1d):
    pass


class LazyBatchNorm3d(LazyBatchNorm1d):
    pass


class _InstanceNorm(_NormBase):
    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False, device=None, dtype=None):
        _NormBase.__init__(self, num_features, eps, momentum, affine, track_running_stats)

    def forward(self, input):
        return F.instance_norm(input, self.running_mean, self.running_var, self.weight, self.bias, self.training or not self.track_running_stats)


class InstanceNorm1d(_InstanceNorm):
    pass


class InstanceNorm2d(_InstanceNorm):
    pass


class InstanceNorm3d(_InstanceNorm):
    pass


class LazyInstanceNorm1d(_InstanceNorm):
    def __init__(self, *args, **kwargs):
        _InstanceNorm.__init__(self, unknown_int(), *args, **kwargs)


class LazyInstanceNorm2d(LazyInstanceNorm1d):
    pass


class LazyInstanceNorm3d(LazyInstanceNorm1d):
    pass
