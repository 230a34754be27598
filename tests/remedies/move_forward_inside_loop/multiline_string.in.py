import torch

weights = {"""a
b""": torch.ones(2, requires_grad=True)}
scaled = weights["""a
b"""].exp()
for step in range(2):
    loss = (scaled * step).sum()
    loss.backward()
