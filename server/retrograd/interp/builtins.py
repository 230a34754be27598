"""Python's builtins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import facts
from .classes import is_instance
from .machine import Call, Machine
from .methods import advance, with_items
from .operators import binary, compare, equal, truth
from .sequences import iterate, length
from .state import NeedDecision, Raised, State
from .values import (
    Bound,
    ClassMethod,
    ClassObj,
    DictObj,
    FuncObj,
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

Args = list[Value]
Kw = dict[str, Value]
BUILTINS: dict[str, Value] = {
    "True": True,
    "False": False,
    "None": None,
    "Ellipsis": ...,
    "NotImplemented": Unk(("name", "NotImplemented"), "foreign"),
    "__debug__": True,
}

PRELUDE = """
def _list_of(it):
    r = []
    for x in it:
        r.append(x)
    return r

def map(f, *its):
    if len(its) == 1:
        for x in its[0]:
            yield f(x)
    else:
        for xs in zip(*its):
            yield f(*xs)

def filter(f, it):
    for x in it:
        if (x if f is None else f(x)):
            yield x

def _zip(*its):
    its = [iter(i) for i in its]
    while True:
        r = []
        for i in its:
            try:
                r.append(next(i))
            except StopIteration:
                return
        yield tuple(r)

def _enumerate(it, start=0):
    for x in it:
        yield start, x
        start += 1

def _sum(it, start=0):
    for x in it:
        start = start + x
    return start

def _any(it):
    for x in it:
        if x:
            return True
    return False

def _all(it):
    for x in it:
        if not x:
            return False
    return True

def _best(items, key, more):
    best = None
    first = True
    for x in items:
        k = x if key is None else key(x)
        if first or (k > score if more else k < score):
            best = x
            score = k
            first = False
    return best

def _sorted(items, key, reverse):
    out = []
    for x in items:
        key(x)
        out.append(x)
    return out

class BaseException:
    def with_traceback(self, tb):
        return self
    def __str__(self):
        return "error"
