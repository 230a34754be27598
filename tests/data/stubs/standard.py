"""torch with the standard library: what decides about a graph there."""

# --- lru-cache-keeps-a-graph
from functools import lru_cache
w = torch.ones(2, requires_grad=True)
@lru_cache(maxsize=None)
def scaled(n):
    return (w * n).exp()
for n in [1, 2, 1]:
    scaled(n).sum().backward()  # expect: freed-graph

# --- lru-cache-other-keys
from functools import lru_cache
w = torch.ones(2, requires_grad=True)
@lru_cache(maxsize=None)
def scaled(n):
    return (w * n).exp()
for n in [1, 2, 3]:
    scaled(n).sum().backward()

# --- lru-cache-cleared
import functools
w = torch.ones(2, requires_grad=True)
@functools.cache
def scaled():
    return w.exp()
for n in range(3):
    scaled().sum().backward()
    scaled.cache_clear()

# --- cached-property-keeps-a-graph
from functools import cached_property
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(2))
    @cached_property
    def kernel(self):
        return self.w.exp()
    def forward(self, x):
        return (self.kernel * x).sum()
m = Model()
m(torch.ones(2)).backward()
m(torch.ones(2)).backward()  # expect: freed-graph

# --- property-does-not
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(2))
    @property
    def kernel(self):
        return self.w.exp()
m = Model()
m.kernel.sum().backward()
m.kernel.sum().backward()

# --- wraps-keeps-the-function
from functools import wraps
def logged(fn):
    @wraps(fn)
    def inner(*args, **kwargs):
        return fn(*args, **kwargs)
    return inner
w = torch.ones(2, requires_grad=True)
@logged
def loss_of(x):
    return (w * x).exp().sum()
loss = loss_of(torch.ones(2))
loss.backward()
loss.backward()  # expect: freed-graph

# --- partial
from functools import partial
w = torch.ones(2, requires_grad=True)
def f(a, b, scale=1.0):
    return (a * b * scale).exp().sum()
g = partial(f, w, scale=2.0)
g(torch.ones(2)).backward()
out = g(b=torch.ones(2))
out.backward()
out.backward()  # expect: freed-graph

# --- reduce
from functools import reduce
ws = [torch.ones(2, requires_grad=True) for _ in range(3)]
out = reduce(lambda a, b: a * b, ws)
out.sum().backward()
out.sum().backward()  # expect: freed-graph

# --- chained-parameters-are-stepped
import itertools
a, b = nn.Linear(2, 2), nn.Linear(2, 2)
opt = torch.optim.SGD(itertools.chain(a.parameters(), b.parameters()), lr=0.1)
loss = b(torch.tanh(a(torch.ones(1, 2)))).sum()
loss.backward(retain_graph=True)
opt.step()
loss.backward()  # expect: saved-tensor-modified

# --- cycle-gives-the-same-graph-again
import itertools
w = torch.ones(2, requires_grad=True)
outs = itertools.cycle([(w * i).exp().sum() for i in range(2)])
next(outs).backward()
next(outs).backward()
next(outs).backward()  # expect: freed-graph

# --- islice
import itertools
w = torch.ones(2, requires_grad=True)
def losses():
    while True:
        yield w.exp().sum()
for loss in itertools.islice(losses(), 3):
    loss.backward()

# --- contextmanager-yields-a-graph
from contextlib import contextmanager
w = torch.ones(2, requires_grad=True)
@contextmanager
def scaled(loss):
    yield loss * 2
loss = w.sum()
with scaled(loss) as s:
    s.backward()
    s.backward()  # expect: freed-graph

# --- contextmanager-with-no-grad
from contextlib import contextmanager
w = torch.ones(2, requires_grad=True)
@contextmanager
def quiet():
    with torch.no_grad():
        yield
with quiet():
    out = w.exp().sum()
out.backward()  # expect: no-grad-fn

# --- nullcontext-chosen
from contextlib import nullcontext
w = torch.ones(2, requires_grad=True)
train = True
with nullcontext() if train else torch.no_grad():
    out = w.exp().sum()
out.backward()

# --- suppressed
import contextlib
w = torch.ones(2, requires_grad=True)
out = w.exp().sum()
out.backward()
with contextlib.suppress(RuntimeError):
    out.backward()

