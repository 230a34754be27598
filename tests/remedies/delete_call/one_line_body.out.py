import torch

a = torch.tensor([2.0], requires_grad=True)
b = a * 2
b.backward()
if a.grad is not None: pass
print("done")
