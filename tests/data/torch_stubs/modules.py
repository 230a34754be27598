"""Modules of the user's own: registration, modes, hooks, containers, sharing."""

# --- own-module
class Net(nn.Module):
    def __init__(self, n=3):
        super().__init__()
        self.a = nn.Linear(n, n)
        self.b = nn.Linear(n, 1)
    def forward(self, x):
        return self.b(torch.relu(self.a(x)))
net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
l = net(torch.randn(4, 3)).mean()
l.backward(retain_graph=True)
opt.step()
l.backward()

# --- own-module-loop
class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.layers = nn.ModuleList([nn.Linear(3, 3) for _ in range(2)])
        self.scale = nn.Parameter(torch.ones(1))
        self.register_buffer("shift", torch.zeros(3))
    def forward(self, x):
        for layer in self.layers:
            x = layer(x).relu() + self.shift
        return x * self.scale
net = Net()
opt = torch.optim.Adam(net.parameters())
for _ in range(3):
    l = net(torch.randn(4, 3)).mean()
    opt.zero_grad()
    l.backward()
    opt.step()

# --- number-and-names-of-parameters
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        self.b = nn.ModuleDict({"x": nn.Linear(3, 3, bias=False), "y": nn.PReLU()})
        self.c = nn.ParameterList([nn.Parameter(torch.ones(2)), nn.Parameter(torch.ones(2))])
        self.d = nn.ParameterDict({"k": nn.Parameter(torch.ones(2))})
        self.e = nn.Parameter(torch.ones(2))
        self.f = None
        self.register_parameter("g", None)
net = Net()
names = [n for n, p in net.named_parameters()]
w = torch.ones(2, requires_grad=True)
l = (w * 2).sum()
l.backward()
if names == ["e", "a.weight", "a.bias", "b.x.weight", "b.y.weight", "c.0", "c.1", "d.k"]:
    l.backward()

# --- names-of-modules
net = nn.Sequential(nn.Linear(3, 3), nn.Sequential(nn.ReLU(), nn.Dropout()))
w = torch.ones(2, requires_grad=True)
l = (w * 2).sum()
l.backward()
if [n for n, m in net.named_modules()] == ["", "0", "1", "1.0", "1.1"] and len(list(net.children())) == 2:
    l.backward()

# --- requires-grad-of-some
net = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 3))
for name, p in net.named_parameters():
    if name.startswith("0"):
        p.requires_grad = False
h = net[0](torch.randn(4, 3))
net[1](h).sum().backward()
net[1](h).sum().backward()

# --- all-frozen
net = nn.Linear(3, 3)
net.requires_grad_(False)
net(torch.randn(4, 3)).sum().backward()

# --- frozen-and-thawed
net = nn.Linear(3, 3)
net.requires_grad_(False)
net.requires_grad_(True)
net(torch.randn(4, 3)).sum().backward()

# --- eval-has-a-graph
net = nn.Sequential(nn.Linear(3, 3), nn.BatchNorm1d(3), nn.Dropout())
net.eval()
l = net(torch.randn(4, 3)).sum()
l.backward()
l.backward()

# --- dropout-in-eval-is-its-input
x = torch.ones(3, requires_grad=True)
d = nn.Dropout().eval()
y = d(x).sum()
y.backward()
y.backward()

# --- train-again
d = nn.Dropout()
x = torch.ones(3, requires_grad=True)
d.eval()
d.train()
y = d(x).sum()
y.backward()
y.backward()

# --- training-flag
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 1)
    def forward(self, x):
        y = self.a(x)
        return y.exp().sum() if self.training else y.detach().sum()
net = Net()
net(torch.randn(4, 3)).backward()
net.eval()
net(torch.randn(4, 3)).backward()

# --- own-train-method
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.d = nn.Dropout()
    def train(self, mode=True):
        super().train(mode)
        self.d.eval()
        return self
net = nn.Sequential(Net())
net.train()
x = torch.ones(3, requires_grad=True)
y = net[0].d(x).sum()
y.backward()
y.backward()

# --- hidden-state-in-module
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(3, 3)
        self.hidden = None
    def forward(self, x):
        y, self.hidden = self.rnn(x, self.hidden)
        return y
