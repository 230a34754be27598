import torch
from torch.distributions import Bernoulli

rate = torch.tensor([0.4, 0.6], requires_grad=True)
optimizer = torch.optim.SGD([rate], lr=0.05)
dist = Bernoulli(probs=rate * 0.5)
for step in range(3):
    loss = -dist.log_prob(torch.ones(2)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
