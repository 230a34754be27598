"""Programs as people write them: wrappers, adversarial training, penalties, policies, language models."""

# --- wrapper-getattr
class Wrap(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner
    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self.inner, name)
    def forward(self, x):
        return self.inner(x)
m = Wrap(nn.Linear(3, 3))
w = m.weight.pow(2).sum()
w.backward()
w.backward()

# --- hasattr
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
    def forward(self, x):
        if not hasattr(self, "cache"):
            self.cache = self.a(x).exp()
        return self.cache.sum()
net = Net()
net(torch.randn(4, 3)).backward()
net(torch.randn(4, 3)).backward()

# --- getattr-default
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
    def forward(self, x):
        h = getattr(self, "h", None)
        y = self.a(x) if h is None else self.a(x) + h
        self.h = y.tanh()
        return self.h.sum()
net = Net()
net(torch.randn(4, 3)).backward()
net(torch.randn(4, 3)).backward()

# --- setattr-own
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
    def __setattr__(self, k, v):
        super().__setattr__(k, v)
    def forward(self, x):
        self.h = self.a(x).exp()
        return self.h.sum()
net = Net()
l = net(torch.randn(4, 3))
l.backward()
net.h.mean().backward()

# --- del-attr
net = nn.Linear(3, 3)
w = net.weight
del net.weight
net.weight = w.detach() * 2
l = net(torch.randn(4, 3)).sum()
l.backward()
net.weight.sum().backward()

# --- parameters-in-place-by-name
net = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 3))
l = net(torch.randn(4, 3)).sum()
with torch.no_grad():
    for n, p in net.named_parameters():
        if n.endswith("1.weight"):
            p.copy_(p)
l.backward()

# --- buffers
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("k", torch.ones(3))
net = Net()
w = torch.ones(3, requires_grad=True)
l = (w * net.k).sum()
for b in net.buffers():
    b.mul_(2)
l.backward()

# --- module-in-list
layers = [nn.Linear(3, 3) for _ in range(2)]
opt = torch.optim.SGD([p for l in layers for p in l.parameters()], lr=0.1)
x = torch.randn(4, 3)
for l in layers:
    x = l(x)
s = x.sum()
s.backward(retain_graph=True)
opt.step()
s.backward()

# --- gan
G = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
D = nn.Sequential(nn.Linear(3, 3), nn.LeakyReLU(0.2, inplace=True), nn.Linear(3, 1), nn.Sigmoid())
g, d = torch.optim.Adam(G.parameters()), torch.optim.Adam(D.parameters())
bce = nn.BCELoss()
for _ in range(3):
    fake = G(torch.randn(4, 3))
    real = torch.randn(4, 3)
    d.zero_grad()
    l = bce(D(real), torch.ones(4, 1)) + bce(D(fake.detach()), torch.zeros(4, 1))
    l.backward()
    d.step()
    g.zero_grad()
    bce(D(fake), torch.ones(4, 1)).backward()
    g.step()

# --- gan-not-detached
G = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
D = nn.Sequential(nn.Linear(3, 3), nn.ReLU(True), nn.Linear(3, 1))
g, d = torch.optim.Adam(G.parameters()), torch.optim.Adam(D.parameters())
for _ in range(3):
    fake = G(torch.randn(4, 3))
    d.zero_grad()
    (D(fake).mean() - D(torch.randn(4, 3)).mean()).backward()
    d.step()
    g.zero_grad()
    (-D(fake).mean()).backward()
    g.step()

# --- wgan-gp
D = nn.Sequential(nn.Linear(3, 3), nn.LayerNorm(3), nn.LeakyReLU(0.2, True), nn.Linear(3, 1))
opt = torch.optim.Adam(D.parameters())
for _ in range(3):
    x = torch.randn(4, 3, requires_grad=True)
    out = D(x)
    g, = torch.autograd.grad(out.sum(), x, create_graph=True)
    l = out.mean() + ((g.norm(dim=1) - 1) ** 2).mean()
    opt.zero_grad()
    l.backward()
    opt.step()

# --- wgan-gp-apart
D = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
x = torch.randn(4, 3, requires_grad=True)
out = D(x)
g, = torch.autograd.grad(out.sum(), x, create_graph=True)
((g.norm(dim=1) - 1) ** 2).mean().backward()
out.mean().backward()

# --- transformer-lm
e, t, o = nn.Embedding(9, 4), nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8), 2), nn.Linear(4, 9)
opt = torch.optim.AdamW([*e.parameters(), *t.parameters(), *o.parameters()])
mask = nn.Transformer.generate_square_subsequent_mask(5)
for _ in range(2):
    x = torch.randint(0, 9, (5, 2))
    y = o(t(e(x), mask))
    l = F.cross_entropy(y.view(-1, 9), x.view(-1))
    opt.zero_grad()
    l.backward()
    nn.utils.clip_grad_norm_(t.parameters(), 1.0)
    opt.step()

# --- attention-weights
a = nn.MultiheadAttention(4, 2)
q = torch.randn(3, 2, 4)
out, w = a(q, q, q)
out.sum().backward(retain_graph=True)
w.pow(2).sum().backward()
out2, w2 = a(q, q, q, need_weights=False)
out2.sum().backward()
if w2 is None:
    out2.sum().backward()

# --- ppo
from torch.distributions import Categorical
pi = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 2))
opt = torch.optim.Adam(pi.parameters())
s = torch.randn(4, 3)
with torch.no_grad():
    d = Categorical(logits=pi(s))
    a = d.sample()
    old = d.log_prob(a)
for _ in range(3):
    d = Categorical(logits=pi(s))
    r = torch.exp(d.log_prob(a) - old)
    l = -torch.min(r, r.clamp(0.8, 1.2)).mean() - 0.01 * d.entropy().mean()
    opt.zero_grad()
    l.backward()
    opt.step()

# --- reinforce-outside
from torch.distributions import Normal
mu = nn.Linear(3, 1)
opt = torch.optim.Adam(mu.parameters())
d = Normal(mu(torch.randn(4, 3)), 1.0)
for _ in range(2):
    a = d.sample()
    l = -d.log_prob(a).mean()
    opt.zero_grad()
    l.backward()
    opt.step()

# --- vae
enc, dec = nn.Linear(3, 4), nn.Linear(2, 3)
opt = torch.optim.Adam([*enc.parameters(), *dec.parameters()])
for _ in range(2):
    x = torch.randn(4, 3)
    m, v = enc(x).chunk(2, dim=1)
    z = m + torch.randn_like(m) * (0.5 * v).exp()
    rec = F.mse_loss(dec(z), x, reduction="sum")
    kl = -0.5 * torch.sum(1 + v - m.pow(2) - v.exp())
    opt.zero_grad()
    rec.backward(retain_graph=True)
    kl.backward()
    opt.step()
rec.backward()
