"""The state of one path: its heap, frames, facts and autograd life; forking it, and telling when two states are one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..autograd.graph import Life
from .values import Bound, Ref, Value


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

    __slots__ = ("budget", "entry", "head", "node", "plan", "round", "spent", "started", "starts")

    def __init__(self, head: int, node: Any) -> None:
        self.head = head
        self.node = node
        self.round = 0
        self.entry = 0
        self.spent = False
        self.plan: Any = None
        self.started = 0
        self.budget = 0
        self.starts: list[int] = []

    def copy(self) -> Loop:
        new = Loop(self.head, self.node)
        new.round = self.round
        new.entry = self.entry
        new.spent = self.spent
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
    """Everything that holds on one path. `hollow` says that data from outside turned out to be empty on it."""

    __slots__ = (
        "assumptions",
        "base",
        "facts",
        "forked",
        "frames",
        "grad",
        "heap",
        "hollow",
        "inference",
        "life",
        "names",
        "reach",
        "serial",
        "side",
        "stamp",
        "stepped",
        "todo",
        "token",
        "trust",
        "uid",
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
        self.uid = 0
        self.forked = (0, 0)
        self.stepped = 0
        self.hollow = False
        self.reach: Any = None
        self.names: list[Any] = []

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
        new.hollow = self.hollow
        new.reach = None
        new.names = self.names
        new.assumptions = self.assumptions
        new.serial = self.serial
        new.todo = self.todo
        new.stamp = self.stamp
        new.uid = self.uid
        new.forked = self.forked
        return new

    def place(self) -> tuple[Any, ...]:
        """Where the state is: states at one place may be one."""
        return tuple(f.order() for f in self.frames)


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
