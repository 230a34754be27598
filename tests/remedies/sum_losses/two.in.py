import torch
from torch import nn

torch.manual_seed(0)
body, one, two = nn.Linear(3, 3), nn.Linear(3, 1), nn.Linear(3, 1)
optimizer = torch.optim.SGD(list(body.parameters()), lr=0.1)
h = torch.tanh(body(torch.ones(2, 3)))
first = one(h).sum()
second = two(h).sum()
optimizer.zero_grad()
# both losses
first.backward()
(second if second > 0 else -second).backward()
optimizer.step()
