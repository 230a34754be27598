"""torch.autograd.functional, torch.func, custom functions, hooks on what is saved, checkpoints."""

# --- jacobian-has-its-own-graph
w = torch.ones(3, requires_grad=True)
x = torch.ones(3, requires_grad=True)
j = torch.autograd.functional.jacobian(lambda v: (v * w).exp(), x)
j = torch.autograd.functional.jacobian(lambda v: (v * w).exp(), x)
l = (x * w).sum()
l.backward()
j.sum().backward()

# --- jacobian-create-graph
x = torch.ones(3, requires_grad=True)
j = torch.autograd.functional.jacobian(lambda v: v.exp(), x, create_graph=True)
j.sum().backward()
j.sum().backward()

# --- hessian
x = torch.ones(3, requires_grad=True)
h = torch.autograd.functional.hessian(lambda v: v.pow(3).sum(), x)
x.pow(2).sum().backward()
h.sum().backward()

# --- hessian-create-graph
x = torch.ones(3, requires_grad=True)
h = torch.autograd.functional.hessian(lambda v: v.pow(3).sum(), x, create_graph=True)
h.sum().backward()
h.sum().backward()

# --- jacobian-of-two-inputs
a, b = torch.ones(3, requires_grad=True), torch.ones(3, requires_grad=True)
ja, jb = torch.autograd.functional.jacobian(lambda u, v: u * v, (a, b), create_graph=True)
(ja.sum() + jb.sum()).backward()

# --- vjp-and-jvp
x = torch.ones(3, requires_grad=True)
out, g = torch.autograd.functional.vjp(lambda v: v.exp().sum(), x)
out, g = torch.autograd.functional.jvp(lambda v: v.exp(), x, torch.ones(3))
out, g = torch.autograd.functional.hvp(lambda v: v.pow(3).sum(), x, torch.ones(3))
out, g = torch.autograd.functional.vhp(lambda v: v.pow(3).sum(), x, torch.ones(3))
g.sum().backward()

# --- vjp-create-graph
x = torch.ones(3, requires_grad=True)
out, g = torch.autograd.functional.vjp(lambda v: v.exp().sum(), x, create_graph=True)
g.sum().backward()
out.backward()

# --- hvp-create-graph
x = torch.ones(3, requires_grad=True)
out, g = torch.autograd.functional.hvp(lambda v: v.pow(3).sum(), x, torch.ones(3), create_graph=True)
g.sum().backward()
g.sum().backward()

# --- jacobian-of-a-network
m = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
x = torch.randn(3)
j = torch.autograd.functional.jacobian(m, x)
l = m(x).sum()
l.backward()
torch.autograd.functional.jacobian(m, x, create_graph=True).pow(2).sum().backward()

# --- func-grad
from torch.func import grad
g = grad(lambda v: v.pow(3).sum())(torch.ones(3))
g.sum().backward()

# --- func-grad-of-a-leaf
from torch.func import grad
x = torch.ones(3, requires_grad=True)
g = grad(lambda v: v.pow(3).sum())(x)
g.sum().backward()
g.sum().backward()

# --- func-grad-over-a-closure
from torch.func import grad
w = torch.ones(3, requires_grad=True)
for _ in range(2):
    g = grad(lambda v: (w * v).pow(2).sum())(torch.ones(3))
    g.sum().backward()

# --- func-grad-of-grad
from torch.func import grad
w = torch.ones((), requires_grad=True)
g = grad(grad(lambda v: w * v**3))(torch.tensor(2.0))
g.backward()
g.backward()

# --- func-grad-and-value
from torch.func import grad_and_value
w = torch.ones(3, requires_grad=True)
g, v = grad_and_value(lambda v: (w * v).exp().sum())(torch.ones(3))
v.backward()

# --- func-grad-of-parameters
from torch.func import functional_call, grad
m = nn.Linear(3, 1)
params = {k: v.detach() for k, v in m.named_parameters()}
def loss(params, x):
    return functional_call(m, params, (x,)).pow(2).mean()
