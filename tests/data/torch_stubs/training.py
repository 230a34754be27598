"""Training as it is written: steps, accumulation, scaling, checkpoints, averages, saved states."""

# --- retain-step-two-layers
m = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1))
opt = torch.optim.Adam(m.parameters())
l = m(torch.randn(4, 3)).mean()
l.backward(retain_graph=True)
opt.step()
l.backward()

# --- two-losses-one-forward-steps-between
m = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
opt = torch.optim.SGD(m.parameters(), lr=0.1)
y = m(torch.randn(4, 3))
a, b = y.mean(), y.pow(2).mean()
opt.zero_grad()
a.backward(retain_graph=True)
opt.step()
opt.zero_grad()
b.backward()

# --- head-only-step
trunk, head = nn.Linear(3, 3), nn.Linear(3, 1)
opt = torch.optim.SGD(head.parameters(), lr=0.1)
h = trunk(torch.randn(4, 3))
a = head(h.detach()).mean()
a.backward()
opt.step()
h.sum().backward()

# --- scaler-both-losses
m = nn.Linear(3, 1)
scaler = torch.amp.GradScaler("cpu")
opt = torch.optim.SGD(m.parameters(), lr=0.1)
y = m(torch.randn(4, 3))
scaler.scale(y.mean()).backward()
scaler.scale(y.sum()).backward()

# --- scaler-loop
m = nn.Linear(3, 1)
scaler = torch.amp.GradScaler("cpu")
opt = torch.optim.SGD(m.parameters(), lr=0.1)
for i in range(3):
    opt.zero_grad()
    with torch.amp.autocast("cpu"):
        l = m(torch.randn(4, 3)).mean()
    scaler.scale(l).backward()
    scaler.unscale_(opt)
    torch.nn.utils.clip_grad_norm_(m.parameters(), 1.0)
    scaler.step(opt)
    scaler.update()

# --- scaled-sum-keeps-the-scale
w = torch.ones(3, requires_grad=True)
scaler = torch.amp.GradScaler("cpu")
s = scaler.scale(w.sum())
s.backward()
s.backward()

# --- disabled-scaler-keeps-nothing
w = torch.ones(3, requires_grad=True)
scaler = torch.amp.GradScaler("cpu", enabled=False)
s = scaler.scale(w.sum())
s.backward()
s.backward()

# --- scaler-of-several
m = nn.Linear(3, 1)
scaler = torch.amp.GradScaler("cpu")
a, b = scaler.scale([m(torch.randn(4, 3)).mean(), m(torch.randn(4, 3)).mean()])
a.backward()
b.backward()

# --- autocast-keeps-copies-of-weights
m = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1))
opt = torch.optim.SGD(m.parameters(), lr=0.1)
with torch.autocast("cpu", dtype=torch.bfloat16):
    l = m(torch.randn(4, 3)).float().mean()
l.backward(retain_graph=True)
opt.step()
l.backward()

# --- autocast-off-does-not
m = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1))
opt = torch.optim.SGD(m.parameters(), lr=0.1)
with torch.autocast("cpu", enabled=False):
    l = m(torch.randn(4, 3)).mean()
l.backward(retain_graph=True)
opt.step()
l.backward()

# --- autocast-twice
m = nn.Linear(3, 1)
with torch.autocast("cpu"):
    l = m(torch.randn(4, 3)).float().mean()
l.backward()
l.backward()

# --- autocast-decorator
m = nn.Linear(3, 1)
@torch.autocast("cpu")
def step(x):
    return m(x).float().mean()
for _ in range(2):
    step(torch.randn(4, 3)).backward()

# --- accumulation
m = nn.Linear(3, 1)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
for i in range(4):
    (m(torch.randn(4, 3)).mean() / 2).backward()
    if (i + 1) % 2 == 0:
        opt.step()
        opt.zero_grad()

# --- ema-of-parameters
import copy
m = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1))
ema = copy.deepcopy(m)
for p in ema.parameters():
    p.requires_grad_(False)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
for _ in range(3):
    with torch.no_grad():
        t = ema(torch.randn(4, 3))
    l = F.mse_loss(m(torch.randn(4, 3)), t)
    opt.zero_grad()
    l.backward()
    opt.step()
    with torch.no_grad():
        for p, q in zip(ema.parameters(), m.parameters()):
            p.mul_(0.9).add_(q, alpha=0.1)

# --- ema-before-backward
import copy
m = nn.Linear(3, 1)
teacher = copy.deepcopy(m)
x = torch.randn(4, 3, requires_grad=True)
l = (m(x) - teacher(x)).pow(2).mean()
with torch.no_grad():
    for p, q in zip(teacher.parameters(), m.parameters()):
        p.lerp_(q, 0.1)
l.backward()

# --- ema-by-data-is-not-seen
import copy
m = nn.Linear(3, 1)
teacher = copy.deepcopy(m)
x = torch.randn(4, 3, requires_grad=True)
l = (m(x) - teacher(x)).pow(2).mean()
for p, q in zip(teacher.parameters(), m.parameters()):
    p.data.mul_(0.9).add_(q.data, alpha=0.1)
l.backward()

# --- averaged-model
m = nn.Linear(3, 1)
swa = torch.optim.swa_utils.AveragedModel(m)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
for _ in range(3):
    opt.zero_grad()
    m(torch.randn(4, 3)).mean().backward()
    opt.step()
    swa.update_parameters(m)
swa(torch.randn(4, 3)).mean().backward()

