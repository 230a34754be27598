import torch

w = torch.ones(3, requires_grad=True)
h = w * 2
h.detach()  # cut here
print(h.sum())
torch.autograd.grad(w.sum(), w)
