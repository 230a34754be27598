"""What the execution notes for the rules as it goes: gradients that are used and reset, values kept, loops that grow."""

from __future__ import annotations

import ast
from typing import Any

from ..autograd.graph import Edge, Node, Run
from . import carriers, growth, leaves
from .carriers import Holder
from .state import Frame, Loop, State
from .values import Ref, TensorObj, Value


def read(vm: Any, st: State, v: Value) -> None:
    """A value is looked at (printed, compared, turned into a number)."""


def discarded(vm: Any, st: State, fr: Frame, v: Ref) -> None:
    """The result of an expression statement is thrown away: noted for a detach, which changes nothing by itself."""
    node = fr.code.nodes[fr.pc - 1]
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "detach"
        and not node.args
    ):
        t = st.obj(v)
        if t.__class__ is TensorObj and t.cut:
            vm.log.event("discarded-detach", fr.code.where(fr.pc))


def loop_ended(vm: Any, st: State, fr: Frame, loop: Loop) -> None:
    """A loop of the text under analysis is left."""
    if len(loop.starts) == loop.round == growth.ROUNDS:
        loop.starts.append(vm.seq)
        growth.whole_rounds(vm, st, fr, loop)
    elif len(loop.starts) > growth.ROUNDS:
        growth.still(vm, st, loop)


def new_round(vm: Any, st: State, fr: Frame, loop: Loop) -> None:
    """A loop of the text under analysis begins its second or a later round: its heap is kept to tell who carries what."""
    loop.starts.append(vm.seq)
    if len(loop.starts) == growth.ROUNDS + 1:
        growth.whole_rounds(vm, st, fr, loop)
    loop.plan = dict(st.heap)
    st.token = object()


def kept(vm: Any, st: State, box: Ref, v: Value, name: str | None = None) -> None:
    """A container or an attribute of an object is given a value to keep."""
    if v.__class__ is Ref or v.__class__ is tuple:
        vm.keeps.note(st, box, name)


def emptied(vm: Any, st: State, box: Ref) -> None:
    """A container loses what it held, in these loops of the text."""
    vm.log.emptied.setdefault(box.a, set()).update(id(node) for node, _, _ in vm.loops(st))


def attribute_stored(vm: Any, st: State, target: Ref, name: str, v: Value) -> None:
    """An attribute of an object is assigned."""
    kept(vm, st, target, v, name)
    leaves.attribute_stored(vm, st, target, v)


def ran(vm: Any, st: State, run: Run, executed: list[Node], roots: list[Edge]) -> None:
    """A run went through these nodes."""
    if run.keeps:
        growth.ran(vm, st, run, executed, roots)
    elif vm.log.growths:
        growth.wanted(vm.log.growths, executed, vm.log.wanted)
    leaves.ran(vm, st, executed)


def changed(vm: Any, st: State, ref: Ref) -> None:
    """A tensor was changed in place: a leaf so changed is stepped by hand."""
    t = st.obj(ref)
    if t.requires_grad and t.node is None:
        _moved(vm, st, ref)


def _moved(vm: Any, st: State, leaf: Ref) -> None:
    vm.seq += 1
    st.own(leaf).stepped = st.stepped = vm.seq


def overwritten(vm: Any, st: State, ref: Ref) -> None:
    """A tensor gets new values throughout: where it is a gradient, that is its reset."""
    leaf = st.side.get(("gradient", st.obj(ref).storage))
    if leaf is not None:
        _reset(st, leaf)


def _reset(st: State, leaf: Ref) -> None:
    own = st.own(leaf)
    own.used = None
    own.stale = None


def grad_assigned(vm: Any, st: State, ref: Ref, v: Value) -> None:
    """`.grad` of a leaf is assigned."""
    _reset(st, ref)
    st.own(ref).lost = None


def grad_read(vm: Any, st: State, ref: Ref, t: TensorObj) -> None:
    """`.grad` of a leaf is looked at; where it holds a sum over passes, that is now used."""
    if t.node is not None:
        leaves.gradient_asked(vm, st, t)
    if t.grad is None:
        return
    _use(vm, st, ref, t)
    if t.used is None:
        st.own(ref).used = ("read", vm.where(st), vm.loops(st))


def _use(vm: Any, st: State, ref: Ref, t: TensorObj) -> None:
    if t.stale is not None:
        where, used, loops, _ = t.stale
        vm.log.event("not-zeroed", where, leaf=ref.a, used=used[1], kind=used[0], loops=loops)


def accumulated(vm: Any, st: State, ref: Ref, t: TensorObj, run: Run) -> None:
    """A backward adds to `.grad`: noted where a step has used it already, or an earlier round of the loop has read it."""
    t.lost = None
    if t.grad is None or t.used is None:
        return
    kind, _where, loops = t.used
    here = vm.loops(st)
    if kind == "read":
        rounds = {id(node): turn for node, turn, _ in here}
        if not any(rounds.get(id(node), turn) > turn for node, turn, _ in loops):
            return
    if t.stale is None or st.stepped > t.stale[3]:
        # a backward that another optimizer's step has followed was meant for that one
        vm.seq += 1
        t.stale = (vm.where(st), t.used, here, vm.seq)


def stepped(vm: Any, st: State, params: list[Value], changed: list[Ref]) -> None:
    """An optimizer stepped: the gradients that it used are marked, and sums over passes are now a fault."""
    where, loops = vm.where(st), vm.loops(st)
    for ref in changed:
        t = st.own(ref)
        _use(vm, st, ref, t)
        vm.log.settled.add(ref.a)
        t.used = ("step", where, loops)
        t.stale = None
    for ref in changed:
        _moved(vm, st, ref)
    _useless(vm, st, params, changed)


def _useless(vm: Any, st: State, params: list[Value], changed: list[Ref]) -> None:
    """A step with nothing to go by: every gradient that there was has been reset since the backward."""
    lost = [st.obj(p).lost for p in params if p.__class__ is Ref and st.obj(p).__class__ is TensorObj]
    if any(lost) and all(st.obj(ref).lost for ref in changed):
        where = next(x for x in lost if x)
        vm.log.event("gradient-lost", where, at=vm.where(st))


def zeroed(vm: Any, st: State, ref: Ref, t: TensorObj) -> None:
    """A gradient was reset; one that no step has used is lost."""
    vm.log.settled.add(ref.a)
    unused = t.used is None or t.used[0] != "step" or t.stale is not None
    _reset(st, ref)
    if unused:
        st.own(ref).lost = vm.where(st)


def holder(vm: Any, st: State, fault: Any, roots: list[Edge]) -> Holder | None:
    """What held the graph that a failing run reached."""
    return carriers.holder(st, fault.node, roots) if fault is not None else None
