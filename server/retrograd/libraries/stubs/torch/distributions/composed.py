from _retrograd import node
import torch
from torch.distributions.distribution import Distribution


class ExponentialFamily(Distribution):
    pass


class Independent(Distribution):
    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        self.base_dist = base_distribution
        self._ndims = reinterpreted_batch_ndims

    @property
    def has_rsample(self):
        return self.base_dist.has_rsample

    @property
    def mean(self):
        return self.base_dist.mean

    @property
    def mode(self):
        return self.base_dist.mode

    @property
    def variance(self):
        return self.base_dist.variance

    def sample(self, sample_shape=()):
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape=()):
        return self.base_dist.rsample(sample_shape)

    def log_prob(self, value):
        return self.base_dist.log_prob(value).sum(-1)

    def entropy(self):
        return self.base_dist.entropy().sum(-1)


class TransformedDistribution(Distribution):
    def __init__(self, base_distribution, transforms, validate_args=None):
        self.base_dist = base_distribution
        self.transforms = list(transforms) if isinstance(transforms, (list, tuple)) else [transforms]

    @property
    def has_rsample(self):
        return self.base_dist.has_rsample

    def sample(self, sample_shape=()):
        with torch.no_grad():
            x = self.base_dist.sample(sample_shape)
            for transform in self.transforms:
                x = transform(x)
            return x

    def rsample(self, sample_shape=()):
        x = self.base_dist.rsample(sample_shape)
        for transform in self.transforms:
            x = transform(x)
        return x

    def log_prob(self, value):
        total = 0.0
        y = value
        for transform in reversed(self.transforms):
            x = transform.inv(y)
            total = total - transform.log_abs_det_jacobian(x, y)
            y = x
        return total + self.base_dist.log_prob(y)


class MixtureSameFamily(Distribution):
    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        self._mixture_distribution = mixture_distribution
        self._component_distribution = component_distribution

    @property
    def mixture_distribution(self):
        return self._mixture_distribution

    @property
    def component_distribution(self):
        return self._component_distribution

    @property
    def mean(self):
        return torch.sum(self._mixture_distribution.probs * self._component_distribution.mean, dim=-1)

    @property
    def variance(self):
        return node("variance", [self.mean, self._component_distribution.variance], (), True)

    def sample(self, sample_shape=()):
        with torch.no_grad():
            self._mixture_distribution.sample(sample_shape)
            return self._component_distribution.sample(sample_shape).sum(-1)

    def log_prob(self, value):
        of_parts = self._component_distribution.log_prob(value.unsqueeze(-1))
        return torch.logsumexp(of_parts + torch.log_softmax(self._mixture_distribution.logits, dim=-1), dim=-1)
