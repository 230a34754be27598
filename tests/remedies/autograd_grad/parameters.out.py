import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
loss = model(torch.ones(2, 3)).pow(2).sum()
grads = torch.autograd.grad(loss, list(model.parameters()), create_graph=True)  # second order
penalty = sum((g**2).sum() for g in grads)
print(penalty)
