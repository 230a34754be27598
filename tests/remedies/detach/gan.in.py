import torch
from torch import nn

torch.manual_seed(0)
G, D = nn.Linear(2, 3), nn.Linear(3, 1)
opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
for step in range(2):
    fake = torch.tanh(G(torch.randn(4, 2)))
    opt_g.zero_grad()
    (-D(fake)).mean().backward()
    opt_g.step()
    opt_d.zero_grad()
    loss_d = D(fake).mean() - D(torch.randn(4, 3)).mean()
    loss_d.backward()
    opt_d.step()
