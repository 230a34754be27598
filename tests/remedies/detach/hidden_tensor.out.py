import torch
from torch import nn

torch.manual_seed(0)
cell = nn.GRUCell(2, 3)
optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)
hidden = torch.zeros(1, 3)
for step in range(4):
    hidden = cell(torch.ones(1, 2), hidden)
    loss = hidden.pow(2).sum()
    optimizer.zero_grad()
    loss.backward()  # through time
    hidden = hidden.detach()
    optimizer.step()
