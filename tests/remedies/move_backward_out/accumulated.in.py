import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
total = 0.0
for part in torch.randn(4, 5, 3):
    total += net(part).tanh().sum()
    total.backward()
optimizer.step()
