import torch

a = torch.tensor([2.0], requires_grad=True)
# twice the input
b = a * 2  # for all passes
for i in range(3):
    # go back
    b.backward()
    print(i, a.grad)
    a.grad.zero_()
