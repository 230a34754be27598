import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 2)
data = torch.randn(4, 5, 3)
loss = 0
for part in data:
    loss += net(part).tanh().sum()
loss.backward()
net.zero_grad()
# once more
for part in data:
    loss += net(part).sigmoid().sum()
loss.backward()
