from _retrograd import unknown_int


class auto:
    pass


class Enum:
    def __class_made__(cls):
        members = []
        for name, value in cls.__dict__.items():
            if name.startswith("_") or callable(value) or isinstance(value, (property, staticmethod, classmethod)):
                continue
            member = object.__new__(cls)
            member.name = name
            member.value = cls._automatic(name, len(members)) if isinstance(value, auto) else value
            members.append(member)
            setattr(cls, name, member)
        cls._members = members

    def __class_call__(cls, value, *rest):
        for member in cls._members:
            if member is value or member.value == value:
                return member
        raise ValueError(value)

    @staticmethod
    def _automatic(name, before):
        return before + 1

    @property
    def _value_(self):
        return self.value

    @property
    def _name_(self):
        return self.name

    def __eq__(self, other):
        # equality with a value is meant where the members are also str or int
        return self is other if isinstance(other, Enum) else self.value == other

    def __str__(self):
        return self.name

    def __index__(self):
        return self.value

    def __int__(self):
        return self.value


class IntEnum(Enum):
    def __lt__(self, other):
        return self.value < int(other)

    def __le__(self, other):
        return self.value <= int(other)

    def __gt__(self, other):
        return self.value > int(other)

    def __ge__(self, other):
        return self.value >= int(other)

    def __add__(self, other):
        return self.value + int(other)

    def __radd__(self, other):
        return int(other) + self.value

    def __sub__(self, other):
        return self.value - int(other)

    def __mul__(self, other):
        return self.value * int(other)


class StrEnum(Enum):
    @staticmethod
    def _automatic(name, before):
        return name.lower()

    def __str__(self):
        return self.value


class Flag(Enum):
    @staticmethod
    def _automatic(name, before):
        return 2 ** before

    def __or__(self, other):
        return unknown_int()

    def __and__(self, other):
        return unknown_int()


class IntFlag(Flag):
    pass


class EnumMeta(type):
    pass


EnumType = EnumMeta


def unique(cls):
    return cls


member = nonmember = unique
