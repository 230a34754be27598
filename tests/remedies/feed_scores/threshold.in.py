import torch
import torch.nn as nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
criterion = nn.BCELoss()
x, y = torch.randn(8, 4), torch.randint(0, 2, (8, 1)).float()
for _ in range(3):
    probs = torch.sigmoid(model(x))
    preds = (probs > 0.5).float()
    loss = criterion(preds, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
