import torch
import torch.nn as nn

model = nn.Linear(4, 3)
criterion = nn.MSELoss()
x, y = torch.randn(8, 4), torch.randint(0, 3, (8,))
outputs = model(x)
_, predicted = torch.max(outputs, 1)
loss = criterion(predicted.float(), y.float())
loss.backward()
