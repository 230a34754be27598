import torch

x = torch.ones(3, requires_grad=True)
y = (x**3).sum()
(first,) = torch.autograd.grad(
    outputs=y,  # the loss
    inputs=x,
    create_graph=False,  # no second order
    retain_graph=True,
)
(second,) = torch.autograd.grad(y, x)
