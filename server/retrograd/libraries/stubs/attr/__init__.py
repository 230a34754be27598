from dataclasses import Field, asdict, astuple, dataclass, field, fields, replace as evolve


def ib(*default, factory=None, init=True, **given):
    if factory is not None:
        return field(default_factory=factory, init=init)
    if default or "default" in given:
        return field(default=default[0] if default else given["default"], init=init)
    return field(init=init)


def s(cls=None, *args, **options):
    if cls is None:
        return s
    own = cls.__dict__
    named = own.get("__annotations__", ())
    cls.__annotations__ = named + tuple([n for n, v in own.items() if isinstance(v, Field) and n not in named])
    return dataclass(cls)


attrs = define = mutable = frozen = s
attrib = ib


class Factory:
    def __class_call__(cls, factory, takes_self=False):
        return field(default_factory=factory)
