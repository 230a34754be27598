"""Compiled regions: real compilation takes seconds, so that these run only with all programs."""

# --- twice
m = torch.compile(nn.Linear(3, 1), backend="aot_eager")
l = m(torch.randn(4, 3)).sum()
l.backward()
l.backward()

# --- independent-outputs
@torch.compile(backend="aot_eager")
def f(a, b):
    return a.exp().sum(), b.exp().sum()
a, b = torch.ones(3, requires_grad=True), torch.ones(3, requires_grad=True)
x, y = f(a, b)
x.backward()
y.backward()

# --- keeps-nothing
f = torch.compile(lambda w: (w + 1).sum(), backend="aot_eager")
w = torch.ones(3, requires_grad=True)
l = f(w)
l.backward()
l.backward()

# --- loop
m = torch.compile(nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1)), backend="aot_eager")
opt = torch.optim.SGD(m.parameters(), lr=0.1)
for _ in range(3):
    l = m(torch.randn(4, 3)).sum()
    opt.zero_grad()
    l.backward()
    opt.step()
l.backward()

# --- retained
m = torch.compile(nn.Linear(3, 1), backend="aot_eager")
l = m(torch.randn(4, 3)).sum()
l.backward(retain_graph=True)
l.backward()

# --- attrs
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
    def forward(self, x):
        return self.a(x)
net = Net()
m = torch.compile(net, backend="aot_eager")
m.train()
l = m(torch.randn(4, 3)).sum()
l.backward()
w = m.a.weight.pow(2).sum()
w.backward()
w.backward()

# --- method
m = nn.Linear(3, 1)
m.compile(backend="aot_eager")
l = m(torch.randn(4, 3)).sum()
l.backward()
l.backward()

# --- carried
m = torch.compile(nn.GRUCell(3, 3), backend="aot_eager")
h = torch.zeros(4, 3)
for _ in range(3):
    h = m(torch.randn(4, 3), h)
    h.sum().backward()
    h = h.detach()
h = m(torch.randn(4, 3), h)
h.sum().backward()
h = m(torch.randn(4, 3), h)
h.sum().backward()
