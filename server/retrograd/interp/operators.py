"""Operators over abstract values: constants fold, tensors build nodes, the rest is asked or unknown."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from . import facts
from .machine import Call, Machine
from .state import State
from .values import Bound, ClassObj, DictObj, FuncObj, InstObj, ListObj, RangeV, Ref, SetObj, TensorObj, Unk, Value

_FOLD: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "|": operator.or_,
    "^": operator.xor,
    "&": operator.and_,
}
_DUNDER = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "truediv",
    "//": "floordiv",
    "%": "mod",
    "**": "pow",
    "@": "matmul",
    "|": "or",
    "&": "and",
    "^": "xor",
    "<<": "lshift",
    ">>": "rshift",
}
_COMPARE = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_SWAPPED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_BIG = 1 << 64


def _plain(v: Value) -> bool:
    return v is None or isinstance(v, (bool, int, float, str, bytes, complex))


def is_tensor(st: State, v: Value) -> bool:
    """Whether a value is a tensor, or evidently one."""
    if v.__class__ is Ref:
        return st.obj(v).__class__ is TensorObj
    return v.__class__ is Unk and (v.kind in ("tensor", "graph") or bool(v.deps))


def binary(vm: Machine, st: State, op: str, a: Value, b: Value) -> Value:
    """a op b; a Call where a method of the program gives the answer."""
    if _plain(a) and _plain(b):
        fold = _FOLD.get(op)
        if fold is not None:
            if (
                op in ("**", "<<")
                and isinstance(b, (int, float))
                and (abs(b) > 64 or (isinstance(a, int) and abs(a) > _BIG))
            ):
                return vm.unknown("float")
            if op == "*" and (isinstance(a, (str, bytes)) or isinstance(b, (str, bytes))):
                return vm.unknown("str")
            if op == "%" and isinstance(a, str):
                return vm.unknown("str")
            try:
                return fold(a, b)
            except ZeroDivisionError:
                raise vm.error(st, "ZeroDivisionError", "division by zero") from None
            except (TypeError, ValueError, OverflowError):
                raise vm.error(st, "TypeError", f"unsupported operand type(s) for {op}") from None
    if is_tensor(st, a) or is_tensor(st, b):
        tensors = vm.tensors
        left = vm.instance_class(st, a)
        if left is None and not (b.__class__ is Ref and st.obj(b).__class__ is InstObj):
            return tensors.operator(vm, st, op, a, b)
    ka, kb = a.__class__, b.__class__
    if ka is Ref or kb is Ref:
        oa = st.obj(a) if ka is Ref else None
        ob = st.obj(b) if kb is Ref else None
        if oa.__class__ is ListObj:
            if op == "+" and ob.__class__ is ListObj:
                new = ListObj(oa.items + ob.items)
                new.hidden = oa.hidden + ob.hidden
                return vm.new(st, new)
            if op == "*" and isinstance(facts.constant(st, b), int):
                return vm.new(st, ListObj(oa.items * min(facts.constant(st, b), 256)))
            if op == "*":
                return vm.new(st, ListObj(list(oa.items)))
        if ob.__class__ is ListObj and op == "*" and isinstance(a, int):
            return vm.new(st, ListObj(ob.items * min(a, 256)))
        if oa.__class__ is DictObj and ob.__class__ is DictObj and op == "|":
            return vm.new(st, DictObj({**oa.items, **ob.items}))
        if oa.__class__ is SetObj and ob.__class__ is SetObj:
            if op == "|":
                return vm.new(st, SetObj({**oa.items, **ob.items}))
            if op == "&":
                return vm.new(st, SetObj({k: None for k in oa.items if k in ob.items}))
            if op == "-":
                return vm.new(st, SetObj({k: None for k in oa.items if k not in ob.items}))
        name = _DUNDER.get(op)
        if oa.__class__ is InstObj:
            method = vm.class_attr(st, oa.cls, f"__{name}__")
            if method is not None:
                return Call(method, [a, b])
        if ob.__class__ is InstObj:
            method = vm.class_attr(st, ob.cls, f"__r{name}__")
            if method is not None:
                return Call(method, [b, a])
        return vm.unknown_call(st, Unk(("new", vm.fresh())), [a, b], {})
    if ka is tuple and kb is tuple and op == "+":
        return a + b
    if ka is tuple and isinstance(b, int) and op == "*":
        return a * min(b, 256)
    if ka is Unk or kb is Unk:
        return _unknown_binary(vm, st, op, a, b)
    return vm.unknown()


def _key(v: Value) -> Any:
    return v.key if v.__class__ is Unk else ("const", v)


def _unknown_binary(vm: Machine, st: State, op: str, a: Value, b: Value) -> Value:
    a, b = facts.constant(st, a), facts.constant(st, b)
    if a.__class__ is not Unk and b.__class__ is not Unk:
        return binary(vm, st, op, a, b)
    int_a = (a.__class__ is Unk and facts.is_int(a)) or (isinstance(a, int) and not isinstance(a, bool))
    int_b = (b.__class__ is Unk and facts.is_int(b)) or (isinstance(b, int) and not isinstance(b, bool))
    if op == "+" and isinstance(a, int) and b.__class__ is Unk:
        a, b = b, a
    if a.__class__ is Unk and isinstance(b, int) and not isinstance(b, bool):
        if op in ("+", "-"):
            key, shift = facts._linear(a.key)
            shift += b if op == "+" else -b
            return Unk(("+", key, shift) if shift else key, "int" if facts.is_int(a) else a.kind)
        if op == "%" and b:
            return Unk(("%", a.key, b), "int")
    if op == "%" and isinstance(a, int) and b.__class__ is Unk and a == 0:
        return 0
    if op == "%" and (isinstance(a, str) or (a.__class__ is Unk and a.kind == "str")):
        return vm.unknown("str")
    kind = "int" if int_a and int_b and op != "/" else "float" if op == "/" else "any"
    foreign = (a.__class__ is Unk and a.kind == "foreign") or (b.__class__ is Unk and b.kind == "foreign")
    return Unk(vm.intern((op, _key(a), _key(b))), "foreign" if foreign else kind)


def augment(vm: Machine, st: State, op: str, a: Value, b: Value) -> Value:
    """a op= b: in place where the left side can change."""
    if a.__class__ is Ref:
        o = st.obj(a)
        if o.__class__ is TensorObj:
            tensors = vm.tensors
            return tensors.operator_inplace(vm, st, op, a, b)
        if o.__class__ is ListObj and op == "+":
            from .sequences import as_items

            items = as_items(vm, st, b)

            def extend(vm: Machine, s: State, got: Value) -> Value:
                s.own(a).items.extend(got)
                return a

            if items.__class__ is Call:
                return Call(
                    items.func,
                    items.args,
                    items.kwargs,
                    lambda vm, s, g, inner=items.then: extend(vm, s, inner(vm, s, g) if inner else g),
                )
            return extend(vm, st, items)
        if o.__class__ is DictObj and op == "|" and b.__class__ is Ref and st.obj(b).__class__ is DictObj:
            st.own(a).items.update(st.obj(b).items)
            return a
        if o.__class__ is InstObj:
            method = vm.class_attr(st, o.cls, f"__i{_DUNDER.get(op)}__")
            if method is not None:
                return Call(method, [a, b])
    return binary(vm, st, op, a, b)


def unary(vm: Machine, st: State, op: str, v: Value) -> Value:
    """op v."""
    if op == "not":
        t = truth(vm, st, v) if v.__class__ is not Unk else None
        if t is None:
            v = facts.constant(st, v)
            if v.__class__ is not Unk:
                return not v
            return v.key[1] if False else Unk(("not", v.key), "bool")
        if t.__class__ is Call:
            return Call(
                t.func,
                t.args,
                t.kwargs,
                lambda vm, s, got: not got if isinstance(got, (bool, int)) else Unk(("not", _key(got)), "bool"),
            )
        return not t
    if isinstance(v, (int, float)):
        try:
            return -v if op == "-" else +v if op == "+" else ~v  # type: ignore[operator]
        except TypeError:
            return vm.unknown("int")
    if is_tensor(st, v):
        tensors = vm.tensors
        return tensors.apply(vm, st, {"-": "neg", "+": "positive", "~": "bitwise_not"}[op], [v], {})
    if v.__class__ is Ref and st.obj(v).__class__ is InstObj:
        method = vm.class_attr(st, st.obj(v).cls, {"-": "__neg__", "+": "__pos__", "~": "__invert__"}[op])
        if method is not None:
            return Call(method, [v])
    if v.__class__ is Unk:
        return Unk((op + "u", v.key), v.kind)
    return vm.unknown()


def truth(vm: Machine, st: State, v: Value) -> Any:
    """The truth of a value: True, False, or a Call of the program's own __bool__ / __len__; may ask for a fork."""
    if v is None or isinstance(v, (bool, int, float, str, bytes)):
        return bool(v)
    kind = v.__class__
    if kind is Unk:
        return facts.truth(st, v)
    if kind is tuple:
        return bool(v)
    if kind is Ref:
        o = st.obj(v)
        name = o.__class__
        if name is ListObj:
            return bool(o.items) or bool(o.hidden)
        if name is DictObj or name is SetObj:
            return bool(o.items)
        if name is TensorObj:
            if o.const is not None:
                return bool(o.const)
            vm.read(st, v)
            return facts.decide(st, ("tensor", v.a, st.life.versions.get(o.storage, 0)))
        if name is InstObj:
            method = vm.class_attr(st, o.cls, "__bool__") or vm.class_attr(st, o.cls, "__len__")
            if method is not None:
                return Call(method, [v])
        return True
    if kind is RangeV:
        n = v.length()
        return bool(n) if n is not None else True
    return True


