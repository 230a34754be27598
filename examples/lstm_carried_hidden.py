"""An LSTM whose hidden state is carried from batch to batch with the graph of all batches before."""

import torch
from torch import nn

torch.manual_seed(0)


class Forecaster(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.lstm = nn.LSTM(1, width, batch_first=True)
        self.head = nn.Linear(width, 1)

    def forward(self, x, state=None):
        out, state = self.lstm(x, state)
        return self.head(out), state


series = torch.sin(torch.linspace(0, 40, 400)).view(4, 100, 1)
model = Forecaster()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
loss_fn = nn.MSELoss()

hidden = None
for start in range(0, 90, 10):
    x, y = series[:, start : start + 10], series[:, start + 1 : start + 11]
    prediction, hidden = model(x, hidden)
    loss = loss_fn(prediction, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"{start:3d} {loss.item():.4f}")
