import torch
from torch import nn

torch.manual_seed(0)
body, one, two, three = nn.Linear(3, 3), nn.Linear(3, 1), nn.Linear(3, 1), nn.Linear(3, 1)
h = torch.tanh(body(torch.ones(2, 3)))
one(h).sum().backward()
print(body.weight.grad)
two(h).sum().backward()
print(body.weight.grad)
three(h).sum().backward()