g = grad(loss)(params, torch.randn(4, 3))
params = {k: params[k] - 0.1 * g[k] for k in params}
g = grad(loss)(params, torch.randn(4, 3))
g["weight"].sum().backward()

# --- func-vmap
from torch.func import vmap
w = torch.ones(3, requires_grad=True)
y = vmap(lambda v: (v * w).exp().sum())(torch.randn(4, 3))
y.sum().backward()
y.sum().backward()

# --- func-vmap-without-grad
from torch.func import vmap
y = vmap(lambda v: v.exp().sum())(torch.randn(4, 3))
y.sum().backward()

# --- func-vmap-of-grad
from torch.func import functional_call, grad, vmap
m = nn.Linear(3, 1)
params = {k: v.detach() for k, v in m.named_parameters()}
def loss(params, x):
    return functional_call(m, params, (x.unsqueeze(0),)).pow(2).mean()
each = vmap(grad(loss), in_dims=(None, 0))(params, torch.randn(4, 3))
each["weight"].sum().backward()

# --- func-vjp-twice
from torch.func import vjp
x = torch.ones(3, requires_grad=True)
out, pull = vjp(lambda v: v.exp(), x)
pull(torch.ones(3))
pull(torch.ones(3))
out.sum().backward()

# --- func-jacrev
from torch.func import jacrev
x = torch.ones(3, requires_grad=True)
j = jacrev(lambda v: v.exp())(x)
j.sum().backward()
j.sum().backward()

# --- func-jacfwd-and-hessian
from torch.func import hessian, jacfwd
jacfwd(lambda v: v.exp())(torch.ones(3))
h = hessian(lambda v: v.pow(3).sum())(torch.ones(3))
h.sum().backward()

# --- func-jvp
from torch.func import jvp
w = torch.ones(3, requires_grad=True)
out, t = jvp(lambda v: (w * v).exp(), (torch.ones(3),), (torch.ones(3),))
(out.sum() + t.sum()).backward()
out.sum().backward()

# --- custom-function
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return 2 * x * g
w = torch.ones(3, requires_grad=True)
y = Square.apply(w).sum()
y.backward()
y.backward()

# --- custom-function-keeps-an-attribute
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.x = x
        return x * x
    @staticmethod
    def backward(ctx, g):
        return 2 * ctx.x * g
w = torch.ones(3, requires_grad=True)
y = Square.apply(w).sum()
y.backward()
y.backward()

# --- custom-function-input-changed
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return 2 * x * g
w = torch.ones(3, requires_grad=True)
x = w + 1
y = Square.apply(x).sum()
x.add_(1)
y.backward()

# --- custom-function-output-changed
class Exp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y)
        return y
    @staticmethod
    def backward(ctx, g):
        y, = ctx.saved_tensors
        return y * g
w = torch.ones(3, requires_grad=True)
y = Exp.apply(w)
y.add_(1)
y.sum().backward()

# --- custom-function-without-grad
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()
    @staticmethod
    def backward(ctx, g):
        return g
Round.apply(torch.ones(3)).sum().backward()

# --- straight-through-keeps-nothing
class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()
    @staticmethod
    def backward(ctx, g):
        return g
w = torch.ones(3, requires_grad=True)
y = Round.apply(w).sum()
y.backward()
y.backward()

