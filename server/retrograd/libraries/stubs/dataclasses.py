from _retrograd import deepcopy


class FrozenInstanceError(AttributeError):
    pass


class KW_ONLY:
    pass


class InitVar:
    pass


class Field:
    def __init__(self, kind, value, init):
        self.name = None
        self.kind = kind
        self.value = value
        self.init = init


def field(*, init=True, repr=True, hash=None, compare=True, metadata=None, kw_only=False, **given):
    if "default" in given:
        return Field("value", given["default"], init)
    if "default_factory" in given:
        return Field("factory", given["default_factory"], init)
    return Field("none", None, init)


def _fields_of(cls):
    found = {}
    for base in reversed(cls.__mro__[1:]):
        found.update(base.__dict__.get("_dataclass_fields", {}))
    own = cls.__dict__
    for name in own.get("__annotations__", ()):
        made = Field("none", None, True)
        if name in own:
            made = own[name]
            if not isinstance(made, Field):
                made = Field("value", made, True)
            elif made.kind == "value":
                setattr(cls, name, made.value)
            else:
                delattr(cls, name)
        made.name = name
        found[name] = made
    return found


def _initialiser(fields):
    def __init__(self, *args, **kwargs):
        given = list(args)
        for name, f in fields.items():
            if f.init and given:
                value = given.pop(0)
            elif f.init and name in kwargs:
                value = kwargs.pop(name)
            elif f.kind == "value":
                value = f.value
            elif f.kind == "factory":
                value = f.value()
            elif f.init:
                raise TypeError(name)
            else:
                continue
            object.__setattr__(self, name, value)
        if given or kwargs:
            raise TypeError("unexpected argument")
        if hasattr(self, "__post_init__"):
            self.__post_init__()

    return __init__


def _equal(self, other):
    return type(self) is type(other) and self.__dict__ == other.__dict__


def _process(cls, init, eq):
    fields = _fields_of(cls)
    cls._dataclass_fields = fields
    cls.__match_args__ = tuple(fields)
    own = cls.__dict__
    if init and "__init__" not in own:
        cls.__init__ = _initialiser(fields)
    if eq and "__eq__" not in own:
        cls.__eq__ = _equal
    return cls


def dataclass(cls=None, /, *, init=True, eq=True, **options):
    if cls is None:
        return lambda cls: _process(cls, init, eq)
    return _process(cls, init, eq)


def fields(obj):
    return tuple(obj._dataclass_fields.values())


def is_dataclass(obj):
    return hasattr(obj, "_dataclass_fields")


def replace(obj, /, **changes):
    values = {f.name: getattr(obj, f.name) for f in fields(obj) if f.init}
    return type(obj)(**{**values, **changes})


def asdict(obj, *, dict_factory=None):
    return {f.name: deepcopy(getattr(obj, f.name)) for f in fields(obj)}


def astuple(obj, *, tuple_factory=None):
    return tuple([deepcopy(getattr(obj, f.name)) for f in fields(obj)])
