import torch

x = torch.ones(3, requires_grad=True)
y = torch.exp(x)
y = y + (1 if x.sum() > 0 else 2)
y.sum().backward()
