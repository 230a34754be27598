import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 3)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x, y = torch.randn(6, 4), torch.tensor([0, 1, 2, 0, 1, 2])

epochs = 5

for epoch in range(epochs):
    outputs = model(x)
    loss = criterion(
        outputs,  # logits
        y,
    )
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(epoch, loss.item(), outputs.argmax(1))
