from collections import _NamedTuple

TYPE_CHECKING = False


def cast(kind, value):
    return value


def overload(f):
    return f


def final(f):
    return f


def runtime_checkable(c):
    return c


def no_type_check(f):
    return f


def TypeVar(name, *args, **kwargs):
    return None


def NewType(name, kind):
    return kind


class Generic:
    pass


class Protocol:
    pass


class NamedTuple(_NamedTuple):
    @staticmethod
    def __class_made__(cls):
        names = tuple(cls.__dict__.get("__annotations__", ()))
        cls._fields = names
        cls.__match_args__ = names
        cls._defaults = tuple([cls.__dict__[n] for n in names if n in cls.__dict__])
