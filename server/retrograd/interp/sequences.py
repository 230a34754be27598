"""Containers: iterating, indexing, unpacking and storing, over known and unknown ones."""

from __future__ import annotations

from typing import Any

from . import facts
from .machine import Call, Machine
from .state import State
from .values import (
    Bound,
    ClassObj,
    DictObj,
    GenObj,
    InstObj,
    IterObj,
    ListObj,
    Native,
    RangeV,
    Ref,
    SetObj,
    Slice,
    Static,
    TensorObj,
    Unk,
    Value,
)


def iterate(vm: Machine, st: State, v: Value) -> Value:
    """iter(v): an iterator object, or a Call of the program's own __iter__."""
    kind = v.__class__
    if kind is tuple or isinstance(v, str):
        return vm.new(st, IterObj("tuple", v))
    if kind is RangeV:
        return vm.new(st, IterObj("range", v))
    if kind is Ref:
        o = st.obj(v)
        name = o.__class__
        if name is ListObj:
            return vm.new(st, IterObj("list", v))
        if name is DictObj or name is SetObj:
            return vm.new(st, IterObj("tuple", tuple(o.items)))
        if name is TensorObj:
            return vm.new(st, IterObj("tensor", v))
        if name is IterObj or name is GenObj:
            return v
        if name is InstObj:
            method = vm.class_attr(st, o.cls, "__iter__")
            if method is not None:

                def got(vm: Machine, s: State, it: Value) -> Value:
                    return it if it == v else iterate(vm, s, it)

                return Call(method, [v], {}, got)
            if vm.class_attr(st, o.cls, "__next__") is not None:
                return v
            method = vm.class_attr(st, o.cls, "__getitem__")
            if method is not None:
                return vm.new(st, IterObj("getitem", v))
        if name is ClassObj:
            members = tuple(
                x
                for k, x in o.attrs.items()
                if not k.startswith("_") and x.__class__ is Ref and st.obj(x).__class__ is InstObj
            )
            return vm.new(st, IterObj("tuple", members))
    if kind is Unk:
        return vm.new(st, IterObj("unknown", v))
    return vm.new(st, IterObj("unknown", vm.unknown()))


def length(vm: Machine, st: State, v: Value) -> Value:
    """How many values iterating gives: an int or an unknown one."""
    kind = v.__class__
    if kind is tuple or isinstance(v, str):
        return len(v)
    if kind is RangeV:
        n = v.length()
        if n is not None:
            return n
        if v.start == 0 and v.step == 1 and v.stop.__class__ is Unk:
            return v.stop if facts.is_int(v.stop) else Unk(v.stop.key, "int")
        return Unk(("len", ("range", _part(v.start), _part(v.stop), _part(v.step))), "int")
    if kind is Ref:
        o = st.obj(v)
        name = o.__class__
        if name is ListObj:
            return len(o.items) + o.hidden
        if name is DictObj or name is SetObj:
            return len(o.items)
        if name is TensorObj:
            if o.shape:
                return o.shape[0]
            return Unk(("len", ("tensor", v.a)), "int")
        if name is IterObj:
            return remaining(vm, st, o)
    if kind is Unk:
        return Unk(("len", v.key), "int")
    return vm.unknown("int")


def _part(v: Value) -> Any:
    return v.key if v.__class__ is Unk else v


def remaining(vm: Machine, st: State, it: IterObj) -> Value:
    """The number of rounds that an iterator has in all."""
    if it.kind in ("zip",):
        known = [length(vm, st, s) for s in it.source]
        ints = [k for k in known if isinstance(k, int)]
        if len(ints) == len(known):
            return min(ints, default=0)
        # what is zipped is as long as what it is zipped with
        return min(ints) if ints else next(k for k in known if not isinstance(k, int))
    if it.kind == "enumerate":
        return length(vm, st, it.source[0])
    if it.kind == "getitem":
        return Unk(("len", ("getitem", it.source.a)), "int")
    if it.kind == "endless":
        return facts.INF
    return length(vm, st, it.source)


