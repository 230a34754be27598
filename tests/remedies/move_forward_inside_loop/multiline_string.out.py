import torch

weights = {"""a
b""": torch.ones(2, requires_grad=True)}
for step in range(2):
    scaled = weights["""a
b"""].exp()
    loss = (scaled * step).sum()
    loss.backward()
