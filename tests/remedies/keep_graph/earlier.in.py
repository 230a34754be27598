import torch

encoder, head = torch.nn.Linear(3, 4), torch.nn.ReLU()
features = encoder(torch.ones(2, 3)).detach()
out = head(features)
loss = out.mean()
loss.backward()