# --- custom-function-mark-non-differentiable
class Sort(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y, i = x.sort()
        ctx.mark_non_differentiable(i)
        ctx.save_for_backward(i)
        return y, i
    @staticmethod
    def backward(ctx, g, _):
        i, = ctx.saved_tensors
        return torch.zeros_like(g).scatter(0, i, g)
w = torch.ones(3, requires_grad=True)
y, i = Sort.apply(w)
y.sum().backward()
i.float().sum().backward()

# --- custom-function-float-non-differentiable
class Two(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        a, b = x * 2, x * 3
        ctx.mark_non_differentiable(b)
        return a, b
    @staticmethod
    def backward(ctx, g, _):
        return g * 2
w = torch.ones(3, requires_grad=True)
a, b = Two.apply(w)
a.sum().backward()
b.sum().backward()

# --- custom-function-once-differentiable
from torch.autograd.function import once_differentiable
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x
    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return 2 * x * g
w = torch.ones(3, requires_grad=True)
y = Square.apply(w).sum()
y.backward(retain_graph=True)
y.backward()
y.backward()

# --- custom-function-setup-context
class Scale(torch.autograd.Function):
    @staticmethod
    def forward(x, k):
        return x * k
    @staticmethod
    def setup_context(ctx, inputs, output):
        x, k = inputs
        ctx.save_for_backward(x)
        ctx.k = k
    @staticmethod
    def backward(ctx, g):
        return g * ctx.k, None
w = torch.ones(3, requires_grad=True)
y = Scale.apply(w, 2).sum()
y.backward()
Scale.apply(w, 2).sum().backward()

# --- custom-function-mark-dirty
class AddOne(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.add_(1)
        ctx.mark_dirty(x)
        return x
    @staticmethod
    def backward(ctx, g):
        return g
w = torch.ones(3, requires_grad=True)
x = w.exp()
y = AddOne.apply(x)
y.sum().backward()

# --- custom-function-in-a-module
class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low):
        ctx.save_for_backward(x)
        ctx.low = low
        return x.clamp(min=low)
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return g * (x > ctx.low), None
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
    def forward(self, x):
        return Clamp.apply(self.a(x), 0.0)
net = Net()
for _ in range(2):
    l = net(torch.randn(4, 3)).sum()
    l.backward()
l.backward()

# --- gradient-reversal
class Reverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.k = k
        return x.view_as(x)
    @staticmethod
    def backward(ctx, g):
        return g.neg() * ctx.k, None
trunk, a, b = nn.Linear(3, 3), nn.Linear(3, 1), nn.Linear(3, 1)
h = trunk(torch.randn(4, 3))
(a(h).mean() + b(Reverse.apply(h, 0.5)).mean()).backward()

# --- hooks-of-saved-tensors
w = torch.ones(3, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t.clone(), lambda t: t):
    y = (w * w).exp()
with torch.no_grad():
    w.add_(1)
    y.add_(1)
y.sum().backward()

# --- hooks-of-saved-tensors-twice
w = torch.ones(3, requires_grad=True)
with torch.autograd.graph.save_on_cpu():
    y = (w * w).sum()
y.backward()
y.backward()

# --- hooks-only-within
w = torch.ones(3, requires_grad=True)
with torch.autograd.graph.save_on_cpu():
    y = w * w
z = w * w
with torch.no_grad():
    w.add_(1)
z.sum().backward()

# --- increment-version
w = torch.ones(3, requires_grad=True)
x = w + 1
y = x * x
torch.autograd.graph.increment_version(x)
y.sum().backward()

# --- checkpoint-twice
from torch.utils.checkpoint import checkpoint
m = nn.Sequential(nn.Linear(3, 3), nn.ReLU())
x = torch.randn(4, 3)
y = checkpoint(m, x, use_reentrant=False).sum()
y.backward()
y.backward()

# --- checkpoint-retained
from torch.utils.checkpoint import checkpoint
m = nn.Sequential(nn.Linear(3, 3), nn.ReLU())
y = checkpoint(m, torch.randn(4, 3), use_reentrant=False).sum()
y.backward(retain_graph=True)
y.backward()

# --- checkpoint-stepped
from torch.utils.checkpoint import checkpoint
m = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 3))
opt = torch.optim.SGD(m.parameters(), lr=0.1)
y = checkpoint(m, torch.randn(4, 3), use_reentrant=False).sum()
y.backward(retain_graph=True)
opt.step()
y.backward()

# --- checkpoint-then-an-ordinary-layer-stepped
from torch.utils.checkpoint import checkpoint
m, n = nn.Linear(3, 3), nn.Linear(3, 3)
opt = torch.optim.SGD(n.parameters(), lr=0.1)
y = n(checkpoint(m, torch.randn(4, 3), use_reentrant=False)).sum()
y.backward(retain_graph=True)
opt.step()
y.backward()

