class _Member:
    def __init__(self, name, value):
        self.name = name
        self.value = value


class Enum:
    pass


class IntEnum(Enum):
    pass


class StrEnum(Enum):
    pass


class Flag(Enum):
    pass


def auto():
    return object()
