"""What library code does most often, natively: calling a module, running a chain of them, naming an optimizer's parameters."""

from __future__ import annotations

from typing import Any

from ..interp.machine import Call, Machine
from ..interp.state import State
from ..interp.values import DictObj, InstObj, ListObj, Ref, TensorObj, Value
from .registry import native


@native("_retrograd.module_call")
def _module_call(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """Module.__call__: forward itself where no hook is registered on the module."""
    module = args[0]
    if module.__class__ is Ref:
        o = st.obj(module)
        if o.__class__ is InstObj:
            own = o.attrs
            if "_hooks" not in own and "_pre_hooks" not in own:
                forward = own.get("forward")
                if forward is not None:
                    return Call(forward, args[1:], kwargs)
                found = vm.class_attr(st, o.cls, "forward")
                if found.__class__ is Ref:
                    return Call(found, args, kwargs)
            hooked = vm.class_attr(st, o.cls, "_call_with_hooks")
            if hooked is not None:
                return Call(hooked, args, kwargs)
    return vm.unknown_call(st, module, args[1:], kwargs)


@native("_retrograd.chain")
def _chain(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """chain(modules, x): each module on the result of the one before."""
    o = st.obj(args[0]) if args[0].__class__ is Ref else None
    steps = list(o.items) if o.__class__ is ListObj else []

    def after(vm: Machine, st: State, value: Value, at: int = 0) -> Value:
        if at == len(steps):
            return value
        return Call(steps[at], [value], {}, lambda vm, s, got: after(vm, s, got, at + 1))

    return after(vm, st, args[1])


@native("_retrograd.grouped")
def _grouped(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """grouped(param_groups): the parameters of all groups."""
    groups: Any = st.obj(args[0]) if args[0].__class__ is Ref else None
    found: list[Value] = []
    for group in groups.items if groups.__class__ is ListObj else ():
        held = st.obj(group) if group.__class__ is Ref else None
        params = held.items.get("params") if held.__class__ is DictObj else None
        items = st.obj(params) if params.__class__ is Ref else None
        if items.__class__ is ListObj:
            found.extend(items.items)
        elif params.__class__ is tuple:
            found.extend(params)
        elif params is not None:
            found.append(params)
    return vm.list_(st, found)


@native("_retrograd.check_leaves")
def _check_leaves(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """check_leaves(params): an optimizer refuses what certainly is the result of an operation."""
    params = st.obj(args[0]) if args[0].__class__ is Ref else None
    for p in params.items if params.__class__ is ListObj else ():
        t = st.obj(p) if p.__class__ is Ref else None
        if t.__class__ is TensorObj and t.node is not None and not t.node.trust and not t.retains:
            raise vm.error(st, "ValueError", "can't optimize a non-leaf Tensor")
    return None
