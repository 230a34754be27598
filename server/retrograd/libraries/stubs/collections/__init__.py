class deque:
    def __init__(self, iterable=(), maxlen=None):
        self.items_ = []
        self.maxlen = maxlen
        for x in iterable:
            self.append(x)

    def append(self, x):
        self.items_.append(x)
        if self.maxlen is not None and len(self.items_) > self.maxlen:
            self.items_.pop(0)

    def appendleft(self, x):
        self.items_.insert(0, x)

    def extend(self, xs):
        for x in xs:
            self.append(x)

    def pop(self):
        return self.items_.pop()

    def popleft(self):
        return self.items_.pop(0)

    def clear(self):
        self.items_.clear()

    def rotate(self, n=1):
        pass

    def copy(self):
        return deque(self.items_, self.maxlen)

    def __len__(self):
        return len(self.items_)

    def __iter__(self):
        return iter(self.items_)

    def __getitem__(self, i):
        return self.items_[i]

    def __setitem__(self, i, x):
        self.items_[i] = x

    def __delitem__(self, i):
        del self.items_[i]

    def __contains__(self, x):
        return x in self.items_


OrderedDict = dict


class _Mapping:
    def __init__(self, *args, **kwargs):
        self.items_ = dict(*args, **kwargs)

    def __getitem__(self, key):
        if key not in self.items_:
            return self.__missing__(key)
        return self.items_[key]

    def __setitem__(self, key, value):
        self.items_[key] = value

    def __delitem__(self, key):
        del self.items_[key]

    def __contains__(self, key):
        return key in self.items_

    def __len__(self):
        return len(self.items_)

    def __iter__(self):
        return iter(self.items_)

    def get(self, key, default=None):
        return self.items_.get(key, default)

    def keys(self):
        return self.items_.keys()

    def values(self):
        return self.items_.values()

    def items(self):
        return self.items_.items()

    def update(self, *args, **kwargs):
        self.items_.update(*args, **kwargs)

    def pop(self, *args):
        return self.items_.pop(*args)

    def setdefault(self, key, default=None):
        return self.items_.setdefault(key, default)

    def clear(self):
        self.items_.clear()

    def copy(self):
        return self


class defaultdict(_Mapping):
    def __init__(self, default_factory=None, *args, **kwargs):
        self.items_ = dict(*args, **kwargs)
        self.default_factory = default_factory

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self.default_factory()
        self.items_[key] = value
        return value


class Counter(_Mapping):
    def __init__(self, iterable=(), **kwargs):
        self.items_ = {}
        for x in iterable:
            self.items_[x] = self.items_.get(x, 0) + 1

    def __missing__(self, key):
        return 0

    def most_common(self, n=None):
        return list(self.items_.items())


class UserDict(_Mapping):
    def __missing__(self, key):
        raise KeyError(key)


ChainMap = _Mapping


def namedtuple(typename, field_names, defaults=None, **kwargs):
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    names = tuple(field_names)

    class Made(_NamedTuple):
        _fields = names
        __match_args__ = names
        _defaults = tuple(defaults) if defaults is not None else ()
    return Made


class _NamedTuple:
    _fields = ()
    _defaults = ()

    def __init__(self, *args, **kwargs):
        fields = self._fields
        for name, value in zip(fields[len(fields) - len(self._defaults):], self._defaults):
            setattr(self, name, value)
        for name, value in zip(fields, args):
            setattr(self, name, value)
        for name, value in kwargs.items():
            setattr(self, name, value)

    def _values(self):
        return tuple([getattr(self, name) for name in self._fields])

    def _asdict(self):
        return dict(zip(self._fields, self._values()))

    def _replace(self, **kwargs):
        made = self.__class__(*self._values())
        for name, value in kwargs.items():
            setattr(made, name, value)
        return made

    @classmethod
    def _make(cls, values):
        return cls(*values)

    def __iter__(self):
        return iter(self._values())

    def __getitem__(self, i):
        return self._values()[i]

    def __len__(self):
        return len(self._fields)
