import torch
import torch.nn.functional as F


def broadcast_all(*values):
    return torch.broadcast_tensors(*[v if isinstance(v, torch.Tensor) else torch.tensor(float(v)) for v in values])


def clamp_probs(probs):
    return probs.clamp(min=1e-7, max=1 - 1e-7)


def probs_to_logits(probs, is_binary=False):
    clamped = clamp_probs(probs)
    return torch.log(clamped) - torch.log1p(-clamped) if is_binary else torch.log(clamped)


def logits_to_probs(logits, is_binary=False):
    return torch.sigmoid(logits) if is_binary else F.softmax(logits, dim=-1)