class Exception(BaseException): pass
class KeyboardInterrupt(BaseException): pass
class SystemExit(BaseException): pass
class GeneratorExit(BaseException): pass
class StopIteration(Exception): pass
class StopAsyncIteration(Exception): pass
class ArithmeticError(Exception): pass
class ZeroDivisionError(ArithmeticError): pass
class OverflowError(ArithmeticError): pass
class FloatingPointError(ArithmeticError): pass
class AssertionError(Exception): pass
class AttributeError(Exception): pass
class BufferError(Exception): pass
class EOFError(Exception): pass
class ImportError(Exception): pass
class ModuleNotFoundError(ImportError): pass
class LookupError(Exception): pass
class IndexError(LookupError): pass
class KeyError(LookupError): pass
class MemoryError(Exception): pass
class NameError(Exception): pass
class UnboundLocalError(NameError): pass
class OSError(Exception): pass
IOError = OSError
EnvironmentError = OSError
class FileNotFoundError(OSError): pass
class FileExistsError(OSError): pass
class PermissionError(OSError): pass
class TimeoutError(OSError): pass
class ConnectionError(OSError): pass
class RuntimeError(Exception): pass
class NotImplementedError(RuntimeError): pass
class RecursionError(RuntimeError): pass
class SyntaxError(Exception): pass
class SystemError(Exception): pass
class TypeError(Exception): pass
class ValueError(Exception): pass
class UnicodeError(ValueError): pass
class UnicodeDecodeError(UnicodeError): pass
class Warning(Exception): pass
class UserWarning(Warning): pass
class DeprecationWarning(Warning): pass
class FutureWarning(Warning): pass
class RuntimeWarning(Warning): pass
class OutOfMemoryError(RuntimeError): pass
class object_with_dict(dict): pass
"""


def builtin(name: str) -> Callable[[Callable[..., Value]], Callable[..., Value]]:
    def register(fn: Callable[..., Value]) -> Callable[..., Value]:
        BUILTINS[name] = Native(name, fn)
        return fn

    return register


def builtin_type(name: str, test: Callable[..., bool | None]) -> Callable[[Callable[..., Value]], Callable[..., Value]]:
    def register(fn: Callable[..., Value]) -> Callable[..., Value]:
        BUILTINS[name] = NativeType(name, fn, test)
        return fn

    return register


def _kind(st: State, v: Value) -> Any:
    return st.obj(v).__class__ if v.__class__ is Ref else v.__class__


def _is(*kinds: Any) -> Callable[..., bool | None]:
    def test(vm: Machine, st: State, v: Value) -> bool | None:
        if v.__class__ is Unk:
            if v.kind in ("int", "float", "bool", "str", "module", "optimizer", "tensor", "graph"):
                return v.kind in tuple(k.__name__ for k in kinds)
            return None
        return isinstance(v, tuple(k for k in kinds if k.__module__ == "builtins")) or _kind(st, v) in kinds

    return test


def _is_number(kind: type) -> Callable[..., bool | None]:
    def test(vm: Machine, st: State, v: Value) -> bool | None:
        if v.__class__ is Unk:
            if v.kind in ("int", "float", "bool", "str", "module", "optimizer", "tensor", "graph", "seq"):
                return v.kind == kind.__name__ or (kind is int and v.kind == "bool")
            return None
        return isinstance(v, kind)

    return test


# --- types


@builtin_type("int", _is_number(int))
def _int(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return _convert(vm, st, args, int)


@builtin_type("float", _is_number(float))
def _float(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return _convert(vm, st, args, float)


@builtin_type("bool", _is_number(bool))
def _bool(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    if not args:
        return False
    if args[0].__class__ is Unk and not args[0].deps:
        known = facts.constant(st, args[0])
        return (
            bool(known)
            if known.__class__ is not Unk
            else Unk(args[0].key, "bool")
            if args[0].kind == "bool"
            else Unk(("not", ("not", args[0].key)), "bool")
        )
    t = truth(vm, st, args[0])
    return t


def _convert(vm: Machine, st: State, args: Args, kind: type) -> Value:
    if not args:
        return kind()
    v = facts.constant(st, args[0])
    if isinstance(v, (int, float, str)):
        try:
            return kind(v)
        except (ValueError, OverflowError, TypeError):
            if isinstance(v, str):
                raise vm.error(st, "ValueError", "invalid literal") from None
            return vm.unknown(kind.__name__)
    vm.read(st, v)
    if v.__class__ is Unk and not v.deps and v.kind not in ("tensor",):
        return Unk((kind.__name__, v.key), kind.__name__) if not (kind is int and facts.is_int(v)) else v
    if v.__class__ is Ref:
        o = st.obj(v)
        if o.__class__ is TensorObj:
            if o.const is not None:
                return kind(o.const)
            return Unk((kind.__name__, ("tensor", v.a, st.life.versions.get(o.storage, 0))), kind.__name__)
        if o.__class__ is InstObj:
            method = vm.class_attr(st, o.cls, f"__{kind.__name__}__")
            if method is not None:
                return Call(method, [v])
    return vm.unknown(kind.__name__)


@builtin_type("str", _is_number(str))
def _str(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    if not args:
        return ""
    v = facts.constant(st, args[0])
    if isinstance(v, (str, int, bool)) or v is None:
        return str(v)
    vm.read(st, v)
    return Unk(("str", v.key), "str") if v.__class__ is Unk else vm.unknown("str")


@builtin_type("bytes", _is_number(bytes))
def _bytes(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return vm.unknown("foreign")


@builtin_type("complex", _is_number(complex))
def _complex(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return vm.unknown("float")


@builtin_type("list", _is(ListObj))
def _list(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    if not args:
        return vm.list_(st, [])
    v = args[0]
    if v.__class__ is Ref and st.obj(v).__class__ is ListObj:
        new = ListObj(list(st.obj(v).items))
        new.hidden = st.obj(v).hidden
        return vm.new(st, new)
    return with_items(vm, st, v, lambda vm, s, items: vm.list_(s, list(items)))


@builtin_type("tuple", _is(tuple))
def _tuple(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    if not args:
        return ()
    return with_items(vm, st, args[0], lambda vm, s, items: tuple(items))


@builtin_type("set", _is(SetObj))
def _set(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    if not args:
        return vm.new(st, SetObj({}))
    return with_items(vm, st, args[0], lambda vm, s, items: vm.new(s, SetObj(dict.fromkeys(items))))


BUILTINS["frozenset"] = NativeType("frozenset", _set, _is(SetObj))


@builtin_type("dict", _is(DictObj))
def _dict(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    if args:
        v = args[0]
        if v.__class__ is Ref and st.obj(v).__class__ is DictObj:
            return vm.new(st, DictObj({**st.obj(v).items, **kwargs}))
        if v.__class__ is Unk:
            return v if not kwargs else vm.new(st, DictObj({Unk(("key", v.key)): vm.unknown(), **kwargs}))
        cls = vm.instance_class(st, v)
        if cls is not None and vm.class_attr(st, cls, "items") is not None:
            found = vm.getattr(st, v, "items")
            return Call(
                found,
                [],
                {},
                lambda vm, s, got: with_items(
                    vm, s, got, lambda vm, s, items: vm.new(s, DictObj({**{p[0]: p[1] for p in items}, **kwargs}))
                ),
            )
        return with_items(
            vm,
            st,
            v,
            lambda vm, s, items: vm.new(
                s, DictObj({**{p[0]: p[1] for p in items if p.__class__ is tuple and len(p) == 2}, **kwargs})
            ),
        )
    return vm.new(st, DictObj(dict(kwargs)))


@builtin_type("object", lambda vm, st, v: True)
def _object(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return vm.unknown("foreign")


@builtin_type("type", _is(ClassObj))
def _type(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    if len(args) == 3 and args[1].__class__ is tuple:
        return vm.unknown()
    cls = vm.instance_class(st, args[0])
    if cls is not None:
        return cls
    v = args[0]
    name = (
        type(v).__name__
        if v is None or isinstance(v, (bool, int, float, str, tuple))
        else {
            ListObj: "list",
            DictObj: "dict",
            SetObj: "set",
            ClassObj: "type",
        }.get(_kind(st, v), "")
    )
    if name in BUILTINS:
        return BUILTINS[name]
    if _kind(st, v) is TensorObj:
        return vm.named("torch.nn.Parameter" if st.obj(v).parameter else "torch.Tensor")
    return Unk(("type", v.key if v.__class__ is Unk else ("new", vm.fresh())), "foreign")


@builtin_type("slice", _is(Slice))
def _slice(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    parts = [None, args[0], None] if len(args) == 1 else [*args, None, None][:3]
    return Slice(*parts)


@builtin_type("range", _is(RangeV))
def _range(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    args = [facts.constant(st, a) for a in args]
    if len(args) == 1:
        return RangeV(0, args[0], 1)
    return RangeV(args[0], args[1], args[2] if len(args) > 2 else 1)


@builtin_type("property", _is(Prop))
def _property(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return Prop(args[0] if args else kwargs.get("fget"), args[1] if len(args) > 1 else kwargs.get("fset"))


@builtin_type("staticmethod", _is(Static))
def _staticmethod(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return Static(args[0])


@builtin_type("classmethod", _is(ClassMethod))
def _classmethod(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return ClassMethod(args[0])


@builtin_type("super", _is(Super))
def _super(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    if len(args) == 2 and args[0].__class__ is Ref:
        return Super(args[0], args[1])
    return vm.unknown()


# --- functions


def _quiet(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    for a in (*args, *kwargs.values()):
        vm.read(st, a)
    return None


for _name in ("print", "breakpoint"):
    BUILTINS[_name] = Native(_name, _quiet)


for _name, _k in (
    ("repr", "str"),
    ("format", "str"),
    ("ascii", "str"),
    ("input", "str"),
    ("hash", "int"),
    ("chr", "str"),
    ("hex", "str"),
    ("bin", "str"),
    ("oct", "str"),
    ("open", "foreign"),
    ("globals", "any"),
    ("locals", "any"),
    ("vars", "any"),
    ("compile", "foreign"),
    ("eval", "any"),
    ("exec", "any"),
    ("__import__", "any"),
    ("memoryview", "foreign"),
    ("bytearray", "foreign"),
    ("ord", "int"),
    ("dir", "seq"),
    ("exit", "any"),
    ("quit", "any"),
    ("help", "any"),
    ("aiter", "any"),
    ("anext", "any"),
):
    BUILTINS[_name] = Native(_name, lambda vm, st, args, kwargs, _k=_k: vm.unknown(_k))


def _exit(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    raise vm.error(st, "SystemExit", "")


BUILTINS["exit"] = Native("exit", _exit)
BUILTINS["quit"] = Native("quit", _exit)


@builtin("id")
def _id(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    v = args[0]
    if v.__class__ is Ref:
        return 1_000_000 + v.a
    return Unk(("id", v.key if v.__class__ is Unk else ("const", str(v))), "int")


@builtin("len")
def _len(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    v = args[0]
    cls = vm.instance_class(st, v)
    if cls is not None:
        method = vm.class_attr(st, cls, "__len__")
        return Call(method, [v]) if method is not None else Unk(("len", ("object", v.a)), "int")
    return length(vm, st, v)


@builtin("isinstance")
def _isinstance(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    v = facts.constant(st, args[0])
    answer = is_instance(vm, st, v, args[1])
    if answer is None:
        return Unk(("isinstance", v.key if v.__class__ is Unk else ("new", vm.fresh()), _class_key(args[1])), "bool")
    return answer


def _class_key(cls: Value) -> Any:
    if cls.__class__ is Unk:
        return cls.key
    if cls.__class__ is Ref:
        return cls.a
    if cls.__class__ is tuple:
        return tuple(_class_key(c) for c in cls)
    return getattr(cls, "name", str(cls))


@builtin("issubclass")
def _issubclass(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    a, b = args
    if a.__class__ is Ref and st.obj(a).__class__ is ClassObj:
        targets = b if b.__class__ is tuple else (b,)
        if all(t.__class__ is Ref for t in targets):
            if any(t.a in st.obj(a).mro for t in targets):
                return True
            return vm.unknown("bool") if vm.has_unknown_base(st, a) else False
    return vm.unknown("bool")


@builtin("callable")
def _callable(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    v = args[0]
    kind = _kind(st, v)
    if kind is Unk:
        if v.kind == "module":
            return True
        return Unk(("callable", v.key), "bool")
    if kind is InstObj:
        return vm.class_attr(st, st.obj(v).cls, "__call__") is not None
    return kind in (FuncObj, ClassObj, Bound, Native, NativeType)


@builtin("getattr")
def _getattr(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    name = facts.constant(st, args[1])
    if not isinstance(name, str):
        return vm.unknown()
    try:
        found = vm.getattr(st, args[0], name)
    except Raised:
        if len(args) > 2:
            return args[2]
        raise
    if (
        len(args) > 2
        and found.__class__ is Unk
        and found.key[0] == "attr"
        and found.kind == "any"
        and args[0].__class__ is not Unk
    ):
        return args[2]
    return found


@builtin("hasattr")
def _hasattr(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    name = facts.constant(st, args[1])
    if args[0].__class__ is Unk or not isinstance(name, str):
        stored = args[0].__class__ is Unk and st.side.get((args[0].key, name))
        if stored:
            return True
        return Unk(
            (
                "hasattr",
                args[0].key if args[0].__class__ is Unk else ("new", vm.fresh()),
                name if isinstance(name, str) else "?",
            ),
            "bool",
        )
    try:
        found = vm.getattr(st, args[0], name)
    except Raised:
        return False
    if (
        found.__class__ is Unk
        and found.key
        and found.key[0] == "attr"
        and args[0].__class__ is Ref
        and st.obj(args[0]).__class__ is InstObj
    ):
        if vm.has_unknown_base(st, st.obj(args[0]).cls):
            return Unk(("hasattr", ("object", args[0].a), name), "bool")
        return False
    return True


@builtin("setattr")
def _setattr(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    from .attributes import set_

    name = facts.constant(st, args[1])
    if isinstance(name, str):
        got = set_(vm, st, args[0], name, args[2])
        if got.__class__ is Call:
            return Call(got.func, got.args, got.kwargs, lambda vm, s, v: None)
    return None


@builtin("delattr")
def _delattr(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    from .attributes import delete

    if isinstance(args[1], str):
        delete(vm, st, args[0], args[1])
    return None


@builtin("iter")
def _iter(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    if len(args) == 2:
        return vm.new(st, IterObj("unknown", vm.unknown()))
    return iterate(vm, st, args[0])


@builtin("next")
def _next(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return advance(vm, st, args[0], tuple(args[1:2]))


def _simple(st: State, v: Value) -> bool:
    kind = v.__class__
    if kind is Ref:
        o = st.obj(v).__class__
        if o is IterObj:
            return st.obj(v).kind in ("enumerate", "zip", "reversed", "tuple") and st.obj(v).index == 0
        return o in (ListObj, DictObj, SetObj, TensorObj)
    return kind in (tuple, RangeV, Unk) or isinstance(v, str)


@builtin("enumerate")
def _enumerate(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    start = args[1] if len(args) > 1 else kwargs.get("start", 0)
    if _simple(st, args[0]):
        source = args[0]
        if source.__class__ is Ref and st.obj(source).__class__ is IterObj:
            pass
        return vm.new(st, IterObj("enumerate", (source, facts.constant(st, start))))
    return Call(vm.builtins["_enumerate"], [args[0], start])


@builtin("zip")
def _zip(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    if not args:
        return ()
    if all(_simple(st, a) for a in args):
        return vm.new(st, IterObj("zip", tuple(args)))
    return Call(vm.builtins["_zip"], args)


@builtin("reversed")
def _reversed(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    v = args[0]
    if v.__class__ is RangeV and v.length() is not None:
        r = range(v.start, v.stop, v.step)[::-1]
        return RangeV(r.start, r.stop, r.step)
    if v.__class__ is Unk or v.__class__ is RangeV:
        return v if v.__class__ is Unk else vm.unknown("seq")
    cls = vm.instance_class(st, v)
    if cls is not None and (method := vm.class_attr(st, cls, "__reversed__")) is not None:
        return Call(method, [v])
    return with_items(vm, st, v, lambda vm, s, items: vm.new(s, IterObj("tuple", tuple(reversed(items)))))


@builtin("sum")
def _sum(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    start = args[1] if len(args) > 1 else kwargs.get("start", 0)
    v = args[0]
    if v.__class__ is Ref and st.obj(v).__class__ is ListObj:
        total = start
        for x in st.obj(v).items:
            total = binary(vm, st, "+", total, x)
            if total.__class__ is Call:
                return Call(vm.builtins["_sum"], [v, start])
        return total if not st.obj(v).hidden or not isinstance(total, (int, float)) else vm.unknown("float")
    return Call(vm.builtins["_sum"], [v, start])


def _extreme(name: str, more: bool) -> None:
    @builtin(name)
    def fn(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
        if len(args) > 1:
            items: Value = tuple(args)
        else:
            items = args[0]
        if (
            "default" in kwargs
            and items.__class__ is Ref
            and st.obj(items).__class__ is ListObj
            and not st.obj(items).items
        ):
            return kwargs["default"]

        def use(vm: Machine, s: State, got: list[Value]) -> Value:
            got = [facts.constant(s, x) for x in got]
            if not got:
                return kwargs.get("default", vm.unknown())
            if kwargs.get("key") is None:
                if all(isinstance(x, (int, float, str)) for x in got):
                    try:
                        return max(got) if more else min(got)
                    except TypeError:
                        return vm.unknown()
                if not vm.edges_in(s, got, 1):
                    ints = all(isinstance(x, int) or (x.__class__ is Unk and facts.is_int(x)) for x in got)
                    for x in got:
                        vm.read(s, x)
                    return Unk(
                        vm.intern(
                            (
                                name,
                                *(
                                    x.key if x.__class__ is Unk else ("const", x) if not isinstance(x, Ref) else x.a
                                    for x in got
                                ),
                            )
                        ),
                        "int" if ints else "float",
                    )
            return Call(vm.builtins["_best"], [tuple(got), kwargs.get("key"), more])

        if items.__class__ is Unk:
            return vm.unknown("any", items.deps, items.trust, items.assumption)
        return with_items(vm, st, items, use)


_extreme("max", True)
_extreme("min", False)


@builtin("sorted")
def _sorted(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    key, reverse = kwargs.get("key"), kwargs.get("reverse", False)

    def use(vm: Machine, s: State, items: list[Value]) -> Value:
        if (key is None and all(isinstance(x, (int, float)) for x in items)) or (
            all(isinstance(x, str) for x in items) and key is None
        ):
            return vm.list_(s, sorted(items, reverse=bool(reverse) if isinstance(reverse, bool) else False))
        if key is not None:
            return Call(vm.builtins["_sorted"], [vm.list_(s, items), key, reverse])
        return vm.list_(s, items)

    return with_items(vm, st, args[0], use)


@builtin("any")
def _any(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    if args[0].__class__ is Unk:
        return Unk(("any", args[0].key), "bool")
    return Call(vm.builtins["_any"], [args[0]])


@builtin("all")
def _all(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    if args[0].__class__ is Unk:
        return Unk(("all", args[0].key), "bool")
    return Call(vm.builtins["_all"], [args[0]])


@builtin("abs")
def _abs(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    v = args[0]
    if isinstance(v, (int, float)):
        return abs(v)
    return _tensor_or_unknown(vm, st, "abs", v)


def _tensor_or_unknown(vm: Machine, st: State, op: str, v: Value) -> Value:
    tensors = vm.tensors
    from .operators import is_tensor

    if is_tensor(st, v):
        return tensors.apply(vm, st, op, [v], {})
    cls = vm.instance_class(st, v)
    if cls is not None and (method := vm.class_attr(st, cls, f"__{op}__")) is not None:
        return Call(method, [v])
    return Unk((op, v.key), v.kind) if v.__class__ is Unk else vm.unknown("float")


@builtin("round")
def _round(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    v = facts.constant(st, args[0])
    if isinstance(v, (int, float)) and all(isinstance(a, int) for a in args[1:]):
        try:
            return round(v, *args[1:])
        except (ValueError, OverflowError):
            return vm.unknown("float")
    vm.read(st, v)
    return Unk(("round", v.key), "int" if len(args) == 1 else "float") if v.__class__ is Unk else vm.unknown("float")


@builtin("pow")
def _pow(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return binary(vm, st, "**", args[0], args[1])


@builtin("divmod")
def _divmod(vm: Machine, st: State, args: Args, kwargs: Kw) -> Value:
    return (binary(vm, st, "//", args[0], args[1]), binary(vm, st, "%", args[0], args[1]))


__all__ = ["BUILTINS", "PRELUDE", "ModuleObj", "NeedDecision", "compare", "equal"]
