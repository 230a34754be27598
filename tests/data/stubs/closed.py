"""Closed programs, each leaving what it found in `result`: the engine must find what CPython finds."""

# --- functools-calls
from functools import partial, reduce, wraps
def f(a, b, c=0, **k):
    return a, b, c, k
g = partial(f, 1, c=5)
def deco(fn):
    @wraps(fn)
    def inner(*a):
        return ("w", fn(*a))
    return inner
@deco
def h(x):
    return x + 1
result = [g(2), g(3, c=7), g(4, d=1), g.func is f, reduce(lambda a, b: a * b, [1, 2, 3, 4]), reduce(lambda a, b: a + b, [], 9), h(3)]

# --- lru-cache
from functools import lru_cache, cache
calls = []
@lru_cache(maxsize=2)
def f(x, y=0):
    calls.append((x, y))
    return x + y
@cache
def g():
    calls.append("g")
    return len(calls)
out = [f(1), f(1), f(2), f(1), f(3), f(1), f(2), f(2, y=1), g(), g()]
f.cache_clear()
out.append(f(2))
result = [out, calls]

# --- cached-property
from functools import cached_property, partialmethod
class A:
    n = 0
    @cached_property
    def p(self):
        A.n = A.n + 1
        return [A.n]
    def add(self, x, y):
        return x * 10 + y
    add3 = partialmethod(add, 3)
a, b = A(), A()
a.p.append(5)
result = [a.p, b.p, a.p is a.p, A.n, a.add3(4)]

# --- lru-cache-method
from functools import lru_cache
class A:
    calls = []
    @lru_cache(None)
    def m(self, k):
        self.calls.append(k)
        return k
a, b = A(), A()
result = [a.m(1), a.m(1), b.m(1), A.calls]

# --- singledispatch
from functools import singledispatch
@singledispatch
def show(x):
    return "other"
@show.register(int)
def _(x):
    return "int"
@show.register(list)
def _l(x):
    return "list"
result = [show(1), show([1]), show("s"), show(2.0)]

# --- itertools
from itertools import *
result = [
    list(chain([1], (2, 3), {4: 5})), list(chain.from_iterable([[1, 2], [3]])), list(islice([1, 2, 3, 4, 5, 6], 2)), list(islice([1, 2, 3, 4, 5, 6], 1, 5, 2)),
    list(islice(count(3, 2), 4)), list(islice(cycle("ab"), 5)), list(repeat(7, 3)), list(accumulate([1, 2, 3])), list(accumulate([1, 2, 3], lambda a, b: a * b, initial=2)),
    list(product([1, 2], "ab")), list(product([0, 1], repeat=2)), list(combinations([1, 2, 3], 2)), list(permutations([1, 2, 3], 2)), list(zip_longest([1, 2], [3], fillvalue=0)),
    list(starmap(lambda a, b: a + b, [(1, 2), (3, 4)])), list(takewhile(lambda x: x < 3, [1, 2, 5, 1])), list(dropwhile(lambda x: x < 3, [1, 2, 5, 1])),
    list(filterfalse(lambda x: x % 2, range(5))), list(compress("abc", [1, 0, 1])), [(k, list(g)) for k, g in groupby([1, 1, 2, 1])],
    list(combinations_with_replacement([1, 2], 2)), list(pairwise([1, 2, 3])), list(islice([1, 2], 5)), [list(t) for t in tee([1, 2])], list(permutations([1, 2])),
]

# --- chain-generators
from itertools import chain, islice
def gen():
    yield 1
    yield 2
result = [list(chain(gen(), gen(), [3])), list(islice(gen(), 1)), next(chain([], [9]))]

# --- cycle
import itertools
it = itertools.cycle([1, 2, 3])
result = [next(it) for _ in range(8)]

# --- contextlib
from contextlib import *
log = []
@contextmanager
def tag(name):
    log.append("in " + name)
    try:
        yield name.upper()
    except ValueError:
        log.append("caught")
    finally:
        log.append("out " + name)
with tag("a") as t:
    log.append(t)
with tag("b"):
    raise ValueError("x")
try:
    with tag("c"):
        raise KeyError("x")
except KeyError:
    log.append("key")
with suppress(IndexError, KeyError):
    [][0]
    log.append("never")
with nullcontext(5) as n, nullcontext() as m:
    log.append((n, m))
class C:
    def close(self):
        log.append("closed")
with closing(C()) as c:
    log.append("body")
@tag("deco")
def f():
    log.append("f")
    return 3
log.append(f())
log.append(f())
with ExitStack() as stack:
    log.append(stack.enter_context(tag("s1")))
    stack.callback(log.append, "cb")
    stack.enter_context(tag("s2"))
