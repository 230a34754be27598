import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self, size, dtype=torch.float64):
        super().__init__()
        self.weight = nn.Parameter(
            torch.zeros(size),  # closed at first
            requires_grad=True,
        ).to(dtype)

    def forward(self, x):
        return x * self.weight


gate = Gate(3)
bias = nn.Parameter(torch.zeros(3, dtype=torch.float64))
optimizer = torch.optim.SGD([*gate.parameters(), bias], lr=0.1)
loss = (gate(torch.ones(3, dtype=torch.float64)) + bias).sum()
loss.backward()
optimizer.step()
