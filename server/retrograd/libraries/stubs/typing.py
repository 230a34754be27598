from collections import ChainMap, Counter, OrderedDict, _Tuple, defaultdict as DefaultDict, deque as Deque, namedtuple
from collections.abc import (
    AsyncGenerator, AsyncIterable, AsyncIterator, Awaitable, Callable, Collection, Container, Coroutine, Generator, Hashable, ItemsView, Iterable, Iterator, KeysView, Mapping,
    MutableMapping, MutableSequence, MutableSet, Reversible, Sequence, Set as AbstractSet, Sized, ValuesView,
)
from _retrograd import unknown

TYPE_CHECKING = False
Any = Optional = Union = Literal = ClassVar = Final = Annotated = AnyStr = NoReturn = Never = Self = TypeAlias = Concatenate = Required = NotRequired = ReadOnly = Unpack = unknown()
List = list
Dict = dict
Tuple = tuple
Set = set
FrozenSet = frozenset
Type = type
Text = str


class Generic:
    pass


class Protocol:
    pass


class SupportsInt(Protocol):
    pass


class SupportsFloat(Protocol):
    pass


class SupportsIndex(Protocol):
    pass


class NamedTuple(_Tuple):
    def __class_made__(cls):
        own = cls.__dict__
        names = cls._fields + tuple(own.get("__annotations__", ()))
        cls._fields = cls.__match_args__ = names
        cls._field_defaults = {**cls._field_defaults, **{n: own[n] for n in names if n in own}}

    def __class_call__(cls, *args, **kwargs):
        if cls is NamedTuple:
            return namedtuple(args[0], [name for name, kind in args[1]])
        made = object.__new__(cls)
        _Tuple.__init__(made, *args, **kwargs)
        return made


class TypedDict:
    def __class_call__(cls, *args, **kwargs):
        return dict(*args, **kwargs)


def TypeVar(name, *constraints, **options):
    return unknown()


ParamSpec = TypeVarTuple = TypeAliasType = TypeVar


def NewType(name, kind):
    return lambda value: value


def cast(kind, value):
    return value


def reveal_type(value):
    return value


def assert_type(value, kind):
    return value


def assert_never(value):
    raise AssertionError("unreachable")


def overload(func):
    return func


final = override = runtime_checkable = no_type_check = type_check_only = overload


def deprecated(message, /, **options):
    return overload


def dataclass_transform(**options):
    return overload


def get_type_hints(obj, *args, **kwargs):
    return unknown()
