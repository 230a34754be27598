"""Reading, setting and deleting attributes of every kind of value."""

from __future__ import annotations

from ..libraries import tensors
from . import facts, methods
from .machine import Call, Machine, label
from .state import State
from .values import (
    Bound,
    ClassMethod,
    ClassObj,
    DictObj,
    FuncObj,
    GenObj,
    InstObj,
    IterObj,
    ListObj,
    ModuleObj,
    Native,
    NativeType,
    Prop,
    RangeV,
    Ref,
    SetObj,
    Slice,
    Static,
    Super,
    TensorObj,
    Unk,
    Value,
)


def get(vm: Machine, st: State, v: Value, name: str) -> Value:
    """v.name, or a Call that gives it."""
    kind = v.__class__
    if kind is Ref:
        o = st.obj(v)
        name_of = o.__class__
        if name_of is InstObj:
            return _instance(vm, st, v, o, name)
        if name_of is TensorObj:
            return tensors.attribute(vm, st, v, o, name)
        if name_of is ModuleObj:
            return _module(vm, st, v, o, name)
        if name_of is ClassObj:
            return _class(vm, st, v, o, name)
        if name_of is ListObj:
            return _method(vm, st, v, methods.LIST, name, "list")
        if name_of is DictObj:
            return _method(vm, st, v, methods.DICT, name, "dict")
        if name_of is SetObj:
            return _method(vm, st, v, methods.SET, name, "set")
        if name_of is FuncObj:
            if name in o.attrs:
                return o.attrs[name]
            if name in ("__name__", "__qualname__"):
                return o.code.name if name == "__name__" else o.code.qualname
            if name in (
                "__doc__",
                "__module__",
                "__code__",
                "__defaults__",
                "__annotations__",
                "__dict__",
                "__signature__",
                "__kwdefaults__",
            ):
                return Unk(("attr", ("func", v.a), name))
            if name == "__get__":
                return Native("__get__", lambda vm, s, a, k: Bound(v, a[0]) if a and a[0] is not None else v)
            raise vm.error(st, "AttributeError", name)
        if name_of is GenObj or name_of is IterObj:
            return _method(vm, st, v, methods.GENERATOR, name, "generator")
    if kind is Unk:
        return _unknown(vm, st, v, name)
    if kind is Super:
        return _super(vm, st, v, name)
    if kind is Bound:
        if name == "__self__":
            return v.self
        if name == "__func__":
            return v.func
        return get(vm, st, v.func, name)
    if kind is tuple:
        field = _FIELDS.get(name)
        if field is not None and field < len(v) and name not in methods.TUPLE:
            return v[field]
        return _method(vm, st, v, methods.TUPLE, name, "tuple")
    if isinstance(v, str):
        return _method(vm, st, v, methods.STR, name, "str")
    if isinstance(v, Native):
        return _native(vm, st, v, name)
    if kind is Prop:
        if name == "setter":
            return Native("setter", lambda vm, s, a, k: Prop(v.fget, a[0], v.cached, v.name))
        if name in ("getter", "deleter"):
            return Native(name, lambda vm, s, a, k: v)
    if kind is RangeV and name in ("start", "stop", "step"):
        return getattr(v, name)
    if kind is Slice and name in ("start", "stop", "step"):
        return {"start": v.lower, "stop": v.upper, "step": v.step}[name]
    if isinstance(v, (int, float, bytes, complex)) or v is None:
        if not hasattr(v, name):
            raise vm.error(st, "AttributeError", f"'{type(v).__name__}' object has no attribute '{name}'")
        return methods.number(v, name)
    if kind is Static or kind is ClassMethod:
        return get(vm, st, v.func, name)
    return vm.unknown()


_FIELDS = {
    "values": 0,
    "indices": 1,
    "sign": 0,
    "logabsdet": 1,
    "U": 0,
    "S": 1,
    "Vh": 2,
    "V": 2,
    "Q": 0,
    "R": 1,
    "eigenvalues": 0,
    "eigenvectors": 1,
    "solution": 0,
}
"""Names of the parts of what torch returns as a named tuple."""