def compare(vm: Machine, st: State, op: str, a: Value, b: Value) -> Value:
    """a op b for the comparison operators other than `in`."""
    if op == "is" or op == "is not":
        return _identity(vm, st, a, b) is (op == "is")
    if _plain(a) and _plain(b):
        return facts._apply(op, a, b)
    if is_tensor(st, a) or is_tensor(st, b):
        if (a is None or b is None or isinstance(a, str) or isinstance(b, str)) and op in ("==", "!="):
            return op == "!="
        tensors = vm.tensors
        if vm.instance_class(st, a) is None and vm.instance_class(st, b) is None:
            return tensors.comparison(vm, st, op, a, b)
    for x, y, o in ((a, b, op), (b, a, _SWAPPED[op])):
        if x.__class__ is Ref and st.obj(x).__class__ is InstObj:
            method = vm.class_attr(st, st.obj(x).cls, f"__{_COMPARE[o]}__")
            if method is not None:
                return Call(method, [x, y])
            if o == "!=" and (method := vm.class_attr(st, st.obj(x).cls, "__eq__")) is not None:
                return Call(method, [x, y], {}, lambda vm, s, got: unary(vm, s, "not", got))
    if a.__class__ is Unk or b.__class__ is Unk:
        a, b = facts.constant(st, facts.chosen(st, a)), facts.constant(st, facts.chosen(st, b))
        if a.__class__ is not Unk and b.__class__ is not Unk:
            return compare(vm, st, op, a, b)
        if all(x.__class__ is Unk or _plain(x) for x in (a, b)):
            if (
                a.__class__ is Unk
                and (b.__class__ is not Unk)
                and b is None
                and a.kind not in ("any", "maybe", "foreign")
            ):
                return op == "!="
            if any(x.__class__ is Unk and x.kind in _MAYBE_ARRAYS for x in (a, b)) and not any(
                isinstance(x, (str, bool)) or x is None for x in (a, b)
            ):
                return Unk(("cmpv", op, a, b), "any")  # asked only where its truth is
            answer = facts.compare(st, op, a, b)
            if answer is not None:
                return answer
        return Unk(("new", vm.fresh()), "bool")
    if op in ("==", "!="):
        same = equal(vm, st, a, b)
        if same is None:
            return vm.unknown("bool")
        return same is (op == "==")
    if a.__class__ is tuple and b.__class__ is tuple and all(map(_plain, (*a, *b))):
        return facts._apply(op, a, b)
    return vm.unknown("bool")