net = Net()
for _ in range(2):
    net(torch.randn(2, 4, 3)).sum().backward()

# --- hidden-state-detached
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(3, 3)
        self.hidden = None
    def forward(self, x):
        y, h = self.rnn(x, self.hidden)
        self.hidden = h.detach()
        return y
net = Net()
for _ in range(2):
    net(torch.randn(2, 4, 3)).sum().backward()

# --- buffer-takes-a-graph
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        self.register_buffer("mean", torch.zeros(3))
    def forward(self, x):
        y = self.a(x)
        self.mean = 0.9 * self.mean + 0.1 * y.mean(0)
        return (y - self.mean).pow(2)
net = Net()
for _ in range(2):
    net(torch.randn(4, 3)).sum().backward()

# --- buffer-without-a-graph
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        self.register_buffer("mean", torch.zeros(3))
    def forward(self, x):
        y = self.a(x)
        with torch.no_grad():
            self.mean.mul_(0.9).add_(0.1 * y.mean(0))
        return (y - self.mean).pow(2)
net = Net()
for _ in range(2):
    net(torch.randn(4, 3)).sum().backward()

# --- buffer-changed-before-backward
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        self.register_buffer("scale", torch.ones(3))
    def forward(self, x):
        y = self.a(x) * self.scale
        self.scale.mul_(0.9)
        return y
Net()(torch.randn(4, 3)).sum().backward()

# --- forward-hook-keeps-activations
net = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1))
seen = []
handle = net[1].register_forward_hook(lambda m, i, o: seen.append(o))
for _ in range(2):
    net(torch.randn(4, 3)).sum().backward()
    sum(s.pow(2).sum() for s in seen).backward()

# --- forward-hook-removed
net = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1))
seen = []
handle = net[1].register_forward_hook(lambda m, i, o: seen.append(o))
handle.remove()
net(torch.randn(4, 3)).sum().backward()
if len(seen) == 0:
    net(torch.randn(4, 3)).sum().backward()

# --- forward-hook-replaces-the-output
net = nn.Linear(3, 3)
net.register_forward_hook(lambda m, i, o: o.detach())
net(torch.randn(4, 3)).sum().backward()

# --- pre-hook-replaces-the-input
net = nn.Linear(3, 3)
net.requires_grad_(False)
net.register_forward_pre_hook(lambda m, i: (i[0].clone().requires_grad_(),))
net(torch.randn(4, 3)).sum().backward()

# --- hook-with-kwargs
net = nn.Linear(3, 3)
net.register_forward_hook(lambda m, a, k, o: o.detach(), with_kwargs=True)
net(torch.randn(4, 3)).sum().backward()

# --- tensor-hooks
w = torch.ones(3, requires_grad=True)
y = w * 2
y.register_hook(lambda g: g * 2)
w.register_post_accumulate_grad_hook(lambda p: None)
y.sum().backward()
y.sum().backward()

# --- module-list-operations
layers = nn.ModuleList()
layers.append(nn.Linear(3, 3))
layers.extend([nn.Linear(3, 3), nn.Linear(3, 3)])
layers.insert(0, nn.Linear(3, 3))
layers[1] = nn.Linear(3, 3)
x = torch.randn(4, 3)
for i, layer in enumerate(layers):
    x = layer(x)
w = torch.ones(2, requires_grad=True)
l = (w * 2).sum()
l.backward()
if len(layers) == 4 and len(list(layers.parameters())) == 8 and len(layers[1:3]) == 2:
    l.backward()

# --- module-dict-operations
heads = nn.ModuleDict({"a": nn.Linear(3, 1)})
heads["b"] = nn.Linear(3, 1)
heads.update({"c": nn.Linear(3, 1)})
trunk = nn.Linear(3, 3)
h = torch.tanh(trunk(torch.randn(4, 3)))
for name in heads:
    heads[name](h).sum().backward()

# --- module-dict-summed
heads = nn.ModuleDict([["a", nn.Linear(3, 1)], ["b", nn.Linear(3, 1)]])
h = torch.tanh(nn.Linear(3, 3)(torch.randn(4, 3)))
sum(head(h).sum() for head in heads.values()).backward()

