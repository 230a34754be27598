from _retrograd import node, plain
import torch
from torch.distributions.distribution import Distribution
from torch.distributions.utils import broadcast_all


def _drawn(like):
    # random numbers of the shape of a parameter, without a graph
    return torch.randn_like(like)


class Normal(Distribution):
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_all(loc, scale)

    @property
    def mean(self):
        return self.loc

    @property
    def stddev(self):
        return self.scale

    @property
    def variance(self):
        return self.scale.pow(2)

    def rsample(self, sample_shape=()):
        return self.loc + _drawn(self.loc) * self.scale

    def log_prob(self, value):
        var = self.scale**2
        return -((value - self.loc) ** 2) / (2 * var) - self.scale.log()

    def cdf(self, value):
        return 0.5 * (1 + torch.erf((value - self.loc) * self.scale.reciprocal()))

    def icdf(self, value):
        return self.loc + self.scale * torch.erfinv(2 * value - 1)

    def entropy(self):
        return 0.5 + torch.log(self.scale)


class Laplace(Normal):
    @property
    def variance(self):
        return 2 * self.scale.pow(2)

    @property
    def stddev(self):
        return 1.4142 * self.scale

    def rsample(self, sample_shape=()):
        return self.loc - self.scale * plain()

    def log_prob(self, value):
        return -torch.log(2 * self.scale) - torch.abs(value - self.loc) / self.scale

    def entropy(self):
        return 1 + torch.log(2 * self.scale)


class Cauchy(Normal):
    @property
    def mean(self):
        return plain()

    variance = stddev = mean

    @property
    def mode(self):
        return self.loc

    def log_prob(self, value):
        return -self.scale.log() - (((value - self.loc) / self.scale) ** 2).log1p()

    def entropy(self):
        return 2.5 + self.scale.log()


class _Over(Distribution):
    # pushed forward from a base by a transform
    has_rsample = True

    def rsample(self, sample_shape=()):
        return self._forth(self.base_dist.rsample(sample_shape))

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return self._forth(self.base_dist.sample(sample_shape))


class LogNormal(_Over):
    def __init__(self, loc, scale, validate_args=None):
        self.base_dist = Normal(loc, scale)

    @property
    def loc(self):
        return self.base_dist.loc

    @property
    def scale(self):
        return self.base_dist.scale

    @property
    def mean(self):
        return (self.loc + self.scale.pow(2) / 2).exp()

    @property
    def variance(self):
        squared = self.scale.pow(2)
        return squared.expm1() * (2 * self.loc + squared).exp()

    def _forth(self, x):
        return x.exp()

    def log_prob(self, value):
        x = value.log()
        return self.base_dist.log_prob(x) - x

    def entropy(self):
        return self.base_dist.entropy() + self.loc


class Gumbel(_Over):
    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_all(loc, scale)

    @property
    def mean(self):
        return self.loc + self.scale * 0.5772

    @property
    def stddev(self):
        return 1.2825 * self.scale

    @property
    def variance(self):
        return self.stddev.pow(2)

    def rsample(self, sample_shape=()):
        return self.loc - self.scale * plain()

    def sample(self, sample_shape=()):
        return plain()

    def log_prob(self, value):
        y = (self.loc - value) / self.scale
        return (y - y.exp()) - self.scale.log()

    def entropy(self):
        return self.scale.log() + 1.5772


class _Half(_Over):
    _base = Normal

    def __init__(self, scale, validate_args=None):
        self.base_dist = self._base(0.0, scale)

    @property
    def scale(self):
        return self.base_dist.scale

    @property
    def mean(self):
        return self.scale * 0.7979

    @property
    def variance(self):
        return self.scale.pow(2) * 0.3634

    def _forth(self, x):
        return x.abs()

    def log_prob(self, value):
        return torch.where(torch.as_tensor(value >= 0), self.base_dist.log_prob(value) + 0.6931, -1.0)

    def entropy(self):
        return self.base_dist.entropy() - 0.6931


class HalfNormal(_Half):
    pass


class HalfCauchy(_Half):
    _base = Cauchy

    @property
    def mean(self):
        return plain()

    variance = stddev = mean


class Uniform(Distribution):
    has_rsample = True

    def __init__(self, low, high, validate_args=None):
        self.low, self.high = broadcast_all(low, high)

    @property
    def mean(self):
        return (self.high + self.low) / 2

    @property
    def variance(self):
        return (self.high - self.low).pow(2) / 12

    def rsample(self, sample_shape=()):
        return self.low + plain() * (self.high - self.low)

    def log_prob(self, value):
        return plain() - torch.log(self.high - self.low)

    def cdf(self, value):
        return ((value - self.low) / (self.high - self.low)).clamp(min=0, max=1)

    def entropy(self):
        return torch.log(self.high - self.low)