def element(vm: Machine, st: State, ref: Ref, it: IterObj, i: int) -> Value:
    """The value of round `i` of an iterator; a Call where the program computes it."""
    kind, source = it.kind, it.source
    if kind == "tuple":
        return source[i]
    if kind == "list":
        items = st.obj(source).items
        return items[i] if i < len(items) else items[-1] if items else vm.unknown()
    if kind == "range":
        if isinstance(source.start, int) and isinstance(source.step, int):
            return source.start + i * source.step
        return Unk(
            ("+", source.start.key, i) if source.start.__class__ is Unk and source.step == 1 else ("new", vm.fresh()),
            "int",
        )
    if kind == "enumerate":
        inner, start = source
        value = _source_element(vm, st, inner, i)
        counter = start + i if isinstance(start, int) else vm.unknown("int")
        if value.__class__ is Call:
            return Call(
                value.func,
                value.args,
                value.kwargs,
                lambda vm, s, got, then=value.then: (counter, then(vm, s, got) if then else got),
            )
        return (counter, value)
    if kind == "zip":
        return tuple(_source_element(vm, st, s, i) for s in source)
    if kind == "tensor":
        tensors = vm.tensors
        return tensors.select(vm, st, source, i)
    if kind == "getitem":
        method = vm.class_attr(st, st.obj(source).cls, "__getitem__")
        return Call(method, [source, i])
    if kind == "endless":
        return source if source.__class__ is not Unk else vm.unknown("int")
    return unknown_item(vm, source, None)


def _source_element(vm: Machine, st: State, source: Value, i: int) -> Value:
    if source.__class__ is Ref:
        o = st.obj(source)
        if o.__class__ is ListObj:
            return o.items[i] if i < len(o.items) else o.items[-1] if o.items else vm.unknown()
        if o.__class__ is TensorObj:
            tensors = vm.tensors
            return tensors.select(vm, st, source, i)
        if o.__class__ is DictObj or o.__class__ is SetObj:
            return list(o.items)[i]
        if o.__class__ is IterObj:
            return element(vm, st, source, o, i)
    if source.__class__ is tuple or isinstance(source, str):
        return source[i]
    if source.__class__ is RangeV:
        return element(vm, st, Ref(0), IterObj("range", source), i)
    return unknown_item(vm, source, None)


def unknown_item(vm: Machine, source: Value, index: Any) -> Unk:
    """An element of an unknown container: the same index gives the same value, an iteration always a new one."""
    if source.__class__ is not Unk:
        return vm.unknown()
    if isinstance(source.key, tuple) and source.key[0] == "shape" and isinstance(index, int):
        return Unk(("len", ("tensor", source.key[1])) if index == 0 else ("size", source.key[1], index), "int")
    kind = {"seq": "any", "loader": "tensor", "str": "str"}.get(source.kind, source.kind)
    if kind in ("int", "float", "bool", "module", "optimizer", "maybe"):
        kind = "any"
    if source.kind == "module":
        kind = "module"
    key = ("item", source.key, index) if index is not None else ("new", vm.fresh())
    return Unk(key, kind, source.deps, source.trust, source.assumption)


def as_items(vm: Machine, st: State, v: Value) -> Value:
    """Every element as a list, or a Call that gives that list (the program's own iteration)."""
    kind = v.__class__
    if kind is tuple:
        return list(v)
    if isinstance(v, str):
        return list(v)
    if kind is Ref:
        o = st.obj(v)
        name = o.__class__
        if name is ListObj:
            return list(o.items)
        if name is DictObj or name is SetObj:
            return list(o.items)
        if name in (GenObj, InstObj, IterObj) or name is TensorObj:
            if (
                name is InstObj
                and vm.class_attr(st, o.cls, "__iter__") is None
                and vm.class_attr(st, o.cls, "__getitem__") is None
            ):
                return [vm.unknown()]
            return Call(
                vm.builtins["_list_of"],
                [v],
                {},
                lambda vm, s, got: list(s.obj(got).items) if got.__class__ is Ref else [vm.unknown()],
            )
    if kind is RangeV:
        n = v.length()
        if n is not None and n <= 512:
            return list(range(v.start, v.stop, v.step))
    if kind is Unk or kind is RangeV:
        return Call(
            vm.builtins["_list_of"],
            [v],
            {},
            lambda vm, s, got: list(s.obj(got).items) if got.__class__ is Ref else [vm.unknown()],
        )
    return [vm.unknown()]


def unpack(vm: Machine, st: State, v: Value, n: int, star: int | None) -> Value:
    """The n values that an assignment to a tuple gets."""
    if v.__class__ is Unk:
        items = [unknown_item(vm, v, i) for i in range(n)]
        if star is not None:
            items[star] = Unk(("item", v.key, "*"), "seq", v.deps, v.trust, v.assumption)
        return items
    if v.__class__ is Ref and st.obj(v).__class__ is TensorObj:
        tensors = vm.tensors
        shape = st.obj(v).shape
        if star is None or (shape and isinstance(shape[0], int)):
            count = shape[0] if star is not None and shape else n
            got: Value = tensors.unbind(vm, st, v, count)
        else:
            got = tensors.unbind(vm, st, v, n)
    else:
        got = as_items(vm, st, v)
    if got.__class__ is Call:
        return Call(
            got.func,
            got.args,
            got.kwargs,
            lambda vm, s, g, inner=got.then: _fit(vm, s, inner(vm, s, g) if inner else g, n, star),
        )
    return _fit(vm, st, got, n, star)