result = log

# --- contextmanager-method
from contextlib import contextmanager
class A:
    def __init__(self):
        self.on = False
    @contextmanager
    def mode(self, v=True):
        old, self.on = self.on, v
        yield self
        self.on = old
a = A()
out = []
with a.mode() as b:
    out.append((a.on, b is a))
    with a.mode(False):
        out.append(a.on)
def g():
    with a.mode():
        return a.on
out.append(g())
out.append(a.on)
result = out

# --- collections
from collections import deque, defaultdict, OrderedDict, namedtuple, ChainMap
d = deque([1, 2, 3], maxlen=3)
d.append(4)
d.appendleft(0)
out = [list(d), len(d), d[0], d[-1], d.pop(), d.popleft(), list(d), bool(deque()), 2 in d, d.maxlen]
e = deque(range(5))
e.rotate(2)
out.append(list(e))
e.rotate(-1)
out.append(list(e))
e.extend([7, 8])
e.extendleft([9, 10])
out += [list(e), [x for x in reversed(e)]]
del e[0]
e[0] = "z"
out.append(list(e))
m = deque(maxlen=2)
for i in range(5):
    m.append(i)
out.append(list(m))
dd = defaultdict(list)
dd["a"].append(1)
dd["a"].append(2)
dd["b"]
out += [dict(dd), "c" in dd, len(dd), dd.get("zz"), sorted(dd), list(dd.items()), list(dd.values())]
dd2 = defaultdict(lambda: 5)
dd2["x"] += 1
out.append(dict(dd2))
P = namedtuple("P", ["x", "y"])
p = P(1, y=2)
x, y = p
Q = namedtuple("Q", "a b, c", defaults=(7, 8))
out += [p.x, p[1], x, y, len(p), list(p), p._fields, p._asdict(), p._replace(x=9).x, list(Q(1)), list(Q(*[1, 2])), P._make([3, 4]).y, p == (1, 2), [f for f in Q._fields], [*p], p == P(1, 2)]
batch = P(*zip(*[P(1, 2), P(3, 4)]))
out += [batch.x, batch.y]
o = OrderedDict([("k", 1), ("j", 2)])
out += [list(o), ChainMap({"a": 1}, {"a": 2, "b": 3})["b"], list(ChainMap({"a": 1}, {"b": 3}))]
result = out

# --- dataclasses
from dataclasses import dataclass, field, replace, asdict, fields, astuple
@dataclass
class A:
    x: int
    y: int = 2
    z: list = field(default_factory=list)
@dataclass(repr=False)
class B(A):
    w: str = "w"
    v: float = field(default=1.5, repr=False)
    total: int = field(init=False, default=0)
    k = 9
    def __post_init__(self):
        object.__setattr__(self, "total", self.x + self.y)
a, b = A(1), A(1, z=[5])
a.z.append(3)
c = B(4, y=6)
out = [a.x, a.y, a.z, b.z, c.total, c.w, c.v, c.k, asdict(a), asdict(c), replace(a, x=8).x, [f.name for f in fields(c)], A(1) == A(1), A(1) == A(2), astuple(b), A.y]
try:
    A()
except TypeError:
    out.append("missing")
result = out

# --- enum
from enum import Enum, IntEnum, auto
class C(Enum):
    RED = 1
    BLUE = "b"
    def up(self):
        return self.name.upper()
    @property
    def low(self):
        return self.name.lower()
class D(IntEnum):
    A = auto()
    B = auto()
out = [C.RED.value, C.BLUE.name, C("b") is C.BLUE, C["RED"] is C.RED, C.RED == C.RED, C.RED == C.BLUE, C.RED is C(1), [m.name for m in C], C.RED.up(), C.BLUE.low, D.A == 1, D.B > D.A, D.B + 1, isinstance(C.RED, C), C.RED in (C.BLUE, C.RED), {C.RED: 3}[C.RED]]
try:
    C(7)
except ValueError:
    out.append("no")
result = out

# --- typing
from typing import NamedTuple, Optional, List, Dict, Generic, TypeVar, cast, Protocol, TypedDict, overload, Callable, Union
import typing as t
T = TypeVar("T")
class P(NamedTuple):
    x: int
    y: Optional[List[int]] = None
    def both(self):
        return (self.x, self.y)
class G(Generic[T]):
    def __init__(self, v: T):
        self.v = v
class Q(Protocol):
    def f(self) -> int: ...
class R(Q):
    def f(self):
        return 3
class TD(TypedDict, total=False):
    a: int
