import torch

w = (torch.randn(3) * 0.01).requires_grad_()
x = torch.ones(3)
for step in range(3):
    loss = ((w * x).sum() - 1) ** 2
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
    w.grad = None
