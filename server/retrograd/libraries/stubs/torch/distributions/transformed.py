import torch
from torch.distributions.composed import TransformedDistribution
from torch.distributions.continuous import Exponential, Gamma, Uniform
from torch.distributions.transforms import AffineTransform, ExpTransform, PowerTransform
from torch.distributions.utils import broadcast_all


class InverseGamma(TransformedDistribution):
    def __init__(self, concentration, rate, validate_args=None):
        base = Gamma(concentration, rate)
        TransformedDistribution.__init__(self, base, PowerTransform(-torch.ones(())))

    @property
    def concentration(self):
        return self.base_dist.concentration

    @property
    def rate(self):
        return self.base_dist.rate

    @property
    def mean(self):
        return self.rate / (self.concentration - 1).clamp(min=0)

    @property
    def variance(self):
        a = self.concentration
        return self.rate.square() / ((a - 1).square() * (a - 2))

    def entropy(self):
        a = self.concentration
        return a + self.rate.log() + a.lgamma() - (1 + a) * a.digamma()


class Weibull(TransformedDistribution):
    # the reciprocal is computed once, when it is made
    def __init__(self, scale, concentration, validate_args=None):
        self.scale, self.concentration = broadcast_all(scale, concentration)
        self.concentration_reciprocal = self.concentration.reciprocal()
        base = Exponential(torch.ones_like(self.scale))
        transforms = [PowerTransform(self.concentration_reciprocal), AffineTransform(0, self.scale)]
        TransformedDistribution.__init__(self, base, transforms)

    @property
    def mean(self):
        return self.scale * torch.exp(torch.lgamma(1 + self.concentration_reciprocal))

    @property
    def variance(self):
        r = self.concentration_reciprocal
        return self.scale.pow(2) * (torch.exp(torch.lgamma(1 + 2 * r)) - torch.exp(2 * torch.lgamma(1 + r)))

    def entropy(self):
        r = self.concentration_reciprocal
        return 0.5772 * (1 - r) + torch.log(self.scale * r) + 1


class Pareto(TransformedDistribution):
    def __init__(self, scale, alpha, validate_args=None):
        self.scale, self.alpha = broadcast_all(scale, alpha)
        TransformedDistribution.__init__(self, Exponential(self.alpha), [ExpTransform(), AffineTransform(0, self.scale)])

    @property
    def mean(self):
        a = self.alpha.clamp(min=1)
        return a * self.scale / (a - 1)

    @property
    def variance(self):
        a = self.alpha.clamp(min=2)
        return self.scale.pow(2) * a / ((a - 1).pow(2) * (a - 2))

    def entropy(self):
        return (self.scale / self.alpha).log() + (1 + self.alpha.reciprocal())


class Kumaraswamy(TransformedDistribution):
    def __init__(self, concentration1, concentration0, validate_args=None):
        self.concentration1, self.concentration0 = broadcast_all(concentration1, concentration0)
        base = Uniform(torch.zeros_like(self.concentration0), torch.ones_like(self.concentration0))
        transforms = [PowerTransform(self.concentration0.reciprocal()), AffineTransform(1.0, -1.0), PowerTransform(self.concentration1.reciprocal())]
        TransformedDistribution.__init__(self, base, transforms)

    def _moment(self, n):
        a, b = self.concentration1, self.concentration0
        at = 1 + n / a
        return b * torch.exp(torch.lgamma(at) + torch.lgamma(b) - torch.lgamma(at + b))

    @property
    def mean(self):
        return self._moment(1)

    @property
    def variance(self):
        return self._moment(2) - torch.pow(self.mean, 2)

    def entropy(self):
        a, b = self.concentration1, self.concentration0
        return (1 - b.reciprocal()) + (1 - a.reciprocal()) * (torch.digamma(b + 1) + 0.5772) - torch.log(a) - torch.log(b)
