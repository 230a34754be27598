"""Classes: making them with their linearised bases, and asking what is an instance of what."""

from __future__ import annotations

from typing import Any

from .machine import Call, Machine
from .state import State
from .values import (
    Bound,
    ClassObj,
    DictObj,
    FuncObj,
    InstObj,
    ListObj,
    Native,
    NativeType,
    Ref,
    SetObj,
    TensorObj,
    Unk,
    Value,
)


def make_class(
    vm: Machine,
    st: State,
    code: Any,
    bases: tuple[Value, ...],
    keywords: dict[str, Value],
    variables: dict[str, Value],
    where: Any,
) -> Value:
    """The class that a class statement makes; bases that are not known are kept as such."""
    known: list[Ref] = []
    unknown: list[Value] = []
    for b in bases:
        if b.__class__ is Ref and st.obj(b).__class__ is ClassObj:
            known.append(b)
        elif isinstance(b, NativeType):
            made = vm.native_bases.get(b.name)
            if made is not None:
                known.append(made)
            elif b.name != "object":
                unknown.append(b)
        elif isinstance(b, Native):
            continue
        else:
            unknown.append(b)
    cls = ClassObj(code.name, tuple(known), (), dict(variables), tuple(unknown))
    cls.site = where
    cls.module = code.file.name
    ref = vm.new(st, cls)
    cls.mro = (ref.a, *_merge([list(st.obj(k).mro) for k in known] + [[k.a for k in known]]))
    for v in variables.values():
        target = getattr(v, "func", None) if v.__class__ is not Ref else v
        if v.__class__.__name__ == "Prop":
            for f in (v.fget, v.fset):
                _own(st, f, ref)
        _own(st, target, ref)
    if code.file.main:
        vm.class_made(st, ref)
    hook = None
    for k in known:
        hook = vm.class_attr(st, k, "__init_subclass__")
        if hook is not None:
            break
    if hook is not None:
        if hook.__class__.__name__ == "ClassMethod":
            hook = hook.func
        return Call(hook, [ref], keywords, lambda vm, s, v: _finish(vm, s, ref))
    return _finish(vm, st, ref)


def _finish(vm: Machine, st: State, ref: Ref) -> Value:
    """A metaclass-like hook of a stub (Enum and its kind): `__class_made__` gets the class."""
    hook = vm.class_attr(st, ref, "__class_made__")
    if hook is not None and "__class_made__" not in st.obj(ref).attrs:
        if hook.__class__.__name__ in ("ClassMethod", "Static"):
            hook = hook.func
        return Call(hook, [ref], {}, lambda vm, s, v: ref)
    return ref


def _own(st: State, f: Value, cls: Ref) -> None:
    if f.__class__ is Bound:
        f = f.func
    if f.__class__ is Ref and st.obj(f).__class__ is FuncObj and st.obj(f).defcls is None:
        st.own(f).defcls = cls
        for k, v in st.obj(f).attrs.items():
            if k == "__wrapped__":
                _own(st, v, cls)


def _merge(sequences: list[list[int]]) -> list[int]:
    """C3 linearisation; where there is none, the order of first appearance."""
    result: list[int] = []
    lists = [s for s in sequences if s]
    while lists:
        for s in lists:
            head = s[0]
            if not any(head in t[1:] for t in lists):
                break
        else:
            for s in lists:
                result.extend(x for x in s if x not in result)
            return result
        result.append(head)
        lists = [t for t in ([x for x in s if x != head] for s in lists) if t]
    return result


def is_instance(vm: Machine, st: State, v: Value, cls: Value) -> bool | None:
    """isinstance(v, cls); None where it is not known."""
    if cls.__class__ is tuple:
        answers = [is_instance(vm, st, v, c) for c in cls]
        if True in answers:
            return True
        return None if None in answers else False
    if cls.__class__ is Unk:
        return None
    if isinstance(cls, NativeType):
        return cls.test(vm, st, v)
    if cls.__class__ is Ref and st.obj(cls).__class__ is ClassObj:
        target = st.obj(cls)
        if v.__class__ is Unk:
            if v.kind == "module" and target.name == "Module":
                return True
            if v.kind in ("int", "float", "bool", "str"):
                return False
            return None
        own = vm.instance_class(st, v)
        if own is None:
            if v.__class__ is Ref and st.obj(v).__class__ is TensorObj:
                return target.name in ("Tensor", "Parameter") and (target.name == "Tensor" or st.obj(v).parameter)
            probe = getattr(target, "name", "")
            if probe in _ABSTRACT:
                return _abstract(st, v, probe)
            return False
        if cls.a in st.obj(own).mro:
            return True
        probe = target.name
        if probe in _ABSTRACT and target.module in ("collections.abc", "typing"):
            names = _ABSTRACT[probe]
            return all(vm.class_attr(st, own, n) is not None for n in names)
        return None if vm.has_unknown_base(st, own) else False
    return False


_ABSTRACT = {
    "Mapping": ("__getitem__", "keys"),
    "MutableMapping": ("__getitem__", "keys"),
    "Sequence": ("__getitem__", "__len__"),
    "MutableSequence": ("__getitem__", "__len__"),
    "Iterable": ("__iter__",),
    "Iterator": ("__next__",),
    "Callable": ("__call__",),
    "Set": ("__contains__",),
    "Hashable": (),
    "Sized": ("__len__",),
    "Container": ("__contains__",),
    "Collection": ("__iter__", "__len__"),
    "Generator": ("__next__",),
    "Number": (),
    "Real": (),
    "Integral": (),
}


def _abstract(st: State, v: Value, name: str) -> bool:
    kind = st.obj(v).__class__ if v.__class__ is Ref else v.__class__
    if name in ("Mapping", "MutableMapping"):
        return kind is DictObj
    if name in ("Sequence", "MutableSequence"):
        return kind is ListObj or kind is tuple or isinstance(v, str)
    if name in ("Iterable", "Collection", "Sized", "Container"):
        return kind in (ListObj, DictObj, SetObj, tuple) or isinstance(v, str)
    if name == "Set":
        return kind is SetObj
    if name == "Callable":
        return kind in (FuncObj, ClassObj, Bound, Native) or isinstance(v, Native)
    if name in ("Number", "Real", "Integral"):
        return isinstance(v, (int, float))
    return False


def class_name(st: State, cls: Ref) -> str:
    return str(st.obj(cls).name)


def is_object(st: State, v: Value) -> bool:
    return v.__class__ is Ref and st.obj(v).__class__ is InstObj