class Exponential(Distribution):
    has_rsample = True

    def __init__(self, rate, validate_args=None):
        (self.rate,) = broadcast_all(rate)

    @property
    def mean(self):
        return self.rate.reciprocal()

    @property
    def variance(self):
        return self.rate.pow(-2)

    @property
    def stddev(self):
        return self.rate.reciprocal()

    def rsample(self, sample_shape=()):
        return plain() / self.rate

    def log_prob(self, value):
        return self.rate.log() - self.rate * value

    def cdf(self, value):
        return 1 - torch.exp(-self.rate * value)

    def entropy(self):
        return 1.0 - torch.log(self.rate)


class Gamma(Distribution):
    has_rsample = True

    def __init__(self, concentration, rate, validate_args=None):
        self.concentration, self.rate = broadcast_all(concentration, rate)

    @property
    def mean(self):
        return self.concentration / self.rate

    @property
    def variance(self):
        return self.concentration / self.rate.pow(2)

    def rsample(self, sample_shape=()):
        return node("_standard_gamma", [self.concentration], [self.concentration], True) / self.rate

    def log_prob(self, value):
        value = torch.as_tensor(value)
        return torch.xlogy(self.concentration, self.rate) + torch.xlogy(self.concentration - 1, value) - self.rate * value - torch.lgamma(self.concentration)

    def entropy(self):
        a = self.concentration
        return a - torch.log(self.rate) + torch.lgamma(a) + (1.0 - a) * torch.digamma(a)


class Chi2(Gamma):
    def __init__(self, df, validate_args=None):
        Gamma.__init__(self, 0.5 * df, 0.5)

    @property
    def df(self):
        return self.concentration * 2


class Dirichlet(Distribution):
    has_rsample = True

    def __init__(self, concentration, validate_args=None):
        self.concentration = concentration

    @property
    def mean(self):
        return self.concentration / self.concentration.sum(-1, True)

    @property
    def variance(self):
        total = self.concentration.sum(-1, True)
        return self.concentration * (total - self.concentration) / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape=()):
        return node("_dirichlet", [self.concentration], [self.concentration], True)

    def log_prob(self, value):
        a = self.concentration
        return torch.xlogy(a - 1.0, value).sum(-1) + torch.lgamma(a.sum(-1)) - torch.lgamma(a).sum(-1)

    def entropy(self):
        a = self.concentration
        total = a.sum(-1)
        return torch.lgamma(a).sum(-1) - torch.lgamma(total) - (2 - total) * torch.digamma(total) - ((a - 1.0) * torch.digamma(a)).sum(-1)


class Beta(Distribution):
    has_rsample = True

    def __init__(self, concentration1, concentration0, validate_args=None):
        a, b = broadcast_all(concentration1, concentration0)
        self._dirichlet = Dirichlet(torch.stack([a, b], -1))

    @property
    def concentration1(self):
        return self._dirichlet.concentration[..., 0]

    @property
    def concentration0(self):
        return self._dirichlet.concentration[..., 1]

    @property
    def mean(self):
        return self.concentration1 / (self.concentration1 + self.concentration0)

    @property
    def variance(self):
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape=()):
        return self._dirichlet.rsample(sample_shape).select(-1, 0)

    def log_prob(self, value):
        return self._dirichlet.log_prob(torch.stack([value, 1.0 - value], -1))

    def entropy(self):
        return self._dirichlet.entropy()


class StudentT(Distribution):
    has_rsample = True

    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        self.df, self.loc, self.scale = broadcast_all(df, loc, scale)
        self._chi2 = Chi2(self.df)

    @property
    def mean(self):
        made = self.loc.clone()
        made[self.df <= 1] = 0.0
        return made

    @property
    def variance(self):
        made = self.df.clone()
        known = self.df > 2
        made[known] = self.scale[known].pow(2) * self.df[known] / (self.df[known] - 2)
        return made

    def rsample(self, sample_shape=()):
        return self.loc + self.scale * (plain() * torch.rsqrt(self._chi2.rsample(sample_shape) / self.df))

    def log_prob(self, value):
        y = (value - self.loc) / self.scale
        rest = self.scale.log() + 0.5 * self.df.log() + torch.lgamma(0.5 * self.df) - torch.lgamma(0.5 * (self.df + 1.0))
        return -0.5 * (self.df + 1.0) * torch.log1p(y**2.0 / self.df) - rest

    def entropy(self):
        half = 0.5 * (self.df + 1)
        return self.scale.log() + half * (torch.digamma(half) - torch.digamma(0.5 * self.df)) + 0.5 * self.df.log()


