import torch

w = torch.ones(3, requires_grad=True)
for step in range(3):
    w.retain_grad()
    loss = (w**2).sum()
    loss.backward()
    w = w - 0.1 * w.grad  # the step