def _method(vm: Machine, st: State, v: Value, table: dict[str, Native], name: str, what: str) -> Value:
    found = table.get(name)
    if found is None:
        if name == "__class__":
            return vm.builtins.get(what, vm.unknown())
        if name.startswith("__"):
            return vm.unknown()
        raise vm.error(st, "AttributeError", f"'{what}' object has no attribute '{name}'")
    return Bound(found, v)


def _instance(vm: Machine, st: State, v: Ref, o: InstObj, name: str) -> Value:
    attrs = o.attrs
    if name in attrs:
        return attrs[name]
    cls = o.cls
    found = vm.class_attr(st, cls, name)
    if found is not None or (found is None and _has_none(vm, st, cls, name)):
        if found.__class__ is Ref or found is None or isinstance(found, (str, int, float, tuple)):
            if found.__class__ is Ref and st.obj(found).__class__ is FuncObj:
                return Bound(found, v)
            getter = _descriptor(vm, st, found)
            if getter is not None:
                return Call(getter, [found, v, cls])
            return found
        return vm.bind_method(st, v, found, cls)
    if name == "__class__":
        return cls
    if name == "__dict__":
        return vm.dict_(st, {k: x for k, x in attrs.items() if not k.startswith(".")})
    if name == "args" and vm.is_subclass(st, cls, "BaseException"):
        return ()
    getter = vm.class_attr(st, cls, "__getattr__")
    if getter is not None:
        return Call(getter, [v, name])
    if name in ("__doc__", "__module__"):
        return vm.unknown("str")
    if vm.has_unknown_base(st, cls):
        stored = st.side.get((("self", v.a), name))
        if stored is not None:
            return stored[0]
        return vm.hinted(("attr", ("param", "self" if True else ""), name), name)
    if _library(vm, st, cls) and not name.startswith("__"):
        return Unk(("attr", ("object", v.a), name))
    raise vm.error(st, "AttributeError", f"'{st.obj(cls).name}' object has no attribute '{name}'")


def _descriptor(vm: Machine, st: State, found: Value) -> Value | None:
    if found.__class__ is Ref:
        d = st.obj(found)
        if d.__class__ is InstObj:
            return vm.class_attr(st, d.cls, "__get__")
    return None


def _has_none(vm: Machine, st: State, cls: Ref, name: str) -> bool:
    return any(name in st.obj(Ref(a)).attrs for a in st.obj(cls).mro)


def _library(vm: Machine, st: State, cls: Ref) -> bool:
    """Whether a library's class stands among the bases: its stub may lack the name."""
    return any(vm.is_stub(st.obj(Ref(a)).module) for a in st.obj(cls).mro if st.obj(Ref(a)).name not in ("object",))


def _class(vm: Machine, st: State, v: Ref, o: ClassObj, name: str) -> Value:
    found = vm.class_attr(st, v, name)
    if found is not None:
        kind = found.__class__
        if kind is Static:
            return found.func
        if kind is ClassMethod:
            return Bound(found.func, v)
        return found
    if _has_none(vm, st, v, name):
        return None
    if name in ("__name__", "__qualname__"):
        return o.name
    if name == "__mro__":
        return tuple(Ref(a) for a in o.mro)
    if name == "__bases__":
        return o.bases
    if name == "__dict__":
        return vm.dict_(st, dict(o.attrs))
    if name == "mro":
        return Native("mro", lambda vm, s, a, k: vm.list_(s, [Ref(x) for x in o.mro]))
    if name == "__subclasses__":
        return Native("__subclasses__", lambda vm, s, a, k: vm.list_(s, vm.subclasses(s, v)))
    if o.unknown or vm.has_unknown_base(st, v) or _library(vm, st, v) or name.startswith("__"):
        return Unk(("attr", ("class", v.a), name))
    if name in ("__init__", "__new__", "__setattr__"):
        return Native(name, lambda vm, s, a, k: None)
    raise vm.error(st, "AttributeError", f"type object '{o.name}' has no attribute '{name}'")


