import torch

a = torch.ones(3, requires_grad=True)
b = (a * a).sum()
b.backward(retain_graph = False)
b.backward()
