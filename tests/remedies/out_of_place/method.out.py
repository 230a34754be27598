import torch

x = torch.ones(3, requires_grad=True)
y = torch.exp(x)
y = y.mul(2)  # doubled
y.sum().backward()
