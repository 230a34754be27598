import torch

a = torch.tensor([2.0], requires_grad=True)
for _ in range(3):
    # keep this with it
    b = a * 2
    b.backward(); print(a.grad)
