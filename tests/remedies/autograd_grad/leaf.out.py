import torch

x = torch.ones(3, requires_grad=True)
y = (x**3).sum()
(x_grad,) = torch.autograd.grad(y, x, create_graph=True)
print(x_grad.sum(), x_grad.grad_fn)
