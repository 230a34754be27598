import torch

a = torch.ones(3, requires_grad=True)
b = a * a
b.backward(torch.ones(3), retain_graph=True)
b.backward(torch.ones(3))