_MAYBE_ARRAYS = frozenset(["any", "foreign", "maybe"])
"""Kinds of unknown values that may be arrays: comparing them need not give a truth."""


def equal(vm: Machine, st: State, a: Value, b: Value) -> bool | None:
    """Structural equality of containers and constants; None where it is not known."""
    if a == b:
        return True
    ka, kb = a.__class__, b.__class__
    if ka is tuple and kb is tuple:
        return _all_equal(vm, st, a, b)
    if ka is Ref and kb is Ref:
        oa, ob = st.obj(a), st.obj(b)
        if oa.__class__ is ListObj and ob.__class__ is ListObj:
            return _all_equal(vm, st, oa.items, ob.items)
        if oa.__class__ is DictObj and ob.__class__ is DictObj:
            if list(oa.items) == list(ob.items):
                return _all_equal(vm, st, list(oa.items.values()), list(ob.items.values()))
            return None
        return False
    if ka is Unk or kb is Unk:
        return None
    return False


def _all_equal(vm: Machine, st: State, xs: Any, ys: Any) -> bool | None:
    if len(xs) != len(ys):
        return False
    answer: bool | None = True
    for x, y in zip(xs, ys):
        e = equal(vm, st, x, y)
        if e is False:
            return False
        if e is None:
            answer = None
    return answer


