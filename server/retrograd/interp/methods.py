"""Methods of Python's own types. Each is a table of natives: name -> fn(vm, st, args, kwargs)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import facts
from .machine import _SETTLED, Call, Machine
from .sequences import as_items, find_key, iterate, subscript
from .state import NeedDecision, State
from .values import DictObj, GenObj, IterObj, ListObj, Native, Ref, SetObj, Unk, Value

LIST: dict[str, Native] = {}
DICT: dict[str, Native] = {}
SET: dict[str, Native] = {}
STR: dict[str, Native] = {}
TUPLE: dict[str, Native] = {}
GENERATOR: dict[str, Native] = {}

Fn = Callable[[Machine, State, list[Value], dict[str, Value]], Value]


def _in(table: dict[str, Native], *names: str) -> Callable[[Fn], Fn]:
    def register(fn: Fn) -> Fn:
        for name in names:
            table[name] = Native(name, fn)
        return fn

    return register


def with_items(vm: Machine, st: State, v: Value, use: Callable[[Machine, State, list[Value]], Value]) -> Value:
    """Use the elements of `v`, now or once the program's own iteration has given them."""
    got = as_items(vm, st, v)
    if got.__class__ is Call:
        return Call(
            got.func, got.args, got.kwargs, lambda vm, s, g, inner=got.then: use(vm, s, inner(vm, s, g) if inner else g)
        )
    return use(vm, st, got)


# --- list


