import torch

w = torch.randn(3)
b = torch.zeros(1)
x = torch.randn(10, 3)
t = torch.randn(10)
for _ in range(5):
    pred = x @ w + b
    loss = (pred - t).pow(2).mean()
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
        b -= 0.1 * b.grad
    w.grad = None
    b.grad = None
