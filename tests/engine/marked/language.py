"""Programs over the language: one after another, each between two `# ---` lines."""

# --- keyword-call
a = torch.tensor([2.0], requires_grad=True)
def f(x, *args, k=3, **kw):
    return x * k
b = f(a, k=2)
b.backward()
b.backward()  # expect: freed-graph

# --- inheritance-and-property
a = torch.tensor([2.0], requires_grad=True)
class A:
    def __init__(self, w): self.w = w
    @property
    def y(self): return self._y
    @y.setter
    def y(self, v): self._y = v
    def step(self):
        self.y = self.w * 2
        self.y.backward()
class B(A):
    def __init__(self, w):
        super().__init__(w)
        self.n = 0
    def step(self):
        super().step()
        self.n += 1
        if self.n == 3:
            self.y.backward()  # expect: freed-graph
b = B(a)
for i in range(5):
    b.step()

# --- generators
a = torch.tensor([2.0], requires_grad=True)
def gen(n):
    for i in range(n):
        yield a * i
for l in gen(3):
    l.backward()
xs = [x for x in gen(2)]
xs[0].backward()
xs[-1].backward()
xs[1].backward()  # expect: freed-graph

# --- try-except
a = torch.tensor([2.0], requires_grad=True)
try:
    b = a * 2
    b.backward()
    b.backward()
except RuntimeError as e:
    print(e)
finally:
    c = 1
b.backward()  # expect: freed-graph

# --- handler-chosen
a = torch.tensor([2.0], requires_grad=True)
b = a * 2
try:
    b.backward()
    raise ValueError("x")
except (KeyError, ValueError):
    c = a * 3
    c.backward()
c.backward()  # expect: freed-graph

# --- no-grad-and-nonlocal
a = torch.tensor([2.0], requires_grad=True)
with torch.no_grad():
    b = a * 2
print(b.requires_grad)
assert not b.requires_grad
c = a * 2
c.backward()
def g():
    def h():
        nonlocal q
        q += 1
        return q
    q = 0
    h(); h()
    return q
if g() == 2:
    c.backward()  # expect: freed-graph

# --- dict-comprehension
a = torch.tensor([2.0], requires_grad=True)
d = {"a": a * 2, "b": a * 3}
for k, v in d.items():
    v.backward()
e = {k: v for k, v in zip("xy", d.values())}
e["y"].backward()  # expect: freed-graph

# --- match-statement
a = torch.tensor([2.0], requires_grad=True)
x = 5
match x:
    case 1 | 2:
        b = a * 1
    case int(y) if y > 3:
        b = a * 2
b.backward()
match (1, 2, 3):
    case [p, *q]:
        n = len(q)
    case _:
        n = 0
if n == 2: b.backward()  # expect: freed-graph

# --- while-loop
a = torch.tensor([2.0], requires_grad=True)
i = 0
while True:
    i += 1
    if i > 3: break
    if i == 2: continue
    b = a * i
    b.backward()
else:
    b.backward()
b.backward()  # expect: freed-graph

# --- lambdas-map-starred
a = torch.tensor([2.0], requires_grad=True)
import functools
@functools.wraps(print)
def f(): pass
fs = [lambda x, i=i: x * i for i in range(3)]
l = sum(f(a) for f in fs)
l.backward()
l2 = fs[0](a) + fs[1](a)
l2.backward()
m = list(map(lambda t: t * 2, [a, a]))
m[0].backward()
m[1].backward()
first, *rest = m
first.backward()  # expect: freed-graph

# --- context-manager
a = torch.tensor([2.0], requires_grad=True)
class Ctx:
    def __enter__(self): 
        self.b = a * 2
        return self.b
    def __exit__(self, *exc): self.b.backward()
with Ctx() as t:
    t.backward(retain_graph=True)
with Ctx() as t:
    pass
t.backward()  # expect: freed-graph

# --- retain-by-counter
a = torch.tensor([2.0], requires_grad=True)
def run(n, flag=False):
    b = a * 2
    for i in range(n):
        b.backward(retain_graph=(i < n - 1))
    if flag:
        return b
    return None
run(3)
r = run(2, flag=True)
if r is not None and (z := 3) > 2:
    r.backward()  # expect: freed-graph

# --- nested-loops
a = torch.tensor([2.0], requires_grad=True)
b = a * 2
for i in range(3):
    for j in range(2):
        if j == 1:
            break
        b.backward(retain_graph=True)
b.backward()
print(f"{b.item():.3f} {i}")
(b + 1).backward()  # expect: freed-graph
# --- a comprehension's variable does not outlive it in functions defined before
import torch


def f(x):
    x.sum().backward(retain_graph=True)  # expect: no-grad-fn


w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = [x.exp() for x in [w]][0].detach()
f(y)
# --- what may be an array is compared without deciding anything
import numpy as np
import torch
from torch import nn

a = np.random.uniform(1, 2, size=4)[:, np.newaxis]
labels = torch.from_numpy(((a - 1) > 0.5).astype(np.float32))
net = nn.Linear(1, 1)
loss = net(labels).exp().sum()
loss.backward()
loss.backward()  # expect: freed-graph
