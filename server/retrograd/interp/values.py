"""Abstract values.

Python constants stand for themselves (None, bool, int, float, str, bytes, ...), and so do tuples of values. What can
change lives in the heap of a state and is named by a `Ref`. `Unk` is a value that is not known; it carries its identity
as a structural key, so that the same question about it has the same answer on one path.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..autograd.graph import CERTAIN, Edge, Node

Value = Any


class Ref:
    """The address of a heap object."""

    __slots__ = ("a",)

    def __init__(self, a: int) -> None:
        self.a = a

    def __eq__(self, other: object) -> bool:
        return other.__class__ is Ref and other.a == self.a

    def __hash__(self) -> int:
        return hash(("ref", self.a))

    def __repr__(self) -> str:
        return f"@{self.a}"


class Unk:
    """An unknown value. `kind` is what it evidently is; `deps` are the edges that it may hang on, believed as `trust` says.

    Kinds: any, int, float, bool, str, seq, tensor (data), graph (a tensor that hangs on `deps`), module (a network),
    optimizer, loader, foreign (from a library that is known to carry no graph).
    """

    __slots__ = ("assumption", "deps", "key", "kind", "trust")

    def __init__(
        self, key: Any, kind: str = "any", deps: tuple[Edge, ...] = (), trust: int = CERTAIN, assumption: str = ""
    ) -> None:
        self.key = key
        self.kind = kind
        self.deps = deps
        self.trust = trust
        self.assumption = assumption

    def __eq__(self, other: object) -> bool:
        return other.__class__ is Unk and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"?{self.kind}{self.key!r}"


class Bound:
    """A method bound to its object."""

    __slots__ = ("func", "self")

    def __init__(self, func: Value, self_: Value) -> None:
        self.func = func
        self.self = self_

    def __eq__(self, other: object) -> bool:
        return other.__class__ is Bound and other.func == self.func and other.self == self.self

    def __hash__(self) -> int:
        return hash((self.func, self.self))


class Native:
    """A function whose behaviour is written in Python here: fn(vm, st, args, kwargs) -> Value."""

    __slots__ = ("fn", "name")

    def __init__(self, name: str, fn: Callable[..., Value]) -> None:
        self.name = name
        self.fn = fn

    def __repr__(self) -> str:
        return f"<native {self.name}>"


class NativeType(Native):
    """A builtin type: called like a function, tested by isinstance."""

    __slots__ = ("test",)

    def __init__(self, name: str, fn: Callable[..., Value], test: Callable[..., bool | None]) -> None:
        super().__init__(name, fn)
        self.test = test


class Prop:
    """A property (or cached_property) object of a class."""

    __slots__ = ("cached", "fget", "fset", "name")

    def __init__(self, fget: Value, fset: Value = None, cached: bool = False, name: str = "") -> None:
        self.fget = fget
        self.fset = fset
        self.cached = cached
        self.name = name


class Static:
    """staticmethod(f)."""

    __slots__ = ("func",)

    def __init__(self, func: Value) -> None:
        self.func = func


class ClassMethod:
    """classmethod(f)."""

    __slots__ = ("func",)

    def __init__(self, func: Value) -> None:
        self.func = func


class Super:
    """super() of a class and an object."""

    __slots__ = ("cls", "self")

    def __init__(self, cls: Ref, self_: Value) -> None:
        self.cls = cls
        self.self = self_


class Slice:
    """slice(lower, upper, step)."""

    __slots__ = ("lower", "step", "upper")

    def __init__(self, lower: Value, upper: Value, step: Value) -> None:
        self.lower = lower
        self.upper = upper
        self.step = step

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Slice) and (self.lower, self.upper, self.step) == (
            other.lower,
            other.upper,
            other.step,
        )

    def __hash__(self) -> int:
        return hash((Slice, self.lower, self.upper, self.step))


class RangeV:
    """range(start, stop, step); any part may be unknown."""

    __slots__ = ("start", "step", "stop")

    def __init__(self, start: Value, stop: Value, step: Value) -> None:
        self.start = start
        self.stop = stop
        self.step = step

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RangeV) and (self.start, self.stop, self.step) == (other.start, other.stop, other.step)

    def __hash__(self) -> int:
        return hash((RangeV, self.start, self.stop, self.step))

    def length(self) -> int | None:
        if all(isinstance(x, int) for x in (self.start, self.stop, self.step)) and self.step:
            return len(range(self.start, self.stop, self.step))
        return None


class Obj:
    """A heap object; `owner` is the token of the state that may change it in place."""

    __slots__ = ("owner",)
    owner: object

    def copy(self) -> Obj:
        raise NotImplementedError


class ListObj(Obj):
    """A list; `hidden` counts elements like the known ones that were not executed one by one (see loops)."""

    __slots__ = ("hidden", "items")

    def __init__(self, items: list[Value]) -> None:
        self.items = items
        self.hidden = 0

    def copy(self) -> ListObj:
        new = ListObj(list(self.items))
        new.hidden = self.hidden
        return new


class DictObj(Obj):
    """A dict, by abstract keys in order of insertion. `factory` makes a defaultdict."""

    __slots__ = ("factory", "items")

    def __init__(self, items: dict[Value, Value], factory: Value = None) -> None:
        self.items = items
        self.factory = factory

    def copy(self) -> DictObj:
        return DictObj(dict(self.items), self.factory)


class SetObj(Obj):
    """A set, kept in order of insertion."""

    __slots__ = ("items",)

    def __init__(self, items: dict[Value, None]) -> None:
        self.items = items

    def copy(self) -> SetObj:
        return SetObj(dict(self.items))


class ScopeObj(Obj):
    """The variables of a module, class body or function call."""

    __slots__ = ("parent", "vars")

    def __init__(self, vars_: dict[str, Value], parent: int | None) -> None:
        self.vars = vars_
        self.parent = parent

    def copy(self) -> ScopeObj:
        return ScopeObj(dict(self.vars), self.parent)


class FuncObj(Obj):
    """A Python function."""

    __slots__ = ("attrs", "code", "defaults", "defcls", "kwdefaults", "scope")

    def __init__(self, code: Any, scope: int, defaults: tuple[Value, ...], kwdefaults: dict[str, Value]) -> None:
        self.code = code
        self.scope = scope
        self.defaults = defaults
        self.kwdefaults = kwdefaults
        self.attrs: dict[str, Value] = {}
        self.defcls: Ref | None = None

    def copy(self) -> FuncObj:
        new = FuncObj(self.code, self.scope, self.defaults, self.kwdefaults)
        new.attrs = dict(self.attrs)
        new.defcls = self.defcls
        return new


class ClassObj(Obj):
    """A class; `mro` are the addresses of its linearised bases, itself first. `unknown` holds bases that are not known."""

    __slots__ = ("attrs", "bases", "module", "mro", "name", "site", "unknown")

    def __init__(
        self,
        name: str,
        bases: tuple[Ref, ...],
        mro: tuple[int, ...],
        attrs: dict[str, Value],
        unknown: tuple[Value, ...] = (),
    ) -> None:
        self.name = name
        self.bases = bases
        self.mro = mro
        self.attrs = attrs
        self.unknown = unknown
        self.site: Any = None
        self.module: str | None = None

    def copy(self) -> ClassObj:
        new = ClassObj(self.name, self.bases, self.mro, dict(self.attrs), self.unknown)
        new.site = self.site
        new.module = self.module
        return new


class InstObj(Obj):
    """An instance of a class in the heap."""

    __slots__ = ("attrs", "cls")

    def __init__(self, cls: Ref, attrs: dict[str, Value]) -> None:
        self.cls = cls
        self.attrs = attrs

    def copy(self) -> InstObj:
        return InstObj(self.cls, dict(self.attrs))


class ModuleObj(Obj):
    """An imported Python module; its names are the variables of a scope."""

    __slots__ = ("name", "path", "scope")

    def __init__(self, name: str, scope: int, path: str | None) -> None:
        self.name = name
        self.scope = scope
        self.path = path

    def copy(self) -> ModuleObj:
        return ModuleObj(self.name, self.scope, self.path)


class IterObj(Obj):
    """An iterator over known things: `kind` says how `source` and `index` give the next value."""

    __slots__ = ("index", "kind", "loop", "source")

    def __init__(self, kind: str, source: Value, index: int = 0) -> None:
        self.kind = kind
        self.source = source
        self.index = index
        self.loop: Any = None

    def copy(self) -> IterObj:
        new = IterObj(self.kind, self.source, self.index)
        new.loop = self.loop
        return new


class GenObj(Obj):
    """A generator: its suspended frame, or None when it is exhausted or running."""

    __slots__ = ("done", "frame")

    def __init__(self, frame: Any) -> None:
        self.frame = frame
        self.done = False

    def copy(self) -> GenObj:
        new = GenObj(self.frame.copy() if self.frame is not None else None)
        new.done = self.done
        return new


class TensorObj(Obj):
    """A tensor: the storage it shares with its views, its grad_fn (None for leaves), and what is known of it.

    `kind` is 'f' (floating), 'i' (integers) or 'b' (booleans). `base` is the tensor that this is a view of; `seen` the
    number of history changes of that base when `node` was computed; `unsafe` says that it was made under no_grad or with
    others at once, and that torch refuses to track a change in place through it.
    """

    __slots__ = (
        "attrs",
        "base",
        "const",
        "cut",
        "doubt",
        "grad",
        "inference",
        "kind",
        "label",
        "lost",
        "node",
        "of",
        "out",
        "parameter",
        "requires_grad",
        "retains",
        "seen",
        "shape",
        "site",
        "stale",
        "stepped",
        "storage",
        "unsafe",
        "used",
    )

    def __init__(self, storage: int, node: Node | None = None, requires_grad: bool = False, kind: str = "f") -> None:
        self.storage = storage
        self.node = node
        self.requires_grad = requires_grad
        self.kind = kind
        self.grad: Value = None
        self.parameter = False
        self.retains = False
        self.shape: tuple[Value, ...] | None = None
        self.base: Ref | None = None
        self.seen = 0
        self.site: Any = None
        self.attrs: dict[str, Value] = {}
        self.const: Value = None
        self.inference = False
        self.label = ""
        self.used: Any = None
        self.stale: Any = None
        self.lost: Any = None
        self.cut = False
        self.doubt: Any = None
        self.out = 0
        self.of: int | None = None
        self.stepped = 0
        self.unsafe = False

    def copy(self) -> TensorObj:
        new = TensorObj.__new__(TensorObj)
        for name in TensorObj.__slots__:
            setattr(new, name, getattr(self, name))
        if self.attrs:
            new.attrs = dict(self.attrs)
        return new
