import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
losses = []
for part in torch.randn(4, 5, 3):
    losses.append(net(part).tanh().sum().item())
loss = torch.tensor(losses).mean()
loss.backward()
