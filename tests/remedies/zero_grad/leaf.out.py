import torch

a = torch.tensor([2.0], requires_grad=True)
for i in range(3):
    b = a * 2
    b.backward()
    print(i, a.grad)
    a.grad.zero_()
