import numpy as np
import torch
import torch.nn as nn

model = nn.Linear(4, 2)
out = model(torch.randn(3, 4))
loss = out.pow(2).mean()
loss.backward()