# --- reentrant-checkpoint-twice
from torch.utils.checkpoint import checkpoint
m = nn.Sequential(nn.Linear(3, 3), nn.ReLU())
x = torch.randn(4, 3, requires_grad=True)
y = checkpoint(m, x, use_reentrant=True).sum()
y.backward()
y.backward()

# --- reentrant-checkpoint-of-what-keeps-nothing
from torch.utils.checkpoint import checkpoint
x = torch.randn(4, 3, requires_grad=True)
y = checkpoint(lambda v: v + 1, x, use_reentrant=True).sum()
y.backward()
y.backward()

# --- checkpoint-of-what-keeps-nothing
from torch.utils.checkpoint import checkpoint
x = torch.randn(4, 3, requires_grad=True)
y = checkpoint(lambda v: v + 1, x, use_reentrant=False).sum()
y.backward()
y.backward()

# --- reentrant-checkpoint-without-grad
from torch.utils.checkpoint import checkpoint
m = nn.Linear(3, 3)
y = checkpoint(m, torch.randn(4, 3), use_reentrant=True).sum()
y.backward()

# --- reentrant-checkpoint-stepped
from torch.utils.checkpoint import checkpoint
m = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 3))
opt = torch.optim.SGD(m.parameters(), lr=0.1)
x = torch.randn(4, 3, requires_grad=True)
y = checkpoint(m, x, use_reentrant=True).sum()
y.backward(retain_graph=True)
opt.step()
y.backward()

# --- checkpoint-of-several-results
from torch.utils.checkpoint import checkpoint
w = torch.ones(3, requires_grad=True)
a, b = checkpoint(lambda v: (v.exp(), v.sigmoid()), w, use_reentrant=False)
a.sum().backward()
b.sum().backward()

# --- reentrant-checkpoint-of-several-results
from torch.utils.checkpoint import checkpoint
w = torch.ones(3, requires_grad=True)
a, b = checkpoint(lambda v: (v.exp(), v.sigmoid()), w, use_reentrant=True)
a.sum().backward()
b.sum().backward()

# --- checkpoint-sequential
from torch.utils.checkpoint import checkpoint_sequential
m = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 3))
for _ in range(2):
    y = checkpoint_sequential(m, 2, torch.randn(4, 3), use_reentrant=False).sum()
    y.backward()
y.backward()

# --- checkpoint-in-a-loop
from torch.utils.checkpoint import checkpoint
m = nn.Sequential(nn.Linear(3, 3), nn.ReLU())
opt = torch.optim.SGD(m.parameters(), lr=0.1)
h = torch.zeros(4, 3)
for _ in range(3):
    h = checkpoint(m, h, use_reentrant=False)
    opt.zero_grad()
    h.sum().backward()
    opt.step()
    h = h.detach()

# --- traced
f = torch.jit.trace(lambda x: x.exp().sum(), torch.ones(3))
w = torch.ones(3, requires_grad=True)
y = f(w)
y.backward()
y.backward()

# --- no-profiler-changes-anything
from torch.profiler import profile, record_function
w = torch.ones(3, requires_grad=True)
with profile() as p, record_function("forward"):
    y = w.exp().sum()
y.backward()
y.backward()

# --- anomaly-mode
w = torch.ones(3, requires_grad=True)
with torch.autograd.detect_anomaly():
    y = w.exp().sum()
    y.backward()
with torch.autograd.set_detect_anomaly(True):
    y.backward()

# --- forward-mode
import torch.autograd.forward_ad as fwad
w = torch.ones(3, requires_grad=True)
with fwad.dual_level():
    d = fwad.make_dual(w, torch.ones(3))
    p, t = fwad.unpack_dual((d * d).exp())
    (p.sum() + t.sum()).backward()
w.exp().sum().backward()

# --- pytree-of-results
from torch.utils._pytree import tree_map
w = torch.ones(3, requires_grad=True)
made = tree_map(lambda t: t.exp().sum(), {"a": w, "b": [w, w]})
made["a"].backward()
made["b"][0].backward()
made["b"][1].backward()
made["a"].backward()
