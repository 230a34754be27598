import torch

a = torch.tensor([2.0], requires_grad=True)
# keep this with it
b = a * 2
for _ in range(3): b.backward(); print(a.grad)
