import torch
import torch.nn as nn

backbone = nn.Linear(4, 8)
head = nn.Linear(8, 2)
for p in backbone.parameters():
    p.requires_grad = False
head.requires_grad_(False)  # by mistake
out = head(torch.relu(backbone(torch.randn(3, 4))))
loss = nn.functional.cross_entropy(out, torch.tensor([0, 1, 0]))
loss.backward()
