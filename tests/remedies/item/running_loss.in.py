import torch

model = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
running = 0.0
for step in range(5):
    loss = model(torch.ones(3)).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    running += loss  # per sample
print(running / 5)