# --- exit-stack
from contextlib import ExitStack
w = torch.ones(2, requires_grad=True)
with ExitStack() as stack:
    stack.enter_context(torch.no_grad())
    out = w.exp().sum()
out.backward()  # expect: no-grad-fn

# --- deque-of-graphs
from collections import deque
w = torch.ones(2, requires_grad=True)
recent = deque(maxlen=2)
for i in range(4):
    recent.append((w * i).exp().sum())
    sum(recent).backward()  # expect: freed-graph

# --- deque-of-one
from collections import deque
w = torch.ones(2, requires_grad=True)
recent = deque(maxlen=1)
for i in range(4):
    recent.append((w * i).exp().sum())
    sum(recent).backward()

# --- deque-of-detached
from collections import deque
w = torch.ones(2, requires_grad=True)
bank = deque(maxlen=3)
for i in range(5):
    h = (w * i).exp()
    loss = h.sum() + sum(b.sum() for b in bank)
    loss.backward()
    bank.append(h.detach())

# --- defaultdict-of-states
from collections import defaultdict
cell = nn.GRUCell(2, 2)
state = defaultdict(lambda: torch.zeros(1, 2))
for step in range(3):
    state["a"] = cell(torch.ones(1, 2), state["a"])
    state["a"].sum().backward()  # expect: freed-graph

# --- defaultdict-of-lists
from collections import defaultdict
w = torch.ones(2, requires_grad=True)
meters = defaultdict(list)
for step in range(3):
    loss = w.exp().sum()
    loss.backward()
    meters["loss"].append(loss.item())

# --- namedtuple-carries
from collections import namedtuple
State = namedtuple("State", ["h", "c"])
cell = nn.LSTMCell(2, 2)
s = State(torch.zeros(1, 2), torch.zeros(1, 2))
for step in range(3):
    s = State(*cell(torch.ones(1, 2), (s.h, s.c)))
    s.h.sum().backward()  # expect: freed-graph

# --- namedtuple-detached
from typing import NamedTuple
class State(NamedTuple):
    h: torch.Tensor
    c: torch.Tensor
    def detach(self):
        return State(self.h.detach(), self.c.detach())
cell = nn.LSTMCell(2, 2)
s = State(torch.zeros(1, 2), torch.zeros(1, 2))
for step in range(3):
    h, c = cell(torch.ones(1, 2), tuple(s))
    h.sum().backward()
    s = State(h, c).detach()

# --- transitions-zipped
import random
from collections import deque, namedtuple
Transition = namedtuple("Transition", ("state", "action", "reward"))
net = nn.Linear(2, 1)
memory = deque(maxlen=100)
for i in range(4):
    memory.append(Transition(torch.ones(2), torch.zeros(1), 1.0))
    batch = Transition(*zip(*random.sample(memory, len(memory))))
    loss = net(torch.stack(batch.state)).tanh().sum()
    loss.backward()

# --- replayed-log-probs
import random
from collections import deque
w = torch.ones(2, requires_grad=True)
memory = deque(maxlen=50)
for i in range(3):
    memory.append((w * i).tanh().sum())
    loss = sum(random.sample(memory, len(memory)))
    loss.backward()  # expect: freed-graph

# --- dataclass-state
from dataclasses import dataclass, field, replace
@dataclass
class State:
    h: torch.Tensor
    log: list = field(default_factory=list)
cell = nn.GRUCell(2, 2)
s = State(torch.zeros(1, 2))
for step in range(3):
    s = replace(s, h=cell(torch.ones(1, 2), s.h))
    s.h.sum().backward()  # expect: freed-graph

# --- dataclass-config
from dataclasses import dataclass
@dataclass
class Config:
    retain: bool = True
    steps: int = 3
cfg = Config(steps=2)
w = torch.ones(2, requires_grad=True)
out = w.exp().sum()
for step in range(cfg.steps):
    out.backward(retain_graph=cfg.retain and step < cfg.steps - 1)

# --- enum-chooses
from enum import Enum
class Mode(Enum):
    TRAIN = "train"
    TEST = "test"
def run(mode):
    out = torch.ones(2, requires_grad=True).exp().sum()
    out.backward()
    if mode is Mode.TEST or mode == Mode("test"):
        out.backward()
