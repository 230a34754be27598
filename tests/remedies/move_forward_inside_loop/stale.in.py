import torch

w = torch.zeros(3, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.1)
shifted = w + 1  # made once
for _ in range(5):
    loss = (shifted - torch.ones(3)).abs().sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
