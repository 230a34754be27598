"""What grows from round to round: a value whose graph reaches back through every round of a loop, and who keeps it.

After three whole rounds of a loop, the nodes that each round built are told apart by their numbers. A place of the
program that reaches nodes of all three holds a graph that grows; so does a run that keeps what it goes through.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

from ..autograd.graph import GUESS, Edge, Node, Run
from . import carriers
from .carriers import Holder
from .state import Frame, Loop, State
from .values import DictObj, InstObj, ListObj, Ref, SetObj, TensorObj, Unk, Value

ROUNDS = 3
_ALL = (1 << ROUNDS) - 1


@dataclass(frozen=True, slots=True, eq=False)
class Growth:
    """A place that keeps a graph of every round: `box` the container or object, if it is one. `sites` are those of the nodes that it holds itself; `rounds` gives
    each node that it reaches the bit of its round."""

    holder: Holder
    box: int | None
    keeper: Any
    entry: int
    sites: frozenset[int]
    rounds: dict[Node, int]
    adds: bool
    assumptions: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Rerun:
    """A run that keeps the graph and goes back through all earlier rounds, with a step in between."""

    where: Any
    run: Run
    node: Node
    holder: Holder | None
    loops: tuple[Any, ...]
    sites: frozenset[int]
    assumptions: tuple[str, ...]


class Keeps:
    """Who last gave a container or an attribute a value: the frames in the text, deepest first, with their ages."""

    def __init__(self) -> None:
        self.by: dict[tuple[int, str | None], tuple[tuple[Any, int, int], ...]] = {}

    def note(self, st: State, box: Ref, name: str | None) -> None:
        """A value is stored by the frames of the state."""
        self.by[box.a, name] = tuple((f.code, f.pc, f.born) for f in reversed(st.frames) if f.code.file.main)


def whole_rounds(vm: Any, st: State, fr: Frame, loop: Loop) -> None:
    """A loop of the text has gone through `ROUNDS` whole rounds: look for what grows."""
    bounds = loop.starts
    if any(a == b for a, b in itertools.pairwise(bounds)) or _within_module(vm, st):
        return
    walk = _Walk(st, bounds)
    for holding in walk.full():
        found = _growth(vm, st, fr, loop, walk, holding)
        if found is not None:
            vm.log.growths.setdefault(holding.place(), found)


def still(vm: Any, st: State, loop: Loop) -> None:
    """The loop ends: what no longer holds the graphs of its first rounds has let them go in time."""
    if not any(g.entry == loop.entry for g in vm.log.growths.values()):
        return
    held = {h.place() for h in _Walk(st, loop.starts).full()}
    for key, found in vm.log.growths.items():
        if found.entry == loop.entry and key not in held:
            vm.log.wanted.add(key)


def _within_module(vm: Any, st: State) -> bool:
    """Whether a module's forward is being executed: its loops are the layers or time steps of one pass."""
    return any(f.code.name == "forward" and f.self_ is not None and f.self_[0] is not None for f in st.frames)


@dataclass(frozen=True, slots=True, eq=False)
class _Holding:
    name: str
    kind: str
    attribute: str
    box: Ref | None
    key: str | None
    code: Any
    nodes: tuple[Node, ...]
    chain: bool

    def place(self) -> tuple[Any, ...]:
        """What names the place in every round."""
        return (self.box.a, self.key) if self.box is not None else (id(self.code), self.name)