class FisherSnedecor(Distribution):
    has_rsample = True

    def __init__(self, df1, df2, validate_args=None):
        self.df1, self.df2 = broadcast_all(df1, df2)
        self._gamma1 = Gamma(self.df1 * 0.5, self.df1)
        self._gamma2 = Gamma(self.df2 * 0.5, self.df2)

    @property
    def mean(self):
        df2 = self.df2.clone()
        return df2 / (df2 - 2)

    @property
    def variance(self):
        df2 = self.df2.clone()
        return 2 * df2.pow(2) * (self.df1 + df2 - 2) / (self.df1 * (df2 - 2).pow(2) * (df2 - 4))

    def rsample(self, sample_shape=()):
        return self._gamma1.rsample(sample_shape) / self._gamma2.rsample(sample_shape)

    def log_prob(self, value):
        a, b = self.df1 * 0.5, self.df2 * 0.5
        return (a + b).lgamma() - a.lgamma() - b.lgamma() + a * (self.df1 / self.df2).log() + (a - 1) * value.log() - (a + b) * torch.log1p(self.df1 / self.df2 * value)


class VonMises(Distribution):
    def __init__(self, loc, concentration, validate_args=None):
        self.loc, self.concentration = broadcast_all(loc, concentration)

    @property
    def mean(self):
        return self.loc

    def __getattr__(self, name):
        if name == "variance":
            self.variance = node("variance", [self.concentration], [self.concentration], True)
            return self.variance
        raise AttributeError(name)

    def sample(self, sample_shape=()):
        return plain()

    def log_prob(self, value):
        return self.concentration * torch.cos(value - self.loc) - node("log_bessel", [self.concentration], [self.concentration], True)


class MultivariateNormal(Distribution):
    has_rsample = True

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        self.loc = loc
        if scale_tril is not None:
            self._tril = scale_tril
        elif covariance_matrix is not None:
            self.covariance_matrix_ = covariance_matrix
            self._tril = torch.linalg.cholesky(covariance_matrix)
        else:
            self._tril = node("inverse_cholesky", [precision_matrix], (), True)

    @property
    def mean(self):
        return self.loc

    @property
    def variance(self):
        return self._tril.pow(2).sum(-1)

    @property
    def scale_tril(self):
        return self._tril

    @property
    def covariance_matrix(self):
        return self._tril @ self._tril.mT

    def rsample(self, sample_shape=()):
        return self.loc + torch.matmul(self._tril, plain())

    def log_prob(self, value):
        solved = torch.linalg.solve_triangular(self._tril, (value - self.loc).unsqueeze(-1), upper=False)
        return -0.5 * solved.pow(2).sum(-1) - torch.diagonal(self._tril, dim1=-2, dim2=-1).log().sum(-1)

    def entropy(self):
        return torch.diagonal(self._tril, dim1=-2, dim2=-1).log().sum(-1) + 1.4189


class LowRankMultivariateNormal(Distribution):
    has_rsample = True

    def __init__(self, loc, cov_factor, cov_diag, validate_args=None):
        self.loc = loc
        self.cov_factor = cov_factor
        self.cov_diag = cov_diag
        self._tril = node("capacitance_tril", [cov_factor, cov_diag], [cov_factor, cov_diag], True)

    @property
    def mean(self):
        return self.loc

    def __getattr__(self, name):
        if name == "variance":
            self.variance = self.cov_factor.pow(2).sum(-1) + self.cov_diag
            return self.variance
        raise AttributeError(name)

    def rsample(self, sample_shape=()):
        return self.loc + torch.matmul(self.cov_factor, plain()) + self.cov_diag.sqrt() * plain()

    def log_prob(self, value):
        return node("log_prob", [value, self.loc, self.cov_factor, self.cov_diag, self._tril], [self.cov_factor, self.cov_diag], True)

    def entropy(self):
        return node("entropy", [self.cov_diag, self._tril], [self.cov_diag], True)


class _Matrices(Distribution):
    has_rsample = True

    def __init__(self, *args, **kwargs):
        self._given = [x for x in list(args) + list(kwargs.values()) if isinstance(x, torch.Tensor)]

    def rsample(self, sample_shape=()):
        return node("rsample", self._given, (), True)

    def log_prob(self, value):
        return node("log_prob", [value] + self._given, (), True)

    def entropy(self):
        return node("entropy", self._given, (), True)

    @property
    def mean(self):
        return node("mean", self._given, (), True)

    variance = mean


class LKJCholesky(_Matrices):
    def sample(self, sample_shape=()):
        return plain()


class Wishart(_Matrices):
    pass


class LogisticNormal(_Matrices):
    pass