def _fit(vm: Machine, st: State, items: list[Value], n: int, star: int | None) -> list[Value]:
    if star is None:
        if len(items) != n:
            raise vm.error(
                st, "ValueError", "not enough values to unpack" if len(items) < n else "too many values to unpack"
            )
        return items
    after = n - star - 1
    if len(items) < n - 1:
        raise vm.error(st, "ValueError", "not enough values to unpack")
    end = len(items) - after
    return [*items[:star], vm.list_(st, items[star:end]), *items[end:]]


def find_key(vm: Machine, st: State, items: dict[Value, Any], key: Value, where: int) -> Value | None:
    """The key of a dict that equals `key`, as a one-tuple; None where there is none. Unknown keys are decided."""
    key = facts.constant(st, facts.chosen(st, key))
    if key in items:
        return (key,)
    if key.__class__ is Unk or any(k.__class__ is Unk for k in items):
        if key.__class__ is Unk or isinstance(key, (int, str)):
            candidates = [
                k for k in items if k.__class__ is Unk or (key.__class__ is Unk and isinstance(k, (int, str, float)))
            ]
            for k in reversed(candidates[-3:]):
                if facts.compare(st, "==", key, k):
                    return (k,)
    return None


def _index(vm: Machine, st: State, items: list[Value], key: Value, where: Any) -> Value:
    if len(items) == 1:
        return items[0]
    if not items:
        return vm.unknown()
    if not vm.edges_in(st, items, 2) and not any(x.__class__ is Ref for x in items):
        return unknown_item(vm, Unk(("pick", where)), key.key if key.__class__ is Unk else None)
    choices = list(dict.fromkeys((0, len(items) - 1)))
    for i in choices[:-1]:
        if facts.decide(st, ("pick", where, key.key if key.__class__ is Unk else key, i)):
            return items[i]
    return items[choices[-1]]


def subscript(vm: Machine, st: State, v: Value, key: Value) -> Value:
    """v[key]."""
    kind = v.__class__
    if kind is Unk and v.kind == "seq" and key.__class__ is Slice:
        return Unk(("new", vm.fresh()), "seq")
    if key.__class__ is Unk:
        key = facts.constant(st, key)
    if kind is tuple:
        return _sequence_item(vm, st, v, key, True)
    if isinstance(v, str):
        if isinstance(key, int):
            try:
                return v[key]
            except IndexError:
                raise vm.error(st, "IndexError", "string index out of range") from None
        if isinstance(key, Slice) and all(x is None or isinstance(x, int) for x in (key.lower, key.upper, key.step)):
            return v[slice(key.lower, key.upper, key.step)]
        return vm.unknown("str")
    if kind is Ref:
        o = st.obj(v)
        name = o.__class__
        if name is ListObj:
            if o.hidden and isinstance(key, int) and key >= 0:
                return o.items[min(key, len(o.items) - 1)]
            got = _sequence_item(vm, st, o.items, key, False, v.a)
            return vm.list_(st, got) if got.__class__ is list else got
        if name is DictObj:
            found = find_key(vm, st, o.items, key, v.a)
            if found is not None:
                return o.items[found[0]]
            if o.factory is not None:

                def keep(vm: Machine, s: State, value: Value) -> Value:
                    s.own(v).items[key] = value
                    return value

                return Call(o.factory, [], {}, keep)
            if any(k.__class__ is Unk and k.key[0] == "key" for k in o.items):
                return vm.unknown()
            raise vm.error(st, "KeyError", str(key))
        if name is TensorObj:
            tensors = vm.tensors
            return tensors.getitem(vm, st, v, key)
        if name is InstObj:
            method = vm.class_attr(st, o.cls, "__getitem__")
            if method is not None:
                return Call(method, [v, key])
            return vm.unknown_call(st, v, [], {})
        if name is ClassObj:
            found = o.attrs.get(key) if isinstance(key, str) else None
            return found if found is not None and found.__class__ is Ref and st.obj(found).__class__ is InstObj else v
    if kind is RangeV and isinstance(key, int) and v.length() is not None:
        try:
            return range(v.start, v.stop, v.step)[key]
        except IndexError:
            raise vm.error(st, "IndexError", "range object index out of range") from None
    if kind is Unk:
        if v.deps and not (isinstance(key, (int, str)) or (key.__class__ is Unk and key.kind == "str")):
            tensors = vm.tensors
            return tensors.getitem(vm, st, tensors.as_tensor(vm, st, v), key)
        if v.kind == "tensor":
            tensors = vm.tensors
            return tensors.getitem(vm, st, tensors.as_tensor(vm, st, v), key)
        stored = st.side.get((v.key, "[]", key if not isinstance(key, Ref) else key.a))
        if stored is not None:
            return stored[0]
        if isinstance(key, (int, str, float)) or key is None:
            return unknown_item(vm, v, key)
        return unknown_item(vm, v, key.key if key.__class__ is Unk else None)
    if isinstance(v, Native):
        return v
    return vm.unknown()


