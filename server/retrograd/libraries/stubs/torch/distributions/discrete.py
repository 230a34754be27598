from _retrograd import integers, node, plain
import torch
import torch.nn.functional as F
from torch.distributions.distribution import Distribution
from torch.distributions.utils import broadcast_all, logits_to_probs, probs_to_logits


class _Parametrized(Distribution):
    # what is not given is computed when it is first asked for, with a graph, and kept
    _binary = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        if probs is not None:
            (self.probs,) = broadcast_all(probs)
        else:
            (self.logits,) = broadcast_all(logits)

    def __getattr__(self, name):
        if name == "probs":
            with torch.enable_grad():
                self.probs = logits_to_probs(self.logits, self._binary)
            return self.probs
        if name == "logits":
            with torch.enable_grad():
                self.logits = probs_to_logits(self.probs, self._binary)
            return self.logits
        raise AttributeError(name)

    @property
    def mean(self):
        return self.probs

    @property
    def variance(self):
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape=()):
        self.probs
        return torch.zeros_like(self.probs)


class Categorical(_Parametrized):
    _binary = False

    def __init__(self, probs=None, logits=None, validate_args=None):
        if probs is not None:
            self.probs = probs / probs.sum(-1, keepdim=True)
        else:
            self.logits = logits - logits.logsumexp(dim=-1, keepdim=True)

    @property
    def mean(self):
        return plain()

    variance = mean

    @property
    def mode(self):
        return self.probs.argmax(dim=-1)

    def sample(self, sample_shape=()):
        return self.probs.argmax(dim=-1)

    def log_prob(self, value):
        return self.logits.gather(-1, value.long().unsqueeze(-1)).squeeze(-1)

    def entropy(self):
        return -(torch.clamp(self.logits, min=-3e38) * self.probs).sum(-1)

    def enumerate_support(self, expand=True):
        return integers()


class OneHotCategorical(Distribution):
    def __init__(self, probs=None, logits=None, validate_args=None):
        self._categorical = Categorical(probs, logits)

    @property
    def probs(self):
        return self._categorical.probs

    @property
    def logits(self):
        return self._categorical.logits

    @property
    def mean(self):
        return self.probs

    @property
    def variance(self):
        return self.probs * (1 - self.probs)

    @property
    def mode(self):
        return torch.zeros_like(self.probs)

    def sample(self, sample_shape=()):
        return torch.zeros_like(self.probs)

    def log_prob(self, value):
        return self._categorical.log_prob(value.max(-1)[1])

    def entropy(self):
        return self._categorical.entropy()


class OneHotCategoricalStraightThrough(OneHotCategorical):
    has_rsample = True

    def rsample(self, sample_shape=()):
        probs = self.probs
        return self.sample(sample_shape) + (probs - probs.detach())


class Bernoulli(_Parametrized):
    def log_prob(self, value):
        return -F.binary_cross_entropy_with_logits(self.logits, value, reduction="none")

    def entropy(self):
        return F.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")

    @property
    def mode(self):
        return (self.probs >= 0.5).float()


class ContinuousBernoulli(_Parametrized):
    has_rsample = True

    def rsample(self, sample_shape=()):
        return node("rsample", [self.probs], (), True)

    def log_prob(self, value):
        return -F.binary_cross_entropy_with_logits(self.logits, value, reduction="none") + node("norm", [self.probs], (), True)

    def entropy(self):
        return node("entropy", [self.logits, self.probs], (), True)


class Geometric(_Parametrized):
    @property
    def mean(self):
        return 1.0 / self.probs - 1.0

    @property
    def variance(self):
        return (1.0 / self.probs - 1.0) / self.probs

    def sample(self, sample_shape=()):
        return torch.zeros_like(self.probs)

    def log_prob(self, value):
        return value * (-self.probs.clone()).log1p() + self.probs.log()

    def entropy(self):
        return F.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none") / self.probs


class Binomial(_Parametrized):
    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        self.total_count = torch.as_tensor(total_count)
        _Parametrized.__init__(self, probs, logits)

    @property
    def mean(self):
        return self.total_count * self.probs

    @property
    def variance(self):
        return self.total_count * self.probs * (1 - self.probs)

    def log_prob(self, value):
        normalized = self.total_count * self.logits.clamp(min=0) + self.total_count * torch.log1p(torch.exp(-torch.abs(self.logits)))
        return value * self.logits - normalized

    def entropy(self):
        each = self.log_prob(plain())
        return -(torch.exp(each) * each).sum(0)


class NegativeBinomial(Binomial):
    @property
    def mean(self):
        return self.total_count * torch.exp(self.logits)

    @property
    def variance(self):
        return self.mean / torch.sigmoid(-self.logits)

    def log_prob(self, value):
        return self.total_count * F.logsigmoid(-self.logits) + value * F.logsigmoid(self.logits)


class Multinomial(Distribution):
    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        self.total_count = total_count
        self._categorical = Categorical(probs, logits)

    @property
    def probs(self):
        return self._categorical.probs

    @property
    def logits(self):
        return self._categorical.logits

    @property
    def mean(self):
        return self.probs * self.total_count

    @property
    def variance(self):
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape=()):
        return torch.zeros_like(self.probs)

    def log_prob(self, value):
        logits = self.logits.clone()
        logits[(value == 0) & (logits == -1e9)] = 0
        return (logits * value).sum(-1)

    def entropy(self):
        return node("entropy", [self.logits, self.probs], (), True)


class Poisson(Distribution):
    def __init__(self, rate, validate_args=None):
        (self.rate,) = broadcast_all(rate)

    @property
    def mean(self):
        return self.rate

    variance = mean

    def sample(self, sample_shape=()):
        return plain()

    def log_prob(self, value):
        return value.xlogy(self.rate) - self.rate - (value + 1).lgamma()


class LogitRelaxedBernoulli(_Parametrized):
    has_rsample = True

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self.temperature = temperature
        _Parametrized.__init__(self, probs, logits)

    def sample(self, sample_shape=()):
        return plain()

    def rsample(self, sample_shape=()):
        probs = self.probs.clamp(min=1e-7, max=1 - 1e-7)
        return (plain() + probs.log() - (-probs).log1p()) / self.temperature

    def log_prob(self, value):
        diff = self.logits - value * self.temperature
        return diff - 2 * diff.exp().log1p()


class RelaxedBernoulli(LogitRelaxedBernoulli):
    def rsample(self, sample_shape=()):
        return torch.sigmoid(LogitRelaxedBernoulli.rsample(self, sample_shape))

    def log_prob(self, value):
        x = value.log() - (-value).log1p()
        return LogitRelaxedBernoulli.log_prob(self, x) + F.softplus(-x) + F.softplus(x)


class RelaxedOneHotCategorical(Distribution):
    has_rsample = True

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self.temperature = temperature
        self._categorical = Categorical(probs, logits)

    @property
    def probs(self):
        return self._categorical.probs

    @property
    def logits(self):
        return self._categorical.logits

    def rsample(self, sample_shape=()):
        scores = (self.logits + plain()) / self.temperature
        return (scores - scores.logsumexp(dim=-1, keepdim=True)).exp()

    def log_prob(self, value):
        x = value.log()
        score = self.logits - x * self.temperature
        return (score - score.logsumexp(dim=-1, keepdim=True)).sum(-1) - x.sum(-1)
