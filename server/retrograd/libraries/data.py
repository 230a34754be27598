"""What loaders and compiled functions do with whole structures of tensors."""

from __future__ import annotations

from typing import Any

from ..autograd.graph import CERTAIN, LIKELY, Node, reachable
from ..interp import facts
from ..interp.machine import Machine
from ..interp.state import State
from ..interp.values import DictObj, ListObj, Ref, TensorObj, Unk, Value
from .history import edge, needs_grad
from .registry import native
from .tensors import new_tensor


@native("_retrograd.collate")
def _collate(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """collate(item, n): what n items like this one are as a batch, hanging on the item where that has a graph."""
    return _batch(vm, st, args[0], args[1])


@native("_retrograd.batch_of")
def _batch_of(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """batch_of(tensors, n): a batch of n rows of each."""
    made: list[Value] = []
    tensors: Any = args[0]
    v: Any
    if tensors.__class__ is Ref and st.obj(tensors).__class__ is ListObj:
        tensors = st.obj(tensors).items
    for v in tensors if tensors.__class__ in (tuple, list) else [vm.unknown("data")]:
        t = st.obj(v) if v.__class__ is Ref else None
        if t.__class__ is TensorObj:
            made.append(_stacked(vm, st, v, args[1], t.shape[1:] if t.shape else None))
        else:
            made.append(v)
    return vm.list_(st, made)


def _batch(vm: Machine, st: State, v: Value, n: Value) -> Value:
    if v.__class__ is tuple:
        return vm.list_(st, [_batch(vm, st, x, n) for x in v])
    if isinstance(v, (bool, int)):
        return new_tensor(vm, st, "i", None, False, (n,))
    if isinstance(v, float):
        return new_tensor(vm, st, "f", None, False, (n,))
    if v.__class__ is Ref:
        o = st.obj(v)
        if o.__class__ is TensorObj:
            return _stacked(vm, st, v, n, o.shape)
        if o.__class__ is ListObj:
            return vm.list_(st, [_batch(vm, st, x, n) for x in o.items])
        if o.__class__ is DictObj:
            return vm.dict_(st, {k: _batch(vm, st, x, n) for k, x in o.items.items()})
    if v.__class__ is Unk:
        known = facts.constant(st, v)
        if isinstance(known, (bool, int, float)) or v.kind in ("int", "float", "bool"):
            return new_tensor(vm, st, "f" if v.kind == "float" or isinstance(known, float) else "i", None, False, (n,))
    return v


def _stacked(vm: Machine, st: State, ref: Ref, n: Value, rest: Any) -> Ref:
    t = st.obj(ref)
    node = None
    if needs_grad(vm, st, ref, t) and st.grad and not st.inference:
        vm.seq += 1
        node = Node(vm.seq, "stack", vm.where(st), (edge(vm, st, ref, t),))
    shape = (n, *rest) if rest is not None else None
    return new_tensor(vm, st, t.kind, node, node is not None, shape)


@native("_retrograd.region")
def _region(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """region(result, before): the result of a compiled function, all of whose outputs come from one node."""
    return _from_one(vm, st, args[0], args[1], "compiled")


@native("_retrograd.from_one")
def _from_one_node(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """from_one(result, name): the result of a function all of whose outputs come from one node, which keeps something."""
    return _from_one(vm, st, args[0], 0, args[1])


def _from_one(vm: Machine, st: State, result: Value, before: int, name: str) -> Value:
    found: dict[int, Ref] = {}
    _tensors(vm, st, result, found)
    hanging = [r for r in found.values() if needs_grad(vm, st, r, st.obj(r))]
    if not hanging or not st.grad:
        return result
    edges = tuple(dict.fromkeys(edge(vm, st, r, st.obj(r)) for r in hanging))
    compiled = name == "compiled"
    trust = CERTAIN
    if compiled:
        # where the graph breaks there are several
        keeps = any(n.keeps for n in reachable(edges, lambda n: n.seq <= before))
        trust = CERTAIN if keeps and len(hanging) == 1 else LIKELY
    vm.seq += 1
    words = "" if trust == CERTAIN else "torch.compile makes one graph of the whole function"
    node = Node(vm.seq, name, vm.where(st), edges, (), True, trust, words, compiled)
    node.inner = True
    vm.log.built(node)
    made = {r.a: new_tensor(vm, st, "f", node, True, st.obj(r).shape) for r in hanging}
    return _replaced(vm, st, result, made)


@native("_retrograd.now")
def _now(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """now(): the number of the last node that was built."""
    return vm.seq


def _tensors(vm: Machine, st: State, v: Value, found: dict[int, Ref]) -> None:
    for x in _parts(st, v):
        if x.__class__ is Ref and st.obj(x).__class__ is TensorObj:
            found[x.a] = x
        elif x is not v:
            _tensors(vm, st, x, found)


def _parts(st: State, v: Value) -> list[Any]:
    if v.__class__ is tuple:
        return list(v)
    if v.__class__ is Ref:
        o = st.obj(v)
        if o.__class__ is ListObj:
            return list(o.items)
        if o.__class__ is DictObj:
            return list(o.items.values())
    return [v]


def _replaced(vm: Machine, st: State, v: Value, made: dict[int, Ref]) -> Value:
    if v.__class__ is tuple:
        return tuple(_replaced(vm, st, x, made) for x in v)
    if v.__class__ is Ref:
        if v.a in made:
            return made[v.a]
        o = st.obj(v)
        if o.__class__ is ListObj:
            return vm.list_(st, [_replaced(vm, st, x, made) for x in o.items])
        if o.__class__ is DictObj:
            return vm.dict_(st, {k: _replaced(vm, st, x, made) for k, x in o.items.items()})
    return v