def _module(vm: Machine, st: State, v: Ref, o: ModuleObj, name: str) -> Value:
    scope = st.heap.get(o.scope) or st.base[o.scope]
    found = scope.vars.get(name, _MISSING)
    if found is not _MISSING:
        return found
    return vm.importer.missing(vm, st, o, name)


_MISSING = object()


def _unbound(kind: Native, method: Native) -> Native:
    """A method taken from its type, which the program may call on an instance of a class of its own."""

    def call(vm: Machine, st: State, args: list[Value], kwargs: dict[str, Value]) -> Value:
        if isinstance(kind, NativeType) and (not args or kind.test(vm, st, args[0]) is not True):
            return vm.unknown()
        return method.fn(vm, st, args, kwargs)

    return Native(method.name, call)


def _native(vm: Machine, st: State, v: Native, name: str) -> Value:
    if name == "__name__":
        return v.name.rsplit(".", 1)[-1]
    table = {
        "dict": methods.DICT,
        "list": methods.LIST,
        "str": methods.STR,
        "set": methods.SET,
        "tuple": methods.TUPLE,
    }.get(v.name)
    if v.name == "dict" and name == "fromkeys":
        return Native("fromkeys", methods.fromkeys)
    if table is not None and name in table:
        return table[name] if v.name == "str" else _unbound(v, table[name])
    if v.name == "object":
        if name == "__setattr__":
            return Native("__setattr__", lambda vm, s, a, k: store_plain(vm, s, a[0], a[1], a[2]))
        if name == "__getattribute__":
            return Native("__getattribute__", lambda vm, s, a, k: get(vm, s, a[0], a[1]))
        if name == "__new__":
            return Native(
                "__new__",
                lambda vm, s, a, k: vm.new(s, InstObj(a[0], {})) if a and a[0].__class__ is Ref else vm.unknown(),
            )
        return Native(name, lambda vm, s, a, k: None)
    found = tensors.class_member(vm, v, name)
    if found is not None:
        return found
    return Unk(("attr", ("native", v.name), name))


def _super(vm: Machine, st: State, v: Super, name: str) -> Value:
    owner = vm.instance_class(st, v.self)
    cls = (
        owner
        if owner is not None
        else v.self
        if v.self.__class__ is Ref and st.obj(v.self).__class__ is ClassObj
        else None
    )
    if cls is None:
        return vm.unknown()
    mro = st.obj(cls).mro
    after = mro[mro.index(v.cls.a) + 1 :] if v.cls.a in mro else mro[1:]
    for a in after:
        attrs = st.obj(Ref(a)).attrs
        if name in attrs:
            found = attrs[name]
            if owner is None:
                if found.__class__ is ClassMethod:
                    return Bound(found.func, cls)
                return found.func if found.__class__ is Static else found
            return vm.bind_method(st, v.self, found, cls)
    if name == "__new__":
        return Native(
            "__new__", lambda vm, s, a, k: vm.new(s, InstObj(a[0], {})) if a and a[0].__class__ is Ref else vm.unknown()
        )
    if name == "__setattr__":
        return Native("__setattr__", lambda vm, s, a, k: store_plain(vm, s, v.self, a[0], a[1]))
    if name == "__getattribute__":
        return Native("__getattribute__", lambda vm, s, a, k: get(vm, s, v.self, a[0]))
    if name == "__delattr__":
        return Native("__delattr__", lambda vm, s, a, k: delete(vm, s, v.self, a[0]))
    if name == "__getattr__" and owner is not None and not vm.has_unknown_base(st, owner):

        def plain(vm: Machine, s: State, a: list[Value], k: dict[str, Value]) -> Value:
            held = s.obj(v.self).attrs
            if a and a[0] in held:
                return held[a[0]]
            raise vm.error(s, "AttributeError", f"'{s.obj(owner).name}' object has no attribute '{a[0] if a else ''}'")

        return Native("__getattr__", plain)
    if name == "__init__":

        def init(vm: Machine, s: State, a: list[Value], k: dict[str, Value]) -> Value:
            if owner is not None and a and vm.is_subclass(s, owner, "BaseException"):
                s.own(v.self).attrs["args"] = tuple(a)
            return None

        return Native("__init__", init)
    if name in ("__init_subclass__", "__enter__", "__exit__", "__del__", "__post_init__"):
        return Native(name, lambda vm, s, a, k: None)
    if name in ("__repr__", "__str__", "__format__"):
        return Native(name, lambda vm, s, a, k: vm.unknown("str"))
    if name == "__eq__":
        return Native(name, lambda vm, s, a, k: v.self == a[0])
    if name == "__hash__":
        return Native(name, lambda vm, s, a, k: vm.unknown("int"))
    return Unk(("attr", ("super", v.cls.a), name))


