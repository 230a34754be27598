import torch

x = torch.ones(3, requires_grad=True)
y = (x**3).sum()
y.backward(create_graph=True)
print(x.grad.sum(), x.grad.grad_fn)
