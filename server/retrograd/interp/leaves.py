"""Leaves that training has lost sight of: rebound, never registered, or stepped while an old copy of them is used."""

from __future__ import annotations

from typing import Any

from ..autograd import table
from ..autograd.graph import GUESS, Edge, Node
from .state import State, live_tensors
from .values import Ref, TensorObj, Value

_FEW = 6


def lost(st: State, leaves: set[int]) -> bool:
    """Whether none of these leaves can be reached from any name of the program."""
    start: list[Value] = []
    for frame in st.frames:
        start.append(Ref(frame.scope))
        start.extend(frame.stack)
    wanted = [st.heap.get(a) for a in leaves]
    return not any(t in wanted for t in live_tensors(st, start) if t.node is None)


def below(node: Node) -> set[int] | None:
    """The leaves under a node that is a step or a few away from them; None where there is more, or any doubt."""
    seen: set[Node] = set()
    found: set[int] = set()
    stack: list[Edge] = [node]
    while stack:
        e = stack.pop()
        if isinstance(e, Node):
            if e in seen:
                continue
            if len(seen) >= _FEW or e.trust:
                return None
            seen.add(e)
            stack.extend(e.edges)
        else:
            found.add(e)
    return found


def gradient_asked(vm: Any, st: State, t: TensorObj) -> None:
    """`.grad` of a non-leaf is read: None, unless retain_grad() was called. Noted where its leaf is lost."""
    if t.node is None or t.retains or t.node.site is None:
        return
    leaves = below(t.node)
    if leaves and lost(st, leaves):
        vm.log.event("leaf-rebound", t.node.site, how="asked", at=vm.where(st))


def attribute_stored(vm: Any, st: State, target: Ref, v: Value) -> None:
    """A module is given a non-leaf that hangs on a parameter which nothing else holds: it is not registered."""
    if v.__class__ is not Ref:
        return
    t = st.obj(v)
    if t.__class__ is not TensorObj or t.node is None:
        return
    where = vm.where(st)
    if where is None or not vm.is_subclass(st, st.obj(target).cls, "Module"):
        return
    leaves = below(t.node)
    if leaves and all(_is_parameter(st, a) for a in leaves) and lost(st, leaves):
        vm.log.event("leaf-rebound", where, how="unregistered", at=None)


def _is_parameter(st: State, a: int) -> bool:
    leaf = st.heap.get(a)
    return leaf.__class__ is TensorObj and bool(leaf.parameter)


def ran(vm: Any, st: State, executed: list[Node]) -> None:
    """A run in a loop: does it go through an update of a leaf that is lost, or a copy made before the leaf was stepped?"""
    for node in executed:
        if node.update and node.site is not None:
            leaves = below(node)
            if leaves and lost(st, leaves):
                vm.log.event("leaf-rebound", node.site, how="update", at=vm.where(st))
    for frame in reversed(st.frames):
        if not frame.code.file.main:
            continue
        for loop in reversed(frame.loops):
            if len(loop.starts) > 1 and st.stepped > loop.started:
                _stale(vm, st, executed, loop)


def _stale(vm: Any, st: State, executed: list[Node], loop: Any) -> None:
    old = {n for n in executed if n.seq <= loop.started}
    if not old:
        return
    for node in executed:
        if node in old:
            continue
        for e in node.edges:
            if isinstance(e, Node) and e in old:
                for copy in _copies(e):
                    if copy.site is not None and _follows_stepped(st, copy):
                        vm.log.event("stale-forward", copy.site, at=vm.where(st), loop=loop.node)


def _copies(node: Node) -> list[Node]:
    """The nodes, from this one down, whose result has a storage of its own: through views of them."""
    found: list[Node] = []
    seen: set[Node] = set()
    stack: list[Edge] = [node]
    while stack:
        e = stack.pop()
        if not isinstance(e, Node) or e in seen:
            continue
        seen.add(e)
        op = table.operation(e.name)
        if e.trust == GUESS or e.name in ("as_strided", "copy_slices", "unknown"):
            continue
        if op is not None and op.view is not False:
            stack.extend(e.edges)
        else:
            found.append(e)
    return found


def _follows_stepped(st: State, node: Node) -> bool:
    """Whether a leaf below was stepped after the node was built."""
    seen: set[Node] = set()
    stack: list[Edge] = [node]
    while stack:
        e = stack.pop()
        if isinstance(e, Node):
            if e not in seen and e.trust != GUESS:
                seen.add(e)
                stack.extend(e.edges)
            continue
        leaf = st.heap.get(e)
        if leaf.__class__ is TensorObj and leaf.stepped > node.seq:
            return True
    return False


__all__ = ["attribute_stored", "below", "gradient_asked", "lost", "ran"]
