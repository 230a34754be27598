import torch
from torch import nn

torch.manual_seed(0)
G, D = nn.Linear(2, 3), nn.Linear(3, 1)
opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
for step in range(2):
    judged = torch.sigmoid(D(torch.tanh(G(torch.randn(4, 2)))))
    opt_d.zero_grad()
    judged.mean().backward(retain_graph=True)
    opt_g.zero_grad()
    (1 - judged).mean().backward(inputs=list(G.parameters()))
    opt_d.step()  # the judge first
    opt_g.step()