# --- parameter-list
ps = nn.ParameterList([nn.Parameter(torch.ones(3)) for _ in range(2)])
ps.append(nn.Parameter(torch.ones(3)))
l = sum((p * 2).sum() for p in ps)
l.backward()
l.backward()

# --- parameter-dict
ps = nn.ParameterDict({"a": torch.ones(3), "b": nn.Parameter(torch.ones(3))})
opt = torch.optim.SGD(ps.parameters(), lr=0.1)
l = (ps["a"] * ps["b"]).sum()
l.backward(retain_graph=True)
opt.step()
l.backward()

# --- sequential-by-name
from collections import OrderedDict
net = nn.Sequential(OrderedDict([("a", nn.Linear(3, 3)), ("act", nn.ReLU()), ("b", nn.Linear(3, 1))]))
opt = torch.optim.SGD([net.b.weight], lr=0.1)
l = net(torch.randn(4, 3)).sum()
l.backward(retain_graph=True)
opt.step()
l.backward()

# --- sequential-add-module
net = nn.Sequential()
net.add_module("a", nn.Linear(3, 3))
net.add_module("b", nn.Linear(3, 1))
net.append(nn.Sigmoid())
l = net(torch.randn(4, 3)).sum()
l.backward()
l.backward()

# --- sequential-slices
net = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1))
trunk, head = net[:2], net[-1]
h = trunk(torch.randn(4, 3))
head(h).sum().backward()
head(h).mean().backward()

# --- tied-weights
a, b = nn.Linear(3, 3, bias=False), nn.Linear(3, 3, bias=False)
b.weight = a.weight
opt = torch.optim.SGD(a.parameters(), lr=0.1)
l = b(torch.tanh(a(torch.randn(4, 3)))).sum()
l.backward(retain_graph=True)
opt.step()
l.backward()

# --- weight-replaced-by-a-parameter
m = nn.Linear(3, 3)
m.weight = nn.Parameter(torch.eye(3))
opt = torch.optim.SGD(m.parameters(), lr=0.1)
x = torch.randn(4, 3, requires_grad=True)
l = m(x).sum()
l.backward(retain_graph=True)
opt.step()
l.backward()

# --- weight-norm-recomputed
m = nn.utils.weight_norm(nn.Linear(3, 3))
for _ in range(3):
    m(torch.randn(4, 3)).sum().backward()

# --- weight-norm-weight-used-outside
m = nn.utils.weight_norm(nn.Linear(3, 3))
m.weight.pow(2).sum().backward()
m.weight.pow(2).sum().backward()

# --- weight-norm-removed
m = nn.utils.remove_weight_norm(nn.utils.weight_norm(nn.Linear(3, 3)))
m.weight.pow(2).sum().backward()
m.weight.pow(2).sum().backward()

# --- parametrized-weight-norm-outside
m = nn.utils.parametrizations.weight_norm(nn.Linear(3, 3))
m.weight.pow(2).sum().backward()
m.weight.pow(2).sum().backward()

# --- parametrized-cached
from torch.nn.utils import parametrize
m = nn.utils.parametrizations.weight_norm(nn.Linear(3, 3))
with parametrize.cached():
    m(torch.randn(4, 3)).sum().backward()
    m(torch.randn(4, 3)).sum().backward()

# --- parametrized-cached-summed
from torch.nn.utils import parametrize
m = nn.utils.parametrizations.weight_norm(nn.Linear(3, 3))
for _ in range(2):
    with parametrize.cached():
        (m(torch.randn(4, 3)).sum() + m(torch.randn(4, 3)).sum()).backward()

# --- own-parametrization
from torch.nn.utils import parametrize
class Symmetric(nn.Module):
    def forward(self, x):
        return x.triu() + x.triu(1).transpose(-1, -2)
m = nn.Linear(3, 3)
parametrize.register_parametrization(m, "weight", Symmetric())
opt = torch.optim.SGD(m.parameters(), lr=0.1)
for _ in range(2):
    l = m(torch.randn(4, 3)).sum()
    opt.zero_grad()
    l.backward()
    opt.step()
