import torch

a = torch.tensor([2.0], requires_grad=True)
b = a * 2  # the graph
b.backward(retain_graph=True)  # first
print(a.grad)
b.backward()
