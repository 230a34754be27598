import torch
from torch import nn

torch.manual_seed(0)
lstm = nn.LSTM(2, 3)
optimizer = torch.optim.SGD(lstm.parameters(), lr=0.1)
state = None
for step in range(4):
    out, state = lstm(torch.ones(5, 1, 2), state)
    optimizer.zero_grad()
    out.sum().backward()
    state = tuple(t.detach() for t in state)
    optimizer.step()