# --- averaged-model-updated-before-backward
m = nn.Linear(3, 1)
swa = torch.optim.swa_utils.AveragedModel(m)
x = torch.randn(4, 3, requires_grad=True)
l = swa(x).mean()
swa.update_parameters(m)
swa.update_parameters(m)
l.backward()

# --- load-between
m = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1))
state = {k: v.clone() for k, v in m.state_dict().items()}
l = m(torch.randn(4, 3)).mean()
m.load_state_dict(state)
l.backward()

# --- load-before-forward
m = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1))
m.load_state_dict(m.state_dict())
m(torch.randn(4, 3)).mean().backward()

# --- target-network-loaded-between
q, target = nn.Linear(3, 2), nn.Linear(3, 2)
x = torch.randn(4, 3)
with torch.no_grad():
    want = target(x).max(1)[0]
l = F.mse_loss(q(x).max(1)[0], want)
target.load_state_dict(q.state_dict())
l.backward()

# --- target-with-graph-loaded-between
q, target = nn.Linear(3, 2), nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 2))
x = torch.randn(4, 3)
l = F.mse_loss(q(x), target(x))
target.load_state_dict(target.state_dict())
l.backward()

# --- state-dict-has-no-graph
m = nn.Linear(3, 1)
s = m.state_dict()["weight"]
s.sum().backward()

# --- state-dict-keep-vars
m = nn.Linear(3, 1)
s = m.state_dict(keep_vars=True)["weight"]
s.sum().backward()

# --- state-dict-shares-versions
m = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1))
l = m(torch.randn(4, 3)).mean()
m.state_dict()["1.weight"].mul_(0.5)
l.backward()

# --- init-after-forward
m = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1))
l = m(torch.randn(4, 3)).mean()
nn.init.xavier_uniform_(m[1].weight)
l.backward()

# --- init-of-what-is-not-kept
m = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1))
l = m(torch.randn(4, 3)).mean()
nn.init.zeros_(m[1].bias)
nn.init.normal_(m[0].weight, std=0.02)
l.backward()

# --- apply-init
def init(m):
    if isinstance(m, nn.Linear):
        nn.init.kaiming_normal_(m.weight)
        m.bias.data.fill_(0.01)
net = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1))
net.apply(init)
l = net(torch.randn(4, 3)).mean()
l.backward()

# --- apply-init-before-backward
def init(m):
    if isinstance(m, nn.Linear):
        nn.init.kaiming_normal_(m.weight)
net = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1))
l = net(torch.randn(4, 3)).mean()
net.apply(init)
l.backward()

# --- reset-parameters-between
m = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1))
l = m(torch.randn(4, 3)).mean()
m[1].reset_parameters()
l.backward()

# --- deepcopy-of-module
import copy
m = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1))
n = copy.deepcopy(m)
opt = torch.optim.SGD(n.parameters(), lr=0.1)
l = m(torch.randn(4, 3)).mean()
n(torch.randn(4, 3)).mean().backward()
opt.step()
l.backward()

# --- deepcopy-of-result
import copy
w = torch.ones(3, requires_grad=True)
y = w * 2
try:
    copy.deepcopy(y)
except RuntimeError:
    pass
y.sum().backward()

# --- optimizer-over-a-result
w = torch.ones(3, requires_grad=True)
y = w * 2
try:
    torch.optim.SGD([y], lr=0.1)
except ValueError:
    y.sum().backward()
y.sum().backward()

# --- optimizer-over-a-leaf
x = torch.zeros(3, requires_grad=True)
opt = torch.optim.Adam([x], lr=0.1)
for _ in range(3):
    opt.zero_grad()
    (x - 1).pow(2).sum().backward()
    opt.step()

# --- lbfgs-closure
w = torch.ones(3, requires_grad=True)
opt = torch.optim.LBFGS([w])
x = torch.randn(4, 3)
def closure():
    opt.zero_grad()
    l = (x @ w).pow(2).sum()
    l.backward()
    return l
for _ in range(2):
    opt.step(closure)

# --- lbfgs-closure-over-an-old-graph
w = torch.ones(3, requires_grad=True)
opt = torch.optim.LBFGS([w])
x = torch.randn(4, 3)
y = (x * w).exp()
def closure():
    opt.zero_grad()
    l = (y - 1).pow(2).sum()
    l.backward()
    return l
opt.step(closure)

# --- closure-under-no-grad
w = torch.ones(3, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
def closure():
    l = w.pow(2).sum()
    l.backward()
    return l
with torch.no_grad():
    opt.step(closure)

# --- param-groups-edited
m = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1))
opt = torch.optim.SGD(m[0].parameters(), lr=0.1)
opt.add_param_group({"params": m[1].parameters()})
for g in opt.param_groups:
    g["lr"] *= 0.5
l = m(torch.randn(4, 3)).mean()
l.backward(retain_graph=True)
opt.step()
l.backward()

# --- own-optimizer
class Plain(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, dict(lr=lr))
    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if len(state) == 0:
                    state["m"] = torch.zeros_like(p)
                state["m"].mul_(0.9).add_(p.grad)
                p.add_(state["m"], alpha=-group["lr"])
m = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1))
opt = Plain(m.parameters())
for _ in range(2):
    opt.zero_grad()
    l = m(torch.randn(4, 3)).mean()
    l.backward(retain_graph=True)
    opt.step()
l.backward()

# --- own-optimizer-by-data
class Plain(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, dict(lr=lr))
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                p.data.add_(p.grad.data, alpha=-group["lr"])
m = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1))
opt = Plain(m.parameters())
l = m(torch.randn(4, 3)).mean()
l.backward(retain_graph=True)
opt.step()
l.backward()