p = P(3)
x, y = p
def f(v: t.Union[int, str], *a: "Foo") -> Dict[str, int]:
    return cast(int, v)
N = NamedTuple("N", [("a", int), ("b", str)])
result = [p.x, p.y, p.both(), x, y, P(1, [2]).y, G(4).v, G[int](5).v, R().f(), TD(a=1), f(6), t.TYPE_CHECKING, N(1, "z").b, p._replace(x=7).x, list(P(5, [6]))]

# --- types-operator-abc
from types import SimpleNamespace, MethodType
from operator import itemgetter, attrgetter, mul, add, methodcaller
from abc import ABC, abstractmethod
class Base(ABC):
    @abstractmethod
    def f(self): ...
    def g(self):
        return self.f() + 1
class Sub(Base):
    def f(self):
        return 1
n = SimpleNamespace(a=1, b=[2])
n.c = 3
def m(self, k):
    return self.a + k
n.m = MethodType(m, n)
rows = [(2, "b"), (1, "a")]
result = [n.a, n.b, n.c, n.m(4), Sub().g(), itemgetter(1)(rows[0]), itemgetter(1, 0)(rows[0]), attrgetter("a")(n), mul(3, 4), add([1], [2]), methodcaller("upper")("x"), isinstance(Sub(), Base)]

# --- math
import math
result = [math.ceil(2.1), math.floor(2.9), math.ceil(-2.1), math.floor(-2.1), math.ceil(4), math.prod([2, 3]), math.pi, math.inf > 3, math.sqrt(16), math.trunc(2.7), math.ceil(10 / 3), math.floor(7 / 2)]

# --- argparse-namespace
import argparse
ns = argparse.Namespace(lr=0.1, epochs=3)
ns.k = 5
result = [ns.lr, ns.epochs, ns.k, "lr" in ns]

# --- tqdm
from tqdm import tqdm, trange
from tqdm.auto import tqdm as auto
import tqdm as whole
out = [i for i in tqdm([1, 2])]
bar = auto(range(3), desc="d", disable=True)
for i in bar:
    bar.set_postfix(x=1)
    out.append(i)
with tqdm(total=3, disable=True) as pbar:
    pbar.update(1)
out += [len(tqdm([1, 2], disable=True)), list(trange(2, disable=True)), [i for i, x in enumerate(tqdm("ab", disable=True))], list(whole.tqdm([9], disable=True))]
result = out

# --- queues-and-coroutines
import queue, weakref, heapq, asyncio
q = queue.Queue()
q.put(1)
q.put(2)
class A: pass
a = A()
async def co(x):
    await asyncio.sleep(0)
    return x + 1
async def main():
    return await asyncio.gather(co(1), co(2))
result = [q.get(), q.qsize(), q.empty(), weakref.ref(a)() is a, asyncio.run(main())]

# --- sys-exit
import sys
out = []
try:
    sys.exit(1)
except SystemExit:
    out.append("exit")
result = out

# --- pytest-unittest
import pytest, unittest
out = []
with pytest.raises(ValueError):
    raise ValueError("x")
with pytest.raises((KeyError, ValueError)) as info:
    {}["k"]
def boom(x):
    raise RuntimeError(x)
pytest.raises(RuntimeError, boom, 3)
@pytest.mark.parametrize("x", [1, 2])

def fix(x=1):
    return 1
class T(unittest.TestCase):
    def test_it(self):
        with self.assertRaises(RuntimeError):
            boom(1)
        self.assertRaises(RuntimeError, boom, 1)
        self.assertEqual(1, 1)
        out.append("it")
T("test_it").test_it()
result = out

# --- random
from random import sample, shuffle, seed
import random
random.seed(0)
x = [1]
random.shuffle(x)
result = [x, len(random.sample([1, 2, 3], 2)), random.choice([7]), len(random.choices([1, 2, 3], k=2))]

# --- futures
from concurrent.futures import ThreadPoolExecutor, as_completed
with ThreadPoolExecutor(max_workers=1) as pool:
    one = pool.submit(lambda a, b: a + b, 1, b=2)
    result = [one.result(), list(pool.map(str, [1, 2])), [f.result() for f in as_completed([one])]]

# --- attrs
import attr
from attrs import define, field
@attr.s
class A:
    x = attr.ib()
    y = attr.ib(default=None)
    z = attr.ib(factory=list)
@define
class B:
    x: int
    y: int = 3
    z: list = field(factory=list)
a, b = A(1), B(2, z=[4])
result = [a.x, a.y, a.z, b.x, b.y, b.z, attr.evolve(b, x=5).x]