def _sequence_item(vm: Machine, st: State, items: Any, key: Value, is_tuple: bool, where: Any = 0) -> Value:
    if isinstance(key, int):
        try:
            return items[key]
        except IndexError:
            raise vm.error(st, "IndexError", "list index out of range") from None
    if isinstance(key, Slice):
        parts = tuple(facts.constant(st, x) for x in (key.lower, key.upper, key.step))
        if all(x is None or isinstance(x, int) for x in parts):
            return items[slice(*parts)]
        return items[:]
    if key.__class__ is Ref and st.obj(key).__class__ is TensorObj and st.obj(key).const is not None:
        return _sequence_item(vm, st, items, st.obj(key).const, is_tuple, where)
    return _index(vm, st, list(items), key, where)


def set_item(vm: Machine, st: State, target: Value, key: Value, value: Value) -> Value:
    """target[key] = value."""
    if target.__class__ is Ref:
        o = st.obj(target)
        name = o.__class__
        if key.__class__ is Unk:
            key = facts.constant(st, key)
        if name is ListObj:
            items = o.items
            vm.kept(st, target, value)
            if isinstance(key, int):
                if not -len(items) <= key < len(items):
                    if o.hidden:
                        st.own(target).items[-1] = value
                        return None
                    raise vm.error(st, "IndexError", "list assignment index out of range")
                st.own(target).items[key] = value
            elif isinstance(key, Slice):
                parts = tuple(facts.constant(st, x) for x in (key.lower, key.upper, key.step))
                got = as_items(vm, st, value)

                def put(vm: Machine, s: State, new: Value) -> Value:
                    s.own(target).items[slice(*(x if isinstance(x, int) else None for x in parts))] = new
                    return None

                if got.__class__ is Call:
                    return Call(
                        got.func,
                        got.args,
                        got.kwargs,
                        lambda vm, s, g, inner=got.then: put(vm, s, inner(vm, s, g) if inner else g),
                    )
                put(vm, st, got)
            elif items:
                chosen = 0
                if len(items) > 1 and not facts.decide(
                    st, ("pick", target.a, key.key if key.__class__ is Unk else 0, 0)
                ):
                    chosen = len(items) - 1
                st.own(target).items[chosen] = value
            return None
        if name is DictObj:
            found = find_key(vm, st, o.items, key, target.a)
            st.own(target).items[found[0] if found is not None else key] = value
            vm.kept(st, target, value)
            return None
        if name is TensorObj:
            tensors = vm.tensors
            return tensors.setitem(vm, st, target, key, value)
        if name is InstObj:
            method = vm.class_attr(st, o.cls, "__setitem__")
            if method is not None:
                return Call(method, [target, key, value])
        return None
    if target.__class__ is Unk:
        if target.deps or target.kind == "tensor":
            tensors = vm.tensors
            return tensors.setitem(vm, st, tensors.as_tensor(vm, st, target), key, value)
        plain = (
            isinstance(key, (int, str, float, bool)) or key is None or key.__class__ is Unk or key.__class__ is tuple
        )
        if plain:
            st.side[target.key, "[]", key] = (value,)
    return None


def del_item(vm: Machine, st: State, target: Value, key: Value) -> Value:
    """del target[key]."""
    if target.__class__ is Ref:
        o = st.obj(target)
        key = facts.constant(st, key) if key.__class__ is Unk else key
        if o.__class__ is ListObj:
            if isinstance(key, int) and -len(o.items) <= key < len(o.items):
                del st.own(target).items[key]
            elif isinstance(key, Slice):
                parts = tuple(facts.constant(st, x) for x in (key.lower, key.upper, key.step))
                vm.emptied(st, target)
                if all(x is None or isinstance(x, int) for x in parts):
                    del st.own(target).items[slice(*parts)]
        elif o.__class__ is DictObj:
            found = find_key(vm, st, o.items, key, target.a)
            if found is None:
                raise vm.error(st, "KeyError", str(key))
            del st.own(target).items[found[0]]
        elif o.__class__ is InstObj:
            method = vm.class_attr(st, o.cls, "__delitem__")
            if method is not None:
                return Call(method, [target, key])
    return None


__all__ = [
    "Bound",
    "Static",
    "as_items",
    "del_item",
    "element",
    "find_key",
    "iterate",
    "length",
    "set_item",
    "subscript",
    "unpack",
]
