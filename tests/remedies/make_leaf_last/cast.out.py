import torch

path = torch.linspace(-3, 4, 16).to(torch.float64).requires_grad_()
optimizer = torch.optim.Adam([path], lr=0.05)
for step in range(3):
    optimizer.zero_grad()
    energy = path.pow(2).sum()
    energy.backward()
    optimizer.step()