class _Walk:
    """Which rounds each node, object and named place reaches."""

    def __init__(self, st: State, bounds: list[int]) -> None:
        self.st = st
        self.bounds = bounds
        self.masks: dict[Node, int] = {}
        self.objects: dict[int, int] = {}

    def round_of(self, node: Node) -> int:
        """The bit of the round that built a node."""
        bounds = self.bounds
        for i in range(ROUNDS):
            if bounds[i] < node.seq <= bounds[i + 1]:
                return 1 << i
        return 0

    def node(self, root: Node) -> int:
        """The rounds that a node reaches, of those that rest on no guess."""
        masks, first = self.masks, self.bounds[0]
        stack = [root]
        while stack:
            node = stack[-1]
            if node in masks:
                stack.pop()
                continue
            if node.seq <= first or node.trust == GUESS:
                masks[node] = 0
                stack.pop()
                continue
            below = [e for e in node.edges if isinstance(e, Node)]
            open_ = [e for e in below if e not in masks]
            if open_:
                stack.extend(open_)
                continue
            mask = self.round_of(node)
            for e in below:
                mask |= masks[e]
            masks[node] = mask
            stack.pop()
        return masks[root]

    def value(self, v: Value) -> int:
        """The rounds that a value reaches."""
        c = v.__class__
        if c is tuple:
            mask = 0
            for x in v:
                mask |= self.value(x)
            return mask
        if c is Unk:
            mask = 0
            for e in v.deps:
                if isinstance(e, Node):
                    mask |= self.node(e)
            return mask
        if c is not Ref:
            return 0
        known = self.objects.get(v.a)
        if known is not None:
            return known
        o = self.st.heap.get(v.a)
        self.objects[v.a] = 0
        mask = 0
        if o.__class__ is TensorObj:
            if o.node is not None:
                mask = self.node(o.node)
        else:
            for _, x in _children(o):
                mask |= self.value(x)
        self.objects[v.a] = mask
        return mask

    def nodes(self, v: Value, depth: int = 0) -> list[Node]:
        """The nodes that the tensors in a value hang on."""
        c = v.__class__
        if c is tuple:
            return [n for x in v for n in self.nodes(x, depth + 1)]
        if c is Unk:
            return [e for e in v.deps if isinstance(e, Node)]
        if c is not Ref or depth > 4:
            return []
        o = self.st.heap.get(v.a)
        if o.__class__ is TensorObj:
            return [o.node] if o.node is not None else []
        return [n for _, x in _children(o) for n in self.nodes(x, depth + 1) if self.value(x)]

    def full(self) -> list[_Holding]:
        """The innermost places that reach every round, those of inner frames first."""
        found: list[_Holding] = []
        seen: set[int] = set()
        for frame in reversed(self.st.frames):
            if not frame.code.file.main:
                continue
            a: int | None = frame.scope
            while a is not None and a not in seen:
                seen.add(a)
                scope = self.st.heap.get(a)
                if scope is None:
                    break
                for name, v in scope.vars.items():
                    if not name.startswith(".") and self.value(v) == _ALL:
                        found.append(self._innermost(frame.code, name.split(".")[0], v))
                a = scope.parent
        return found

    def _innermost(self, code: Any, name: str, v: Value) -> _Holding:
        kind, attribute = "variable", ""
        box: Ref | None = None
        key: str | None = None
        for _ in range(20):
            if v.__class__ is not Ref:
                break
            o = self.st.heap.get(v.a)
            inner = next(((k, x) for k, x in _children(o) if self.value(x) == _ALL), None)
            if o.__class__ is TensorObj:
                break
            if o.__class__ is InstObj:
                if inner is None:
                    break
                box, key, v = v, inner[0], inner[1]
                kind, attribute = "attribute", str(key)
                name = f"{name}.{key}"
            else:
                kind = "element"
                box, key = v, None
                if inner is None:
                    break
                v = inner[1]
        chain = v.__class__ is not Ref or self.st.heap.get(v.a).__class__ is TensorObj
        return _Holding(name, kind, attribute, box, key, code, tuple(self.nodes(v)), chain)


def _children(o: Any) -> list[tuple[str | None, Value]]:
    c = o.__class__
    if c is ListObj or c is SetObj:
        return [(None, x) for x in o.items]
    if c is DictObj:
        return [(None, x) for x in o.items.values()]
    if c is InstObj:
        return [(k, x) for k, x in o.attrs.items() if not k.startswith(".")]
    return []


