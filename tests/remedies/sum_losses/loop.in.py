import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
out = net(torch.ones(4, 3)).tanh()
losses = {"left": out[:, 0].sum(), "right": out[:, 1].sum()}
optimizer.zero_grad()
for name in losses:
    # one by one
    losses[name].backward()
optimizer.step()
