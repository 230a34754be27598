import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
data, target = torch.ones(5, 3), torch.zeros(5, 1)

output = net(data)
loss = nn.functional.mse_loss(
    output,
    target,
)
loss.backward()
optimizer.step()
optimizer.zero_grad()
output = net(data)
loss = nn.functional.mse_loss(
    output,
    target,
)
loss.backward()
optimizer.step()
