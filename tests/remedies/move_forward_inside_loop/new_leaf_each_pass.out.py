import torch

x = torch.ones(4, 3)
w = torch.zeros(3, requires_grad=True)
for step in range(3):
    loss = ((x @ w - 1) ** 2).mean()  # the fit
    loss.backward()
    w = (w - 0.1 * w.grad).detach().requires_grad_()
