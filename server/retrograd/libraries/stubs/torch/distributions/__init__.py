from _retrograd import node, plain, integers, unknown
import torch


class Distribution:
    _discrete = False
    _rsample = False

    def __init__(self, *args, **kwargs):
        self._params = []

    def _all(self):
        return self._params

    def log_prob(self, value):
        return node("log_prob", self._all() + [value], self._all() + [value], True)

    def cdf(self, value):
        return node("cdf", self._all() + [value], self._all(), True)

    def entropy(self):
        return node("entropy", self._all(), self._all(), True)

    def perplexity(self):
        return self.entropy().exp()

    def sample(self, sample_shape=()):
        return integers() if self._discrete else plain()

    def sample_n(self, n):
        return self.sample()

    def rsample(self, sample_shape=()):
        return node("rsample", self._all(), (), True)

    @property
    def mean(self):
        return node("mean", self._all(), (), True)

    @property
    def mode(self):
        return self.mean

    @property
    def variance(self):
        return node("variance", self._all(), self._all(), True)

    @property
    def stddev(self):
        return self.variance.sqrt()

    def expand(self, *args, **kwargs):
        return self


class Normal(Distribution):
    def __init__(self, loc, scale, validate_args=None):
        self.loc = loc
        self.scale = scale

    def _all(self):
        return [self.loc, self.scale]

    @property
    def mean(self):
        return self.loc

    @property
    def stddev(self):
        return self.scale

    def rsample(self, sample_shape=()):
        return self.loc + plain() * self.scale

    def entropy(self):
        return 0.5 + torch.log(self.scale)


class LogNormal(Normal):
    pass


class Laplace(Normal):
    pass


class Cauchy(Normal):
    pass


class Gumbel(Normal):
    pass


class _Discrete(Distribution):
    _discrete = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        if probs is not None:
            self.probs = self._normal(probs)
            self._logits = None
        else:
            self._logits = self._normal_logits(logits)
            self.probs_ = None

    def _normal(self, probs):
        return probs

    def _normal_logits(self, logits):
        return logits

    @property
    def logits(self):
        if self._logits is None:
            self._logits = node("logits", [self.probs], [self.probs], True)
        return self._logits

    def __getattr__(self, name):
        if name == "probs":
            self.probs = node("probs", [self._logits], (), True)
            return self.probs
        raise AttributeError(name)

    def _all(self):
        return [self.logits]

    def sample(self, sample_shape=()):
        return integers()


class Categorical(_Discrete):
    def _normal(self, probs):
        return node("normalize", [probs], [probs], True)

    def _normal_logits(self, logits):
        return node("normalize", [logits], (), True)


class Bernoulli(_Discrete):
    def sample(self, sample_shape=()):
        return plain()


class OneHotCategorical(Categorical):
    pass


class Binomial(Bernoulli):
    pass


class Geometric(Bernoulli):
    pass


class Multinomial(Categorical):
    pass


class _Two(Distribution):
    def __init__(self, a, b=None, validate_args=None, **kwargs):
        self.a = a
        self.b = b

    def _all(self):
        return [x for x in (self.a, self.b) if x is not None]


class Beta(_Two):
    pass


class Gamma(_Two):
    pass


class Uniform(_Two):
    pass


class Exponential(_Two):
    pass


class Poisson(_Two):
    pass


class Dirichlet(_Two):
    pass


class StudentT(_Two):
    pass


class MultivariateNormal(Distribution):
    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        self.loc = loc
        if scale_tril is not None:
            self._cov = scale_tril
        else:
            self._cov = node("cholesky", [covariance_matrix if covariance_matrix is not None else precision_matrix], (), True)

    def _all(self):
        return [self.loc, self._cov]


class Independent(Distribution):
    def __init__(self, base_distribution, reinterpreted_batch_ndims=1, validate_args=None):
        self.base_dist = base_distribution

    def log_prob(self, value):
        return self.base_dist.log_prob(value).sum(-1)

    def entropy(self):
        return self.base_dist.entropy().sum(-1)

    def sample(self, sample_shape=()):
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape=()):
        return self.base_dist.rsample(sample_shape)

    @property
    def mean(self):
        return self.base_dist.mean


class TransformedDistribution(Independent):
    def log_prob(self, value):
        return self.base_dist.log_prob(node("inverse", [value], [value], True)).sum(-1)

    def rsample(self, sample_shape=()):
        return node("transform", [self.base_dist.rsample(sample_shape)], (), True)


def kl_divergence(p, q):
    return node("kl", p._all() + q._all(), p._all() + q._all(), True)