run(Mode.TRAIN)

# --- simple-namespace-holds
from types import SimpleNamespace
box = SimpleNamespace(h=torch.zeros(1, 2))
cell = nn.GRUCell(2, 2)
for step in range(3):
    box.h = cell(torch.ones(1, 2), box.h)
    box.h.sum().backward()  # expect: freed-graph

# --- typing-is-transparent
from typing import Generic, Optional, TypeVar, cast
T = TypeVar("T", bound=nn.Module)
class Holder(Generic[T]):
    def __init__(self, m: T) -> None:
        self.m = m
net = Holder[nn.Linear](nn.Linear(2, 2))
out = cast(torch.Tensor, net.m(torch.ones(1, 2)).exp().sum())
out.backward()
out.backward()  # expect: freed-graph

# --- exit-ends-the-program
import sys
w = torch.ones(2, requires_grad=True)
out = w.exp().sum()
out.backward()
if __name__ == "__main__":
    try:
        sys.exit(0)
    except SystemExit:
        out = w.exp().sum()
out.backward()

# --- expected-by-a-test
import pytest
def test_twice():
    w = torch.ones(2, requires_grad=True)
    out = w.exp().sum()
    out.backward()
    with pytest.raises(RuntimeError, match="second time"):
        out.backward()
test_twice()

# --- expected-by-unittest
import unittest
class Test(unittest.TestCase):
    def setUp(self):
        self.w = torch.ones(2, requires_grad=True)
    def test_twice(self):
        out = self.w.exp().sum()
        out.backward()
        with self.assertRaises(RuntimeError):
            out.backward()
        self.assertRaises(RuntimeError, out.backward)
t = Test("test_twice")
t.setUp()
t.test_twice()

# --- numpy-round-trip
import numpy as np
w = torch.ones(2, requires_grad=True)
losses = []
for i in range(3):
    loss = (w * np.float32(2.0)).exp().sum() * np.pi
    loss.backward()
    losses.append(loss.item())
    mean = np.mean(losses)
    if isinstance(loss, np.ndarray):
        loss.backward()
x = torch.from_numpy(np.array([1.0, 2.0]))
(w.double()[None, :] * x[np.newaxis]).exp().sum().backward()

# --- queue-of-graphs
import queue
w = torch.ones(2, requires_grad=True)
q = queue.Queue()
out = w.exp().sum()
q.put(out)
out.backward()
q.get().backward()  # expect: freed-graph

# --- heap-of-numbers
import heapq
w = torch.ones(2, requires_grad=True)
heap = []
for i in range(3):
    loss = w.exp().sum()
    heapq.heappush(heap, (loss.item(), i))
    loss.backward()
heapq.heappop(heap)

# --- operator-functions
import operator
w = torch.ones(2, requires_grad=True)
pairs = {"a": (w * 2).exp(), "b": w.exp()}
out = operator.mul(*operator.itemgetter("a", "b")(pairs)).sum()
out.backward()
pairs["b"].sum().backward()  # expect: freed-graph

# --- abstract-base
from abc import ABC, abstractmethod
class Loss(ABC, nn.Module):
    @abstractmethod
    def compute(self, x): ...
    def forward(self, x):
        return self.compute(x).sum()
class Exp(Loss):
    def compute(self, x):
        return x.exp()
out = Exp()(torch.ones(2, requires_grad=True))
out.backward()
out.backward()  # expect: freed-graph

# --- copied-network
import copy
net = nn.Linear(2, 2)
target = copy.deepcopy(net)
for _ in range(2):
    loss = (net(torch.ones(1, 2)) - target(torch.ones(1, 2)).detach()).pow(2).sum()
    loss.backward()
for p, q in zip(net.parameters(), target.parameters()):
    q.data.copy_(p.data)

# --- math-and-ceil
import math
w = torch.ones(2, requires_grad=True)
n = math.ceil(5 / 2)
out = w.exp().sum()
for i in range(n):
    out.backward(retain_graph=i < n - 1)

# --- weakly-held
import weakref
net = nn.Linear(2, 2)
back = weakref.ref(net)
out = back()(torch.ones(1, 2)).exp().sum()
out.backward()
out.backward()  # expect: freed-graph
