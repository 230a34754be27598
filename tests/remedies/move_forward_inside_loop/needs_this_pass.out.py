import torch

net = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
prediction = net(torch.ones(3))
for epoch in range(3):
    prediction = net(torch.ones(3))

    loss = prediction.pow(2).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
