import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(4, 3)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x, y = torch.randn(6, 4), torch.tensor([0, 1, 2, 0, 1, 2])

outputs = model(x)
epochs = 5
loss = criterion(
    outputs,  # logits
    y,
)

for epoch in range(epochs):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(epoch, loss.item(), outputs.argmax(1))
