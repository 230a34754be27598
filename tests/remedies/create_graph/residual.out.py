import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
for it in range(3):
    t = torch.linspace(0, 1, 20).unsqueeze(1).requires_grad_(True)
    u = net(t)
    u_t = torch.autograd.grad(u.sum(), t, create_graph=True)[0]
    residual = (u_t + u).pow(2).mean()
    opt.zero_grad()
    residual.backward()
    opt.step()
