import torch

model = torch.nn.Linear(3, 1)
optimizer = torch.optim.LBFGS(model.parameters(), max_iter=3)


def closure():
    loss = model(torch.ones(3)).pow(2).sum()
    optimizer.zero_grad()
    loss.backward()
    return loss


for step in range(3):
    optimizer.step(closure)