def _unknown(vm: Machine, st: State, v: Unk, name: str) -> Value:
    stored = st.side.get((v.key, name))
    if stored is not None and stored.__class__ is tuple:
        return stored[0]
    known = facts.constant(st, v)
    if known.__class__ is not Unk:
        return get(vm, st, known, name)
    found = tensors.unknown_attribute(vm, st, v, name)
    if found is not None:
        return found
    if v.kind == "str" and name in methods.STR:
        return Bound(methods.STR[name], v)
    if v.kind in ("foreign", "str", "int", "float", "bool"):
        return Unk(("attr", v.key, name), "foreign")
    if v.deps:
        return Unk(("attr", v.key, name), "graph", v.deps, v.trust, v.assumption)
    return vm.hinted(("attr", v.key, name), name, v.kind)


def set_(vm: Machine, st: State, target: Value, name: str, value: Value) -> Value:
    """target.name = value; a Call where a property's setter or __setattr__ of the program does it."""
    if target.__class__ is Ref:
        o = st.obj(target)
        kind = o.__class__
        if kind is InstObj:
            own = vm.class_attr(st, o.cls, "__setattr__")
            if own is not None:
                return Call(own, [target, name, value])
            found = vm.class_attr(st, o.cls, name)
            if found.__class__ is Prop and not found.cached and found.fset is not None:
                return Call(found.fset, [target, value])
            if found.__class__ is Ref and st.obj(found).__class__ is InstObj:
                setter = vm.class_attr(st, st.obj(found).cls, "__set__")
                if setter is not None:
                    return Call(setter, [found, target, value])
            return store_plain(vm, st, target, name, value)
        if kind is TensorObj:
            return tensors.set_attribute(vm, st, target, name, value)
        if kind is ClassObj or kind is FuncObj:
            st.own(target).attrs[name] = value
        elif kind is ModuleObj:
            st.own_at(o.scope).vars[name] = value
        return None
    if target.__class__ is Unk:
        if tensors.set_unknown_attribute(vm, st, target, name, value):
            return None
        st.side[target.key, name] = (value,)
    elif target.__class__ is Bound:
        return set_(vm, st, target.func, name, value)
    return None


def store_plain(vm: Machine, st: State, target: Value, name: Value, value: Value) -> Value:
    """object.__setattr__."""
    if target.__class__ is Ref and st.obj(target).__class__ is InstObj and isinstance(name, str):
        own = st.own(target)
        before = own.attrs.get(name)
        own.attrs[name] = value
        if before is not None and before.__class__ is Ref and before != value:
            vm.emptied(st, before)
        vm.stored_attribute(st, target, name, value)
    return None


def delete(vm: Machine, st: State, target: Value, name: str) -> None:
    """del target.name."""
    if target.__class__ is Ref:
        o = st.obj(target)
        if o.__class__ in (InstObj, ClassObj, FuncObj) and name in o.attrs:
            del st.own(target).attrs[name]
        elif o.__class__ is TensorObj and name == "grad":
            st.own(target).grad = None
    elif target.__class__ is Unk:
        st.side.pop((target.key, name), None)


__all__ = ["delete", "get", "label", "set_"]
