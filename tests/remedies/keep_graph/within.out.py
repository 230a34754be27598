import torch

w = torch.ones(3, requires_grad=True)
with torch.inference_mode():
    print(w.sum())
# one step
(w**2).sum().backward()
