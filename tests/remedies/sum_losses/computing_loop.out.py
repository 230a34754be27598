import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
out = net(torch.ones(4, 3)).tanh()
shown = 0.0
total_loss = 0
for row in range(4):
    loss = out[row].pow(2).sum()
    total_loss = total_loss + loss
    shown += loss.item()
total_loss.backward()
optimizer.step()
