import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
loss = model(torch.ones(2, 3)).pow(2).sum()
loss.backward(create_graph=True)  # second order
penalty = sum((p.grad**2).sum() for p in model.parameters())
print(penalty)
