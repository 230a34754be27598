import torch

a = torch.tensor([2.0], requires_grad=True)
for _ in range(3): b = a * 2; b.backward()
