import torch

a = torch.tensor([2.0], requires_grad=True)
b = a * 2
b.backward(retain_graph=True)
b.backward(retain_graph=True)
