"""The state of one path: its heap, frames, facts and autograd life; forking it, and telling when two states are one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..autograd.graph import Life, Node
from .values import Bound, GenObj, Obj, Ref, Unk, Value


class NeedDecision(Exception):
    """Raised by an instruction that cannot go on until a condition is decided: one branch a possibility.

    The instruction must not have changed the state before; each branch gets its own copy and runs the instruction again.
    """

    def __init__(self, branches: list[Callable[[State], None]]) -> None:
        self.branches = branches


class Raised(Exception):
    """A Python exception of the program under analysis, on its way to a handler."""

    def __init__(self, value: Value) -> None:
        self.value = value


class Loop:
    """What is known of a loop that a frame is in."""

    __slots__ = ("asked", "budget", "head", "node", "plan", "round", "started", "starts")

    def __init__(self, head: int, node: Any) -> None:
        self.head = head
        self.node = node
        self.round = 0
        self.asked = 0
        self.plan: Any = None
        self.started = 0
        self.budget = 0
        self.starts: list[int] = []

    def copy(self) -> Loop:
        new = Loop(self.head, self.node)
        new.round = self.round
        new.asked = self.asked
        new.plan = self.plan
        new.started = self.started
        new.budget = self.budget
        new.starts = list(self.starts)
        return new


class Frame:
    """One activation of a code object."""

    __slots__ = ("blocks", "born", "code", "gen", "loops", "module", "pc", "ret", "scope", "self_", "stack")

    def __init__(self, code: Any, scope: int) -> None:
        self.code = code
        self.pc = 0
        self.stack: list[Value] = []
        self.scope = scope
        self.blocks: list[tuple[int, int, int]] = []
        self.loops: list[Loop] = []
        self.ret: Any = None
        self.gen: int | None = None
        self.self_: Value = None
        self.module = scope
        self.born = 0

    def copy(self) -> Frame:
        new = Frame.__new__(Frame)
        new.code = self.code
        new.pc = self.pc
        new.stack = list(self.stack)
        new.scope = self.scope
        new.blocks = list(self.blocks)
        new.loops = [x.copy() for x in self.loops]
        new.ret = self.ret
        new.gen = self.gen
        new.self_ = self.self_
        new.module = self.module
        new.born = self.born
        return new

    def order(self) -> tuple[int, ...]:
        """Where the frame is, comparable along the program: enclosing loops with their rounds, then the instruction."""
        key: list[int] = []
        for loop in self.loops:
            key.append(loop.head)
            key.append(loop.round)
        key.append(self.pc)
        return tuple(key)


class State:
    """Everything that holds on one path."""

    __slots__ = (
        "assumptions",
        "base",
        "facts",
        "frames",
        "grad",
        "heap",
        "inference",
        "life",
        "serial",
        "side",
        "stamp",
        "stepped",
        "todo",
        "token",
        "trust",
    )

    def __init__(self, base: dict[int, Any]) -> None:
        self.base = base
        self.heap: dict[int, Any] = {}
        self.token = object()
        self.frames: list[Frame] = []
        self.facts: dict[Any, Any] = {}
        self.side: dict[Any, Value] = {}
        self.life = Life()
        self.grad = True
        self.inference = False
        self.trust = 0
        self.assumptions: tuple[str, ...] = ()
        self.serial: tuple[Any, ...] = ()
        self.todo: tuple[Any, Value] | None = None
        self.stamp = 0
        self.stepped = 0

    def obj(self, ref: Ref) -> Any:
        """The heap object, to read."""
        return self.heap.get(ref.a) or self.base[ref.a]

    def own(self, ref: Ref) -> Any:
        """The heap object, to change: copied first where another state may share it."""
        return self.own_at(ref.a)

    def own_at(self, a: int) -> Any:
        found = self.heap.get(a)
        if found is not None and found.owner is self.token:
            return found
        new = (found or self.base[a]).copy()
        new.owner = self.token
        self.heap[a] = new
        return new

    def fork(self) -> State:
        """A copy that can go another way."""
        new = State.__new__(State)
        new.base = self.base
        new.heap = dict(self.heap)
        new.token = object()
        self.token = object()
        new.frames = [f.copy() for f in self.frames]
        new.facts = dict(self.facts)
        new.side = dict(self.side)
        new.life = self.life.copy()
        new.grad = self.grad
        new.inference = self.inference
        new.trust = self.trust
        new.stepped = self.stepped
        new.assumptions = self.assumptions
        new.serial = self.serial
        new.todo = self.todo
        new.stamp = self.stamp
        return new

    def place(self) -> tuple[Any, ...]:
        """Where the state is: states at one place may be one."""
        return tuple(f.order() for f in self.frames)


class _Different(Exception):
    pass


class _Match:
    """Compares two states in lockstep; fresh addresses, nodes and unknown keys may differ by name."""

    def __init__(self, one: State, two: State) -> None:
        self.one, self.two = one, two
        self.refs: dict[int, int] = {}
        self.nodes: dict[Node, Node] = {}
        self.work: list[tuple[int, int]] = []

    def value(self, x: Value, y: Value) -> None:
        if x is y:
            return
        kind = x.__class__
        if kind is not y.__class__:
            raise _Different
        if kind is Ref:
            self.address(x.a, y.a)
        elif kind is tuple or kind is list:
            if len(x) != len(y):
                raise _Different
            for p, q in zip(x, y):
                self.value(p, q)
        elif kind is dict:
            if len(x) != len(y):
                raise _Different
            for (k, p), (m, q) in zip(x.items(), y.items()):
                self.value(k, m)
                self.value(p, q)
        elif kind is Node:
            self.node(x, y)
        elif kind is Bound:
            self.value(x.func, y.func)
            self.value(x.self, y.self)
        elif kind is Unk:
            if x.key != y.key and (x.deps or y.deps or x.kind != y.kind or not _fresh(x.key) or not _fresh(y.key)):
                raise _Different
        elif x != y:
            raise _Different

    def address(self, a: int, b: int) -> None:
        if a == b:
            return
        known = self.refs.get(a)
        if known is not None:
            if known != b:
                raise _Different
            return
        if a in self.two.heap or b in self.one.heap:
            raise _Different
        self.refs[a] = b
        self.work.append((a, b))

    def node(self, x: Node, y: Node) -> None:
        stack = [(x, y)]
        while stack:
            x, y = stack.pop()
            if x is y or self.nodes.get(x) is y:
                continue
            if x.name != y.name or x.site is not y.site or x.keeps != y.keeps or len(x.edges) != len(y.edges):
                raise _Different
            if len(x.saved) != len(y.saved) or x.trust != y.trust:
                raise _Different
            for s, t in zip(x.saved, y.saved):
                if self._stale(self.one, s) != self._stale(self.two, t):
                    raise _Different
            freed_x, freed_y = self.one.life.freed.get(x), self.two.life.freed.get(y)
            if (freed_x is None) != (freed_y is None) or (freed_x and freed_y and freed_x.site is not freed_y.site):
                raise _Different
            self.nodes[x] = y
            for e, f in zip(x.edges, y.edges):
                if isinstance(e, Node) and isinstance(f, Node):
                    stack.append((e, f))
                elif isinstance(e, Node) or isinstance(f, Node):
                    raise _Different
                else:
                    self.address(e, f)

    @staticmethod
    def _stale(state: State, saved: Any) -> bool:
        return bool(state.life.versions.get(saved.storage, 0) != saved.version)

    def objects(self, x: Obj, y: Obj) -> None:
        if x is y:
            return
        if x.__class__ is not y.__class__:
            raise _Different
        for name in x.__class__.__slots__:
            p, q = getattr(x, name), getattr(y, name)
            if p is q:
                continue
            if name in ("storage", "label", "site", "seen", "stepped", "of"):
                continue
            if name == "scope" and isinstance(p, int):
                self.address(p, q)
            elif name == "frame" and isinstance(x, GenObj):
                self.frame(p, q)
            elif name == "parent":
                if p is None or q is None:
                    raise _Different
                self.address(p, q)
            else:
                self.value(p, q)

    def frame(self, x: Frame | None, y: Frame | None) -> None:
        if x is None or y is None:
            if x is not y:
                raise _Different
            return
        if x.code is not y.code or x.pc != y.pc or len(x.stack) != len(y.stack) or x.blocks != y.blocks:
            raise _Different
        if [(p.head, p.round) for p in x.loops] != [(p.head, p.round) for p in y.loops]:
            raise _Different
        self.address(x.scope, y.scope)
        self.value(x.stack, y.stack)


def _fresh(key: Any) -> bool:
    return isinstance(key, tuple) and bool(key) and key[0] == "new"


def same(one: State, two: State) -> bool:
    """Whether the two states, at the same place, are one but for the names of what is new and for their facts."""
    if (
        one.todo is not None
        or two.todo is not None
        or one.grad != two.grad
        or one.inference != two.inference
        or one.trust != two.trust
        or len(one.frames) != len(two.frames)
    ):
        return False
    match = _Match(one, two)
    try:
        for mine, theirs in zip(one.frames, two.frames):
            match.frame(mine, theirs)
        heap, other = one.heap, two.heap
        for a, x in heap.items():
            y = other.get(a)
            if y is not None and y is not x:
                match.objects(x, y)
            elif y is None and a in one.base:
                match.objects(x, one.base[a])
        for a, y in other.items():
            if a not in heap and a in one.base:
                match.objects(one.base[a], y)
        while match.work:
            a, b = match.work.pop()
            match.objects(heap.get(a) or one.base[a], other.get(b) or two.base[b])
        if not _life_same(one, two, match):
            return False
        for key, x in one.side.items():
            if key in two.side:
                match.value(x, two.side[key])
        while match.work:
            a, b = match.work.pop()
            match.objects(heap.get(a) or one.base[a], other.get(b) or two.base[b])
    except _Different:
        return False
    return True


def _life_same(one: State, two: State, match: _Match) -> bool:
    freed, other = one.life.freed, two.life.freed
    if len(freed) != len(other) or freed.keys() != other.keys():
        live: set[Node] | None = None
        for node in freed.keys() ^ other.keys():
            if node in match.nodes or node in match.nodes.values():
                continue
            if live is None:
                live = live_nodes(one) | live_nodes(two)
            if node in live:
                return False
    v, w = one.life.versions, two.life.versions
    if v != w:
        if live_saves(one, {s for s in v.keys() | w.keys() if v.get(s, 0) != w.get(s, 0)}):
            return False
    return True


def roots(state: State) -> list[Value]:
    """Every value that the frames of a state hold directly."""
    found: list[Value] = []
    for frame in state.frames:
        found.append(Ref(frame.scope))
        found.extend(frame.stack)
    found.extend(state.side.values())
    return found


def live_tensors(state: State, start: list[Value] | None = None) -> list[Any]:
    """Every tensor object that can still be reached (library objects aside)."""
    found: list[Any] = []
    seen: set[int] = set()
    stack: list[Value] = roots(state) if start is None else list(start)
    heap = state.heap
    while stack:
        v = stack.pop()
        kind = v.__class__
        if kind is Ref:
            if v.a in seen:
                continue
            seen.add(v.a)
            o = heap.get(v.a)
            if o is None:
                continue
            name = o.__class__.__name__
            if name == "TensorObj":
                found.append(o)
                stack.append(o.grad)
                if o.base is not None:
                    stack.append(o.base)
                if o.attrs:
                    stack.extend(o.attrs.values())
            elif name == "ScopeObj":
                stack.extend(o.vars.values())
                if o.parent is not None:
                    stack.append(Ref(o.parent))
            elif name in ("ListObj",):
                stack.extend(o.items)
            elif name == "DictObj":
                stack.extend(o.items.keys())
                stack.extend(o.items.values())
            elif name == "SetObj":
                stack.extend(o.items)
            elif name in ("InstObj", "ClassObj"):
                stack.extend(o.attrs.values())
                if name == "InstObj":
                    stack.append(o.cls)
            elif name == "FuncObj":
                stack.append(Ref(o.scope))
                stack.extend(o.defaults)
                stack.extend(o.attrs.values())
            elif name == "IterObj":
                stack.append(o.source)
            elif name == "GenObj" and o.frame is not None:
                stack.append(Ref(o.frame.scope))
                stack.extend(o.frame.stack)
            elif name == "ModuleObj":
                stack.append(Ref(o.scope))
        elif kind is tuple:
            stack.extend(v)
        elif kind is Bound:
            stack.append(v.func)
            stack.append(v.self)
    return found


def live_nodes(state: State) -> set[Node]:
    """Every autograd node that a reachable tensor hangs on."""
    seen: set[Node] = set()
    stack = [t.node for t in live_tensors(state) if t.node is not None]
    for v in roots(state):
        if v.__class__ is Unk:
            stack.extend(e for e in v.deps if isinstance(e, Node))
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        stack.extend(e for e in node.edges if isinstance(e, Node) and e not in seen)
    return seen


def live_saves(state: State, storages: set[int]) -> bool:
    """Whether a reachable, unfreed node saved one of these storages, or a reachable tensor lies in one."""
    freed = state.life.freed
    return any(s.storage in storages for n in live_nodes(state) if n not in freed for s in n.saved)


def merge_facts(one: State, two: State) -> bool:
    """Make `one` stand for both, if their facts allow that without inventing a path; says whether it was done."""
    f, g = one.facts, two.facts
    if f == g:
        return True
    differing = [k for k in f.keys() | g.keys() if f.get(k, _NOTHING) != g.get(k, _NOTHING)]
    if all(k not in f for k in differing):
        return True
    if all(k not in g for k in differing):
        for k in differing:
            del f[k]
        return True
    if len(differing) == 1:
        k = differing[0]
        if k[0] == "b" and k in f and k in g:
            del f[k]
            return True
        if k[0] == "iv" and k in f and k in g:
            (lo, hi), (mn, mx) = f[k], g[k]
            f[k] = (min(lo, mn), max(hi, mx))
            return True
    return False


_NOTHING = object()
