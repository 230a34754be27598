class Hashable:
    pass


class Callable:
    pass


class Sized:
    pass


class Container:
    pass


class Iterable:
    pass


class Iterator(Iterable):
    def __iter__(self):
        return self


class Generator(Iterator):
    pass


class Reversible(Iterable):
    pass


class Collection(Sized, Iterable, Container):
    pass


class Sequence(Reversible, Collection):
    def __contains__(self, value):
        for x in self:
            if x == value:
                return True
        return False


class MutableSequence(Sequence):
    def append(self, value):
        self.insert(len(self), value)

    def extend(self, values):
        for x in values:
            self.append(x)


class Set(Collection):
    pass


class MutableSet(Set):
    pass


class Mapping(Collection):
    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return [k for k in self]

    def values(self):
        return [self[k] for k in self]

    def items(self):
        return [(k, self[k]) for k in self]


class MutableMapping(Mapping):
    def update(self, other=(), /, **kwargs):
        for k, v in dict(other, **kwargs).items():
            self[k] = v

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def pop(self, key, *default):
        if default and key not in self:
            return default[0]
        value = self[key]
        del self[key]
        return value


class Awaitable:
    pass


class Coroutine(Awaitable):
    pass


class AsyncIterable:
    pass


class AsyncIterator(AsyncIterable):
    pass


class AsyncGenerator(AsyncIterator):
    pass


class KeysView:
    pass


class ValuesView:
    pass


class ItemsView:
    pass
