import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
with torch.no_grad():
    data = torch.randn(4, 3)
    # the misfit
    loss = (
        net(data).pow(2).sum()
    )
loss.backward()
