import torch

point = torch.tensor([-0.5, 1.0], requires_grad=True)
optimizer = torch.optim.Adam([point], lr=0.05)
# Rosenbrock's valley
loss = (1 - point[0]) ** 2 + 5 * (point[1] - point[0] ** 2) ** 2
n = 0
while loss.item() > 1e-2 and n < 5:
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    n += 1
    loss = (1 - point[0]) ** 2 + 5 * (point[1] - point[0] ** 2) ** 2
