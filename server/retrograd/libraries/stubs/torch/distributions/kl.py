from _retrograd import node
import torch
from torch.distributions.composed import Independent, TransformedDistribution
from torch.distributions.continuous import Normal
from torch.distributions.discrete import Categorical, OneHotCategorical, _Parametrized

_rules = []


def register_kl(type_p, type_q):
    def add(fn):
        _rules.append((type_p, type_q, fn))
        return fn
    return add


def _parameters(d):
    if isinstance(d, _Parametrized):
        return [d.probs, d.logits]
    return [v for v in d.__dict__.values() if isinstance(v, torch.Tensor)] + [x for v in d.__dict__.values() if hasattr(v, "log_prob") for x in _parameters(v)]


def kl_divergence(p, q):
    for type_p, type_q, fn in _rules:
        if isinstance(p, type_p) and isinstance(q, type_q):
            return fn(p, q)
    if isinstance(p, Normal) and isinstance(q, Normal):
        ratio = (p.scale / q.scale).pow(2)
        return 0.5 * (ratio + ((p.loc - q.loc) / q.scale).pow(2) - 1 - ratio.log())
    if isinstance(p, Independent) and isinstance(q, Independent):
        return kl_divergence(p.base_dist, q.base_dist).sum(-1)
    if isinstance(p, TransformedDistribution) and isinstance(q, TransformedDistribution):
        return kl_divergence(p.base_dist, q.base_dist)
    if isinstance(p, OneHotCategorical) and isinstance(q, OneHotCategorical):
        p, q = p._categorical, q._categorical
    if isinstance(p, Categorical) and isinstance(q, Categorical):
        terms = p.probs * (p.logits - q.logits)
        terms[(q.probs == 0).expand_as(terms)] = 1e9
        terms[(p.probs == 0).expand_as(terms)] = 0
        return terms.sum(-1)
    of_both = _parameters(p) + _parameters(q)
    return node("kl_divergence", of_both, of_both, True)
