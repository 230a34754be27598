import functools

import torch

w = torch.ones(3, requires_grad=True)


@functools.lru_cache(maxsize=None)
def table(n):
    return torch.exp(w * n)


for _ in range(2):
    table(2).sum().backward()
