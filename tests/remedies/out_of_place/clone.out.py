import torch

x = torch.ones(3, requires_grad=True)
y = torch.sigmoid(x)
y = y.clone()
y[0] = 0.5
y.sum().backward()