@_in(LIST, "append")
def _append(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    st.own(args[0]).items.append(args[1])
    vm.kept(st, args[0], args[1])
    return None


@_in(LIST, "extend", "__iadd__")
def _extend(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    def use(vm: Machine, s: State, items: list[Value]) -> Value:
        s.own(args[0]).items.extend(items)
        for x in items:
            vm.kept(s, args[0], x)
        return None

    return with_items(vm, st, args[1], use)


@_in(LIST, "insert")
def _insert(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    i = args[1] if isinstance(args[1], int) else 0
    st.own(args[0]).items.insert(i, args[2])
    vm.kept(st, args[0], args[2])
    return None


@_in(LIST, "pop")
def _pop(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    lst = st.obj(args[0])
    if not lst.items:
        raise vm.error(st, "IndexError", "pop from empty list")
    i = facts.constant(st, args[1]) if len(args) > 1 else -1
    own = st.own(args[0])
    vm.emptied(st, args[0])
    if own.hidden:
        own.hidden -= 1
        return own.items[-1]
    if not isinstance(i, int):
        i = 0
    if not -len(own.items) <= i < len(own.items):
        raise vm.error(st, "IndexError", "pop index out of range")
    return own.items.pop(i)


@_in(LIST, "clear")
def _clear(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    own = st.own(args[0])
    own.items.clear()
    own.hidden = 0
    vm.emptied(st, args[0])
    return None


@_in(LIST, "copy")
def _copy(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    new = ListObj(list(st.obj(args[0]).items))
    new.hidden = st.obj(args[0]).hidden
    return vm.new(st, new)


@_in(LIST, "reverse")
def _reverse(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    st.own(args[0]).items.reverse()
    return None


@_in(LIST, "sort")
def _sort(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    own = st.own(args[0])
    if not kwargs and all(isinstance(x, (int, float)) for x in own.items):
        own.items.sort()
    return None


@_in(LIST, "remove")
def _remove(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    own = st.own(args[0])
    if args[1] in own.items:
        own.items.remove(args[1])
    elif own.items:
        own.items.pop(0)
    return None


@_in(LIST, "index")
def _index(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    items = st.obj(args[0]).items
    return items.index(args[1]) if args[1] in items else vm.unknown("int")


@_in(TUPLE, "index")
def _tuple_index(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return args[0].index(args[1]) if args[1] in args[0] else vm.unknown("int")


@_in(LIST, "count")
def _count(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    items = st.obj(args[0]).items
    return items.count(args[1]) if not any(x.__class__ is Unk for x in items) else vm.unknown("int")


@_in(TUPLE, "count")
def _tuple_count(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return args[0].count(args[1]) if not any(x.__class__ is Unk for x in args[0]) else vm.unknown("int")


def _dunder(table: dict[str, Native]) -> None:
    def length(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
        from .sequences import length as measure

        return measure(vm, st, args[0])

    def item(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
        return subscript(vm, st, args[0], args[1])

    def put(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
        from .sequences import set_item

        return set_item(vm, st, args[0], args[1], args[2])

    def it(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
        return iterate(vm, st, args[0])

    def has(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
        from .operators import contains

        return contains(vm, st, "in", args[1], args[0])

    table["__len__"] = Native("__len__", length)
    table["__getitem__"] = Native("__getitem__", item)
    table["__setitem__"] = Native("__setitem__", put)
    table["__iter__"] = Native("__iter__", it)
    table["__contains__"] = Native("__contains__", has)


for _table in (LIST, DICT, SET, TUPLE):
    _dunder(_table)


# --- dict


@_in(DICT, "get")
def _get(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    o = st.obj(args[0])
    found = find_key(vm, st, o.items, args[1], args[0].a)
    if found is not None:
        return o.items[found[0]]
    return args[2] if len(args) > 2 else kwargs.get("default")


@_in(DICT, "pop")
def _dict_pop(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    o = st.obj(args[0])
    found = find_key(vm, st, o.items, args[1], args[0].a)
    if found is not None:
        return st.own(args[0]).items.pop(found[0])
    if len(args) > 2:
        return args[2]
    raise vm.error(st, "KeyError", str(args[1]))


@_in(DICT, "popitem")
def _popitem(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    own = st.own(args[0])
    return own.items.popitem() if own.items else vm.unknown()


@_in(DICT, "items")
def _items(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return vm.list_(st, [(k, v) for k, v in st.obj(args[0]).items.items()])


@_in(DICT, "keys")
def _keys(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return vm.list_(st, list(st.obj(args[0]).items))


@_in(DICT, "values")
def _values(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return vm.list_(st, list(st.obj(args[0]).items.values()))


@_in(DICT, "copy")
def _dict_copy(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    o = st.obj(args[0])
    return vm.new(st, DictObj(dict(o.items), o.factory))


@_in(DICT, "clear")
def _dict_clear(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    st.own(args[0]).items.clear()
    return None


@_in(DICT, "update")
def _update(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    def put(vm: Machine, s: State, pairs: list[Value]) -> Value:
        own = s.own(args[0])
        for p in pairs:
            if p.__class__ is tuple and len(p) == 2:
                own.items[p[0]] = p[1]
        own.items.update(kwargs)
        for v in (*(p[1] for p in pairs if p.__class__ is tuple and len(p) == 2), *kwargs.values()):
            vm.kept(s, args[0], v)
        return None

    if len(args) > 1:
        other = args[1]
        if other.__class__ is Ref and st.obj(other).__class__ is DictObj:
            return put(vm, st, list(st.obj(other).items.items()))
        return with_items(vm, st, other, put)
    return put(vm, st, [])


@_in(DICT, "setdefault")
def _setdefault(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    o = st.obj(args[0])
    found = find_key(vm, st, o.items, args[1], args[0].a)
    if found is not None:
        return o.items[found[0]]
    value = args[2] if len(args) > 2 else None
    st.own(args[0]).items[args[1]] = value
    return value


def fromkeys(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    """dict.fromkeys(iterable, value)."""
    value = args[1] if len(args) > 1 else None
    return with_items(vm, st, args[0], lambda vm, s, items: vm.new(s, DictObj(dict.fromkeys(items, value))))


# --- set


@_in(SET, "add")
def _add(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    st.own(args[0]).items[args[1]] = None
    vm.kept(st, args[0], args[1])
    return None


@_in(SET, "discard", "remove")
def _discard(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    st.own(args[0]).items.pop(args[1], None)
    return None


@_in(SET, "pop")
def _set_pop(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    own = st.own(args[0])
    if not own.items:
        raise vm.error(st, "KeyError", "pop from an empty set")
    first = next(iter(own.items))
    del own.items[first]
    return first


@_in(SET, "clear")
def _set_clear(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    st.own(args[0]).items.clear()
    return None


@_in(SET, "copy")
def _set_copy(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return vm.new(st, SetObj(dict(st.obj(args[0]).items)))


@_in(SET, "update", "union")
def _union(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    def use(vm: Machine, s: State, items: list[Value]) -> Value:
        new = {**s.obj(args[0]).items, **dict.fromkeys(items)}
        return vm.new(s, SetObj(new))

    return with_items(vm, st, args[1] if len(args) > 1 else (), use)


@_in(SET, "difference", "intersection", "symmetric_difference", "issubset", "issuperset", "isdisjoint")
def _set_other(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return vm.unknown()


SET["update"] = Native(
    "update",
    lambda vm, st, args, kwargs: with_items(
        vm, st, args[1], lambda vm, s, items: s.own(args[0]).items.update(dict.fromkeys(items))
    ),
)


# --- str


def _string(name: str) -> Fn:
    def fn(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
        if name == "join" and len(args) > 1:
            return with_items(
                vm,
                st,
                args[1],
                lambda vm, s, items: (
                    args[0].join(items)
                    if isinstance(args[0], str) and all(isinstance(x, str) for x in items)
                    else vm.unknown("str")
                ),
            )
        if name == "format":
            return vm.unknown("str")
        args = [facts.constant(st, a) for a in args]
        if (
            all(
                isinstance(a, (str, int, type(None))) or (a.__class__ is tuple and all(isinstance(x, str) for x in a))
                for a in args
            )
            and not kwargs
        ):
            try:
                result = getattr(args[0], name)(*args[1:])
            except (TypeError, ValueError, AttributeError, LookupError):
                return vm.unknown("str")
            return vm.list_(st, result) if result.__class__ is list else result
        if name.startswith(("is", "starts", "ends")):
            keys = tuple(
                a.key if a.__class__ is Unk else a if isinstance(a, (str, int)) or a.__class__ is tuple else id(a)
                for a in args
            )
            return Unk((name, *keys), "bool")
        if name in ("split", "rsplit", "splitlines"):
            return vm.unknown("seq")
        return vm.unknown("int" if name in ("find", "count", "index", "rfind") else "str")

    return fn


for _name in (n for n in dir(str) if not n.startswith("_")):
    STR[_name] = Native(_name, _string(_name))


def number(v: Value, name: str) -> Value:
    """A method or attribute of a number or None."""
    got: Any = getattr(v, name)
    if callable(got):

        def fn(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
            if all(isinstance(a, (int, float, str)) for a in args) and not kwargs:
                try:
                    result = got(*args)
                except (TypeError, ValueError, OverflowError):
                    return vm.unknown()
                if isinstance(result, (int, float, str, bytes, tuple)):
                    return result
            return vm.unknown()

        return Native(name, fn)
    return got if isinstance(got, (int, float)) else None


# --- generators and iterators


def advance(vm: Machine, st: State, it: Value, default: tuple[Value, ...] = ()) -> Value:
    """next(it[, default])."""
    from .sequences import element, remaining
    from .values import InstObj

    if it.__class__ is Unk:
        return vm.unknown("tensor" if it.kind == "loader" else "any", it.deps, it.trust, it.assumption)
    if it.__class__ is not Ref:
        return vm.unknown()
    o = st.obj(it)

    def stop(vm: Machine, s: State) -> Value:
        if default:
            return default[0]
        raise vm.error(s, "StopIteration", "")

    if o.__class__ is GenObj:
        return Call(Native("resume", _resume_native(it, default)), [])
    if o.__class__ is InstObj:
        method = vm.class_attr(st, o.cls, "__next__")
        if method is not None:
            return Call(method, [it])
        return vm.unknown()
    if o.__class__ is IterObj:
        total = remaining(vm, st, o)
        if isinstance(total, (int, float)):
            if o.index >= total:
                return stop(vm, st)
        elif o.index >= 1 and not facts.compare(st, "<", o.index, total):
            return stop(vm, st)
        value = element(vm, st, it, o, o.index)
        st.own(it).index += 1
        return value
    return vm.unknown()


def _resume_native(it: Ref, default: tuple[Value, ...]) -> Fn:
    def fn(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
        from .instructions import resume

        sent = args[0] if args else None

        def ended(vm: Machine, s: State) -> None:
            if default:
                s.frames[-1].stack.append(default[0])
            else:
                from .state import Raised

                error = vm.error(s, "StopIteration", "")
                if not isinstance(error, Raised):
                    return
                raise error

        resume(vm, st, it, sent, None, ended)
        return _SETTLED

    return fn


@_in(GENERATOR, "__next__")
def _next(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return advance(vm, st, args[0])


@_in(GENERATOR, "__iter__")
def _self(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return args[0]


@_in(GENERATOR, "send")
def _send(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    return Call(Native("resume", _resume_native(args[0], ())), [args[1]])


@_in(GENERATOR, "close")
def _close(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    if st.obj(args[0]).__class__ is GenObj:
        own = st.own(args[0])
        own.frame = None
        own.done = True
    return None


@_in(GENERATOR, "throw")
def _throw(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
    from .instructions import resume
    from .state import Raised

    exc = args[1] if len(args) > 1 else args[0]
    gen = st.obj(args[0])
    if gen.frame is None:
        raise Raised(exc)
    resume(vm, st, args[0], None, None, lambda vm, s: s.frames[-1].stack.append(None))
    raise Raised(exc)


__all__ = [
    "DICT",
    "GENERATOR",
    "LIST",
    "SET",
    "STR",
    "TUPLE",
    "NeedDecision",
    "advance",
    "fromkeys",
    "number",
    "with_items",
]
