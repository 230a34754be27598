"""The graph is built once, before the loop; the first pass frees it."""

import torch

a = torch.tensor([2.0], requires_grad=True)
# twice the input
b = a * 2
for i in range(3):
    b.backward()
    print(i, a.grad)
    a.grad.zero_()
