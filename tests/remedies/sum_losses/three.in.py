import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 3)
out = net(torch.ones(2, 3)).tanh()
a, b, c = out[:, 0].sum(), out[:, 1].sum(), out[:, 2].sum()
a.backward()
b.backward()
(2 * c).backward()
