"""What library code does most often, natively: calling a module, running a chain of them, naming an optimizer's parameters."""

from __future__ import annotations

from typing import Any

from ..interp import facts
from ..interp.machine import Call, Machine
from ..interp.state import State
from ..interp.values import DictObj, InstObj, ListObj, Native, Ref, TensorObj, Value
from .autograd import step, zero_grad
from .registry import argument, native
from .tensors import apply


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
                if found.__class__ is Native:
                    result: Value = found.fn(vm, st, args, kwargs)
                    return result
            hooked = vm.class_attr(st, o.cls, "_call_with_hooks")
            if hooked is not None:
                return Call(hooked, args, kwargs)
    return vm.unknown_call(st, module, args[1:], kwargs)


@native("_retrograd.linear_forward")
def _linear_forward(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """Linear.forward: one operation, where weight and bias are the module's own."""
    attrs = st.obj(args[0]).attrs
    if "weight" not in attrs or "bias" not in attrs:
        return Call(vm.class_attr(st, st.obj(args[0]).cls, "_forward"), args, kwargs)
    return apply(
        vm, st, "nn.functional.linear", [argument(args, kwargs, 1, "input"), attrs["weight"], attrs["bias"]], {}
    )


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


@native("_retrograd.optimizer_step")
def _optimizer_step(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """Optimizer.step(closure=None)."""
    closure = argument(args, kwargs, 1, "closure")
    if closure is not None:
        hooked = vm.class_attr(st, st.obj(args[0]).cls, "_step_with_closure")
        return Call(hooked, [args[0], closure])
    step(vm, st, _parameters(st, args[0]))
    return None


@native("_retrograd.optimizer_zero_grad")
def _optimizer_zero_grad(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """Optimizer.zero_grad(set_to_none=True)."""
    to_none = facts.constant(st, argument(args, kwargs, 1, "set_to_none", True))
    zero_grad(vm, st, _parameters(st, args[0]), to_none is not False)
    return None


def _parameters(st: State, optimizer: Value) -> list[Value]:
    return _of_groups(st, st.obj(optimizer).attrs.get("param_groups"))


@native("_retrograd.grouped")
def _grouped(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """grouped(param_groups): the parameters of all groups."""
    return vm.list_(st, _of_groups(st, args[0]))


def _of_groups(st: State, value: Value) -> list[Value]:
    groups: Any = st.obj(value) if value.__class__ is Ref else None
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
    return found


@native("_retrograd.check_leaves")
def _check_leaves(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """check_leaves(params): an optimizer refuses what certainly is the result of an operation."""
    params = st.obj(args[0]) if args[0].__class__ is Ref else None
    for p in params.items if params.__class__ is ListObj else ():
        t = st.obj(p) if p.__class__ is Ref else None
        if t.__class__ is TensorObj and t.node is not None and not t.node.trust and not t.retains:
            raise vm.error(st, "ValueError", "can't optimize a non-leaf Tensor")
    return None
