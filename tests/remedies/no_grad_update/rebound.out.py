import torch

w = torch.tensor(0.0, requires_grad=True)
x, y = torch.arange(4.0), 2 * torch.arange(4.0)
for epoch in range(5):
    loss = ((w * x - y) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        w -= 0.01 * w.grad  # descend
    w.grad = None