def _growth(vm: Any, st: State, fr: Frame, loop: Loop, walk: _Walk, holding: _Holding) -> Growth | None:
    nodes = [n for n in holding.nodes if walk.node(n)]
    if not nodes or not _trains(st, walk, nodes):
        return None
    holder = Holder(holding.name, holding.kind, holding.attribute, nodes[-1], loop.node, holding.code)
    if holding.chain:
        goal = _oldest(walk, nodes)
        carrier = carriers.carried(st, goal, list(nodes), loop, fr)
        if carrier is None or carrier.name != holding.name:
            return None
    keeper = None
    if holding.box is not None:
        keeper = _keeper(vm, walk, nodes, vm.keeps.by.get((holding.box.a, holding.key)))
    words = dict.fromkeys(n.assumption for n in walk.masks if n.assumption)
    adds = holding.chain and all(n.name in ("add", "sum", "stack", "cat") for n in nodes)
    sites = frozenset(id(n.site.node) for n in nodes if n.site)
    rounds = {n: walk.round_of(n) for n in _below(walk, nodes)}
    box = holding.box.a if holding.box is not None else None
    return Growth(holder, box, keeper, loop.entry, sites, rounds, adds, tuple(words))


def _oldest(walk: _Walk, nodes: list[Node]) -> Node:
    """A node of the first round below `nodes`, the one built last."""
    best: Node | None = None
    seen: set[Node] = set()
    stack = list(nodes)
    while stack:
        node = stack.pop()
        if node in seen or not walk.node(node):
            continue
        seen.add(node)
        if walk.round_of(node) == 1 and (best is None or node.seq > best.seq):
            best = node
        stack.extend(e for e in node.edges if isinstance(e, Node))
    assert best is not None
    return best


def _trains(st: State, walk: _Walk, nodes: list[Node]) -> bool:
    """Whether each round goes through one and the same parameter anew: a pass of a model, not a part of one pass."""
    leaves: dict[int, set[int]] = {}
    for node in _below(walk, nodes):
        if node.trust and node.assumption:
            return True
        found = leaves.setdefault(walk.round_of(node), set())
        for e in node.edges:
            if not isinstance(e, Node):
                found.add(e)
    shared = set.intersection(*(leaves.get(1 << i, set()) for i in range(ROUNDS)))
    for a in shared:
        leaf = st.heap.get(a)
        if leaf.__class__ is TensorObj and (leaf.parameter or leaf.stepped):
            return True
    return False


def _keeper(vm: Any, walk: _Walk, nodes: list[Node], frames: Any) -> Any:
    """The statement that hands the value over, in the code that computed it: the call of a helper, not the line in it."""
    if not frames:
        return None
    recent = [n for n in _below(walk, nodes) if walk.round_of(n) == 1 << (ROUNDS - 1)]
    for code, pc, born in frames:
        if not any(n.seq <= born for n in recent):
            return code.where(pc)
    code, pc, _ = frames[-1]
    return code.where(pc)


def _below(walk: _Walk, nodes: list[Node]) -> set[Node]:
    seen: set[Node] = set()
    stack = list(nodes)
    while stack:
        node = stack.pop()
        if node in seen or not walk.node(node):
            continue
        seen.add(node)
        stack.extend(e for e in node.edges if isinstance(e, Node))
    return seen


def wanted(growths: dict[Any, Growth], executed: list[Node], used: set[Any]) -> None:
    """A run frees: what it goes through in several rounds at once was collected for it."""
    for key, growth in growths.items():
        if key not in used:
            rounds = 0
            for node in executed:
                rounds |= growth.rounds.get(node, 0)
            if rounds & (rounds - 1):
                used.add(key)


def ran(vm: Any, st: State, run: Run, executed: list[Node], roots: list[Edge]) -> None:
    """A run that keeps the graph, in a third or later round: does it go back through the rounds before?"""
    for frame in reversed(st.frames):
        if not frame.code.file.main:
            continue
        for loop in reversed(frame.loops):
            starts = loop.starts
            if len(starts) < ROUNDS or st.stepped <= starts[-2]:
                continue
            older = [n for n in executed if n.seq <= starts[-1] and n.seq > starts[0] and n.trust < GUESS]
            if not any(n.seq <= starts[-2] for n in older):
                continue
            kept = [n for n in older if n.keeps] or older
            newest = max(kept, key=lambda n: n.seq)
            key = (id(run.site.node) if run.site else None,)
            if key not in vm.log.reruns:
                words = dict.fromkeys(n.assumption for n in executed if n.assumption)
                vm.log.reruns[key] = Rerun(
                    run.site,
                    run,
                    newest,
                    carriers.holder(st, newest, roots),
                    vm.loops(st),
                    frozenset(id(n.site.node) for n in older if n.site),
                    tuple(words),
                )
            return