m.weight.sum().backward()

# --- own-parametrization-with-an-inverse
from torch.nn.utils import parametrize
class Positive(nn.Module):
    def forward(self, x):
        return x.exp()
    def right_inverse(self, w):
        return w.abs().log()
m = nn.Linear(3, 3)
parametrize.register_parametrization(m, "weight", Positive())
w = m.weight
w.sum().backward()
w.sum().backward()

# --- spectral-norm-two-forwards
m = nn.utils.spectral_norm(nn.Linear(3, 3))
a, b = m(torch.randn(4, 3)).sum(), m(torch.randn(4, 3)).sum()
a.backward()
b.backward()

# --- batch-norm-two-forwards
m = nn.BatchNorm1d(3)
a, b = m(torch.randn(4, 3)).sum(), m(torch.randn(4, 3)).sum()
a.backward()
b.backward()

# --- batch-norm-statistics-copied
m = nn.BatchNorm1d(3)
l = m(torch.randn(4, 3)).pow(2).sum()
m.running_mean.copy_(torch.zeros(3))
l.backward()

# --- batch-norm-reset
m = nn.BatchNorm1d(3)
l = m(torch.randn(4, 3)).pow(2).sum()
m.reset_running_stats()
l.backward()

# --- to-device-and-type-keep-the-module
m = nn.Linear(3, 3).to("cpu").float().cpu().train()
l = m(torch.randn(4, 3)).sum()
l.backward()
l.backward()

# --- get-submodule-and-parameter
net = nn.Sequential(nn.Linear(3, 3), nn.Sequential(nn.Linear(3, 3)))
w = net.get_parameter("1.0.weight")
l = net(torch.randn(4, 3)).sum()
with torch.no_grad():
    w.add_(1)
net.get_submodule("1.0")
l.backward()

# --- functional-call
from torch.func import functional_call
m = nn.Linear(3, 3)
w = torch.ones(3, 3, requires_grad=True)
y = functional_call(m, {"weight": w * 2}, (torch.randn(4, 3),))
y.sum().backward()
y.sum().backward()

# --- functional-call-leaves-the-module
from torch.func import functional_call
m = nn.Linear(3, 3)
params = {k: v.detach() for k, v in m.named_parameters()}
functional_call(m, params, (torch.randn(4, 3),)).sum()
m(torch.randn(4, 3)).sum().backward()

# --- functional-call-without-grad
from torch.func import functional_call
m = nn.Linear(3, 3)
params = {k: v.detach() for k, v in m.named_parameters()}
functional_call(m, params, torch.randn(4, 3)).sum().backward()

# --- inner-loop-of-maml
from torch.func import functional_call
m = nn.Linear(3, 1)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
for _ in range(2):
    fast = dict(m.named_parameters())
    for _ in range(2):
        l = functional_call(m, fast, (torch.randn(4, 3),)).pow(2).mean()
        grads = torch.autograd.grad(l, list(fast.values()), create_graph=True)
        fast = {k: p - 0.1 * g for (k, p), g in zip(fast.items(), grads)}
    outer = functional_call(m, fast, (torch.randn(4, 3),)).pow(2).mean()
    opt.zero_grad()
    outer.backward()
    opt.step()

# --- data-parallel
m = nn.DataParallel(nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1)))
l = m(torch.randn(4, 3)).sum()
l.backward(retain_graph=True)
with torch.no_grad():
    m.module[1].weight.add_(1)
l.backward()

# --- call-of-forward
m = nn.Linear(3, 3)
l = m.forward(torch.randn(4, 3)).sum()
l.backward()
l.backward()

# --- module-without-super-arguments
class Double(nn.Linear):
    def forward(self, x):
        return super().forward(x) * 2
m = Double(3, 3)
l = m(torch.randn(4, 3)).sum()
l.backward()
l.backward()

# --- loss-module-of-ones-own
class Weighted(nn.MSELoss):
    def forward(self, a, b):
        return super().forward(a, b).mean()
w = torch.ones(3, requires_grad=True)
l = Weighted(reduction="none")(w, torch.zeros(3))
l.backward()
l.backward()
