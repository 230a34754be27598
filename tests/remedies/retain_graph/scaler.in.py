import torch
from torch import nn

torch.manual_seed(0)
scaler = torch.amp.GradScaler("cpu", enabled=False)
net = nn.Linear(3, 2)
out = net(torch.ones(4, 3)).tanh()
scaler.scale(out[:, 0].sum()).backward()
scaler.scale(out[:, 1].sum()).backward()