def _identity(vm: Machine, st: State, a: Value, b: Value) -> bool:
    if a.__class__ is Unk or b.__class__ is Unk:
        x, y = (a, b) if a.__class__ is Unk else (b, a)
        if y is None:
            return facts.is_none(st, x)
        if y.__class__ is Unk:
            return x.key == y.key or facts.decide(st, ("is", x.key, y.key))
        if isinstance(y, bool):
            return facts.constant(st, x) is y or (
                x.kind in ("any", "bool") and facts.constant(st, x) is x and facts._equal(st, x, y)
            )
        if y.__class__ is Ref:
            return facts.decide(st, ("is", x.key, y.a))
        return facts._equal(st, x, y)
    if a.__class__ is Ref or b.__class__ is Ref:
        return bool(a == b)
    if isinstance(a, (bool, type(None))) or isinstance(b, (bool, type(None))):
        return a is b
    return bool(a == b)


def contains(vm: Machine, st: State, op: str, item: Value, box: Value) -> Value:
    """item in box / item not in box."""
    found = _contains(vm, st, item, box)
    if found.__class__ is Call:
        if op == "in":
            return found
        return Call(found.func, found.args, found.kwargs, lambda vm, s, got: unary(vm, s, "not", got))
    if op == "not in":
        return unary(vm, st, "not", found)
    return found


def _contains(vm: Machine, st: State, item: Value, box: Value) -> Value:
    from .sequences import find_key

    item, box = facts.chosen(st, item), facts.chosen(st, box)
    if isinstance(box, str) and isinstance(item, str):
        return item in box
    items: Any = None
    if box.__class__ is tuple:
        items = box
    elif box.__class__ is Ref:
        o = st.obj(box)
        if o.__class__ is DictObj:
            return find_key(vm, st, o.items, item, box.a) is not None
        if o.__class__ is SetObj:
            return find_key(vm, st, o.items, item, box.a) is not None
        if o.__class__ is ListObj:
            items = o.items
        elif o.__class__ is InstObj:
            method = vm.class_attr(st, o.cls, "__contains__")
            if method is not None:
                return Call(method, [box, item])
    elif box.__class__ is RangeV and isinstance(item, int) and box.length() is not None:
        return item in range(box.start, box.stop, box.step)
    if items is not None:
        item = facts.constant(st, item)
        if any(x == item for x in items):
            return True
        if item.__class__ is Unk:
            for x in items:
                if _plain(x) and facts.compare(st, "==", item, x):
                    return True
            if all(_plain(x) for x in items):
                return False
        elif not any(x.__class__ is Unk for x in items):
            if item.__class__ is Ref and st.obj(item).__class__ is TensorObj:
                return vm.unknown("bool")
            return False
    key = item.key if item.__class__ is Unk else item if _plain(item) else item.a if item.__class__ is Ref else id(item)
    where = box.key if box.__class__ is Unk else box.a if box.__class__ is Ref else id(box)
    return Unk(("in", key, where), "bool")


__all__ = ["Bound", "ClassObj", "FuncObj", "augment", "binary", "compare", "contains", "is_tensor", "truth", "unary"]
