import torch

torch.set_grad_enabled(False)  # for the evaluation
w = torch.ones(3, requires_grad=True)
loss = (w**2).sum()
loss.backward()
