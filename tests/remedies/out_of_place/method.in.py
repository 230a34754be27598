import torch

x = torch.ones(3, requires_grad=True)
y = torch.exp(x)
y.mul_(2)  # doubled
y.sum().backward()
