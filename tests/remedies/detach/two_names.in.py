import torch
from torch import nn

torch.manual_seed(0)
cell = nn.LSTMCell(2, 3)
optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)
h, c = torch.zeros(1, 3), torch.zeros(1, 3)
for step in range(4):
    h, c = cell(torch.ones(1, 2), (h, c))
    loss = h.sum()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
