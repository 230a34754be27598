MISSING = None


class _Field:
    def __init__(self, default, default_factory):
        self.default = default
        self.default_factory = default_factory


_NONE = object()


def field(*, default=_NONE, default_factory=_NONE, **kwargs):
    return _Field(default, default_factory)


def _init(self, *args, **kwargs):
    names = fields_of(self.__class__)
    for name, value in zip(names, args):
        setattr(self, name, value)
    for name in names[len(args):]:
        if name in kwargs:
            setattr(self, name, kwargs[name])
        else:
            default = getattr(self.__class__, name, None)
            if isinstance(default, _Field):
                if default.default_factory is not _NONE:
                    setattr(self, name, default.default_factory())
                elif default.default is not _NONE:
                    setattr(self, name, default.default)
            else:
                setattr(self, name, default)
    if hasattr(self, "__post_init__"):
        self.__post_init__()


def fields_of(cls):
    names = []
    for base in reversed(cls.__mro__):
        for name in base.__dict__.get("__annotations__", ()):
            if name not in names:
                names.append(name)
    return names


def _plain(cls):
    if "__init__" not in cls.__dict__:
        cls.__init__ = _init
    cls.__match_args__ = tuple(fields_of(cls))
    return cls


def dataclass(cls=None, **kwargs):
    if cls is None:
        return _plain
    return _plain(cls)


def replace(obj, **changes):
    made = obj.__class__.__new__(obj.__class__)
    for name in fields_of(obj.__class__):
        setattr(made, name, changes.get(name, getattr(obj, name)))
    return made


def asdict(obj):
    return {name: getattr(obj, name) for name in fields_of(obj.__class__)}


def astuple(obj):
    return tuple([getattr(obj, name) for name in fields_of(obj.__class__)])


def fields(obj):
    return ()


def is_dataclass(obj):
    return True
