import torch

x = torch.ones(3, requires_grad=True)
y = x * x
y.backward(
    torch.ones(3),  # the seed
    retain_graph=True,  # out of habit
)
