import torch

model = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(3):
    loss = model(torch.ones(3)).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()  # too early
    print(loss.item())
