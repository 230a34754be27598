"""Programs over autograd: what is kept, what is freed, what is changed."""

# --- sum-twice-is-silent
a = torch.ones(3, requires_grad=True)
s = (a + 1).sum()
s.backward()
s.backward()

# --- scalar-multiplication-keeps
a = torch.ones(3, requires_grad=True)
s = (a * 2).sum()
s.backward()
s.backward()  # expect: freed-graph

# --- retain-then-last
a = torch.ones(3, requires_grad=True)
s = a.exp().sum()
s.backward(retain_graph=True)
s.backward()

# --- last-retain-is-needless
a = torch.ones(3, requires_grad=True)
s = a.exp().sum()
s.backward(retain_graph=True)
s.backward(retain_graph=True)  # expect: needless-retain-graph

# --- shared-trunk
lin = nn.Linear(3, 3)
h = torch.tanh(lin(torch.ones(2, 3)))
h.sum().backward()
(h * 2).sum().backward()  # expect: freed-graph

# --- shared-trunk-one-run
lin = nn.Linear(3, 3)
h = torch.tanh(lin(torch.ones(2, 3)))
torch.autograd.backward([h.sum(), (h * 2).sum()])

# --- detach-cuts
lin = nn.Linear(3, 3)
h = torch.tanh(lin(torch.ones(2, 3)))
h.sum().backward()
w = torch.ones(3, requires_grad=True)
(h.detach() * w).sum().backward()

# --- relu-result-changed
x = torch.ones(3, requires_grad=True)
y = F.relu(x * 2)
y += 1
y.sum().backward()  # expect: saved-tensor-modified

# --- linear-output-changed-is-fine
lin = nn.Linear(3, 3)
y = lin(torch.ones(2, 3))
y += 1
y.sum().backward()

# --- step-between-retained-single-linear-is-fine
lin = nn.Linear(3, 1)
opt = torch.optim.SGD(lin.parameters(), lr=0.1)
loss = lin(torch.ones(2, 3)).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()

# --- step-between-retained-mlp
net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(torch.ones(2, 3)).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()  # expect: saved-tensor-modified

# --- item-and-back
w = torch.ones(3, requires_grad=True)
loss = torch.tensor((w * 2).sum().item())
loss.backward()  # expect: no-grad-fn

# --- grad-frees-only-the-path
w = torch.ones(3, requires_grad=True)
v = torch.ones(3, requires_grad=True)
h = w.exp()
k = v.exp()
(g,) = torch.autograd.grad((h * 1).sum() + k.sum(), v)
h.sum().backward()

# --- grad-twice
w = torch.ones(3, requires_grad=True)
y = w.exp().sum()
torch.autograd.grad(y, w)
torch.autograd.grad(y, w)  # expect: freed-graph

# --- double-backward
x = torch.ones(3, requires_grad=True)
y = (x ** 3).sum()
(g,) = torch.autograd.grad(y, x, create_graph=True)
g.sum().backward()

# --- gru-cell-retain-and-step-third-pass
cell = nn.GRUCell(3, 3)
opt = torch.optim.SGD(cell.parameters(), lr=0.1)
h = torch.zeros(1, 3)
for _ in range(4):
    h = cell(torch.ones(1, 3), h)
    opt.zero_grad()
    h.sum().backward(retain_graph=True)  # expect: saved-tensor-modified
    opt.step()

# --- carried-state
cell = nn.GRUCell(3, 3)
h = torch.zeros(1, 3)
for _ in range(4):
    h = cell(torch.ones(1, 3), h)
    h.sum().backward()  # expect: freed-graph

# --- carried-state-detached
cell = nn.GRUCell(3, 3)
h = torch.zeros(1, 3)
for _ in range(4):
    h = cell(torch.ones(1, 3), h.detach())
    h.sum().backward()

# --- index-by-int-keeps-nothing
w = torch.ones(3, requires_grad=True)
y = w[0]
y.backward()
y.backward()

# --- index-by-mask-keeps
w = torch.ones(3, requires_grad=True)
y = w[torch.tensor([True, False, True])].sum()
y.backward()
y.backward()  # expect: freed-graph

# --- no-grad-update
w = torch.ones(3, requires_grad=True)
for _ in range(3):
    loss = (w * w).sum()
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
    w.grad = None
# --- assigning to a part keeps, assigning to the whole does not
import torch

w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
x = torch.stack([w, w]).sum(0)
x[:] = w
x.sum().backward()
x.sum().backward()
x[0] = 1.0
x.sum().backward()
x.sum().backward()  # expect: freed-graph
# --- a change of a view keeps
import torch

w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
x = torch.stack([w, w]).sum(0)
x[:2].add_(1)
x.sum().backward()
x.sum().backward()  # expect: freed-graph
# --- a view made under no_grad still requires grad
import torch

w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
with torch.no_grad():
    v = (w + 1).view(3)
    u = w.view(3)
u.sum().backward()
v.sum().backward()  # expect: no-grad-fn
# --- a linear layer with bias gives a view of what is not two-dimensional
import torch
from torch import nn

w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
h = torch.zeros(3, requires_grad=True)
y = nn.Linear(3, 3)(w)
y += h
torch.autograd.grad(y.sum(), h)
torch.autograd.grad((y + y).sum(), h)  # expect: freed-graph
