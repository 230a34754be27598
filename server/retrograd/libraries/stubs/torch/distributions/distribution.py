import torch
from _retrograd import unknown


class Distribution:
    has_rsample = False
    _validate_args = True

    def __init__(self, batch_shape=(), event_shape=(), validate_args=None):
        self._batch_shape = batch_shape
        self._event_shape = event_shape

    @property
    def batch_shape(self):
        return unknown()

    @property
    def event_shape(self):
        return unknown()

    @property
    def stddev(self):
        return self.variance.sqrt()

    @property
    def mode(self):
        return self.mean

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return self.rsample(sample_shape)

    def sample_n(self, n):
        return self.sample((n,))

    def rsample_n(self, n):
        return self.rsample((n,))

    def perplexity(self):
        return torch.exp(self.entropy())

    def expand(self, batch_shape, _instance=None):
        return self

    @staticmethod
    def set_default_validate_args(value):
        pass
