import torch
import torch.nn as nn

D = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
opt = torch.optim.Adam(D.parameters(), lr=1e-3)

def gradient_penalty(real, fake):
    eps = torch.rand(real.size(0), 1)
    mid = (eps * real + (1 - eps) * fake).requires_grad_(True)
    out = D(mid)
    grads = torch.autograd.grad(
        outputs=out,
        inputs=mid,
        grad_outputs=torch.ones_like(out),  # one for each
    )[0]
    return ((grads.norm(2, dim=1) - 1) ** 2).mean()

for _ in range(2):
    real, fake = torch.randn(5, 4), torch.randn(5, 4)
    gp = gradient_penalty(real, fake)
    opt.zero_grad()
    gp.backward()
    opt.step()
