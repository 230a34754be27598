import torch

a = torch.ones(3, requires_grad=True)
b = a * a
b.backward(torch.ones(3))
b.backward(torch.ones(3))
