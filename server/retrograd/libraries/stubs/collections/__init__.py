from _known import known
from _retrograd import unknown

OrderedDict = dict


def Counter(*args, **kwargs):
    return unknown()


class deque:
    def __init__(self, iterable=(), maxlen=None):
        self._items = []
        self.maxlen = maxlen
        self.extend(iterable)

    def append(self, x):
        if known(self.maxlen) and len(self._items) >= self.maxlen:
            self._items.pop(0)
        self._items.append(x)

    def appendleft(self, x):
        if known(self.maxlen) and len(self._items) >= self.maxlen:
            self._items.pop()
        self._items.insert(0, x)

    def extend(self, iterable):
        self._items.extend(iterable)
        if known(self.maxlen) and len(self._items) > self.maxlen:
            self._items = self._items[-self.maxlen:]

    def extendleft(self, iterable):
        for x in iterable:
            self.appendleft(x)

    def pop(self):
        return self._items.pop()

    def popleft(self):
        return self._items.pop(0)

    def insert(self, i, x):
        self._items.insert(i, x)

    def remove(self, x):
        self._items.remove(x)

    def clear(self):
        self._items.clear()

    def reverse(self):
        self._items.reverse()

    def rotate(self, n=1):
        n = -n % len(self._items) if self._items else 0
        self._items = self._items[n:] + self._items[:n]

    def copy(self):
        return deque(self._items, self.maxlen)

    def count(self, x):
        return self._items.count(x)

    def index(self, x):
        return self._items.index(x)

    def __copy__(self):
        return self.copy()

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __reversed__(self):
        return reversed(self._items)

    def __contains__(self, x):
        return x in self._items

    def __getitem__(self, i):
        return self._items[i]

    def __setitem__(self, i, x):
        self._items[i] = x

    def __delitem__(self, i):
        del self._items[i]

    def __iadd__(self, iterable):
        self.extend(iterable)
        return self


class defaultdict:
    def __init__(self, default_factory=None, /, *args, **kwargs):
        self.default_factory = default_factory
        self._dict = dict(*args, **kwargs)

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self.default_factory()
        self._dict[key] = value
        return value

    def __getitem__(self, key):
        if key in self._dict:
            return self._dict[key]
        return self.__missing__(key)

    def __setitem__(self, key, value):
        self._dict[key] = value

    def __delitem__(self, key):
        del self._dict[key]

    def __contains__(self, key):
        return key in self._dict

    def __len__(self):
        return len(self._dict)

    def __iter__(self):
        return iter(self._dict)

    def get(self, key, default=None):
        return self._dict.get(key, default)

    def setdefault(self, key, default=None):
        return self._dict.setdefault(key, default)

    def pop(self, key, *default):
        return self._dict.pop(key, *default)

    def popitem(self):
        return self._dict.popitem()

    def keys(self):
        return self._dict.keys()

    def values(self):
        return self._dict.values()

    def items(self):
        return self._dict.items()

    def update(self, *args, **kwargs):
        self._dict.update(*args, **kwargs)

    def clear(self):
        self._dict.clear()

    def copy(self):
        return defaultdict(self.default_factory, self._dict)

    def __copy__(self):
        return self.copy()


class _Tuple:
    _fields = ()
    _field_defaults = {}

    def __init__(self, *args, **kwargs):
        values = list(args)
        for name in self._fields[len(args):]:
            if name in kwargs:
                values.append(kwargs[name])
            elif name in self._field_defaults:
                values.append(self._field_defaults[name])
            else:
                raise TypeError(name)
        if len(values) > len(self._fields):
            raise TypeError("too many arguments")
        for name, value in zip(self._fields, values):
            setattr(self, name, value)
        self._values = tuple(values)

    @classmethod
    def _make(cls, iterable):
        return cls(*iterable)

    def _asdict(self):
        return dict(zip(self._fields, self._values))

    def _replace(self, **kwargs):
        return type(self)(**{**self._asdict(), **kwargs})

    def __len__(self):
        return len(self._fields)

    def __iter__(self):
        return iter(self._values)

    def __getitem__(self, i):
        return self._values[i]

    def __contains__(self, x):
        return x in self._values

    def __add__(self, other):
        return self._values + tuple(other)

    def __eq__(self, other):
        return self._values == tuple(other)

    def index(self, x):
        return self._values.index(x)

    def count(self, x):
        return self._values.count(x)


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    names = field_names.replace(",", " ").split() if isinstance(field_names, str) else field_names
    names = tuple(names)
    given = tuple(defaults or ())

    class made(_Tuple):
        _fields = names
        _field_defaults = dict(zip(names[len(names) - len(given):], given))
        __match_args__ = names

    return made


class ChainMap:
    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __getitem__(self, key):
        for m in self.maps:
            if key in m:
                return m[key]
        raise KeyError(key)

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __contains__(self, key):
        return any(key in m for m in self.maps)

    def _all(self):
        found = {}
        for m in reversed(self.maps):
            found.update(m)
        return found

    def __iter__(self):
        return iter(self._all())

    def __len__(self):
        return len(self._all())

    def get(self, key, default=None):
        return self._all().get(key, default)

    def keys(self):
        return self._all().keys()

    def values(self):
        return self._all().values()

    def items(self):
        return self._all().items()

    def new_child(self, m=None):
        return ChainMap(m or {}, *self.maps)


class UserDict(defaultdict):
    def __init__(self, dict=None, /, **kwargs):
        self.default_factory = None
        self._dict = {}
        self.update(dict or {}, **kwargs)

    @property
    def data(self):
        return self._dict


class UserList(deque):
    def __init__(self, initlist=()):
        self._items = list(initlist)
        self.maxlen = None

    @property
    def data(self):
        return self._items
