import torch

x = torch.ones(3, requires_grad=True)
y = x**2
rows = []
for i in range(3):
    rows.append(torch.autograd.grad(y[i], x, retain_graph=i < 2)[0])
