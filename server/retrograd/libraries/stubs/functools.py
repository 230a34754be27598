from _retrograd import unknown


def wraps(wrapped, *args, **kwargs):
    def decorate(f):
        f.__wrapped__ = wrapped
        return f
    return decorate


def update_wrapper(wrapper, wrapped, *args, **kwargs):
    return wrapper


class partial:
    def __init__(self, func, *args, **kwargs):
        self.func = func
        self.args = args
        self.keywords = kwargs

    def __call__(self, *args, **kwargs):
        merged = dict(self.keywords)
        merged.update(kwargs)
        return self.func(*self.args, *args, **merged)


def reduce(function, iterable, *initial):
    it = iter(iterable)
    if initial:
        value = initial[0]
    else:
        value = next(it)
    for x in it:
        value = function(value, x)
    return value


class _Cached:
    def __init__(self, func):
        self.func = func
        self.known = {}
        self.__wrapped__ = func

    def __call__(self, *args, **kwargs):
        key = (args, tuple(kwargs.items()))
        if key not in self.known:
            self.known[key] = self.func(*args, **kwargs)
        return self.known[key]

    def __get__(self, obj, cls):
        if obj is None:
            return self
        return partial(self, obj)

    def cache_clear(self):
        self.known.clear()


def lru_cache(maxsize=128, typed=False):
    if callable(maxsize):
        return _Cached(maxsize)
    return _Cached


cache = _Cached


class cached_property:
    def __init__(self, func):
        self.func = func
        self.name = func.__name__

    def __get__(self, obj, cls):
        if obj is None:
            return self
        if self.name in obj.__dict__:
            return obj.__dict__[self.name]
        value = self.func(obj)
        setattr(obj, self.name, value)
        return value


def total_ordering(cls):
    return cls


def singledispatch(func):
    return func


def cmp_to_key(f):
    return f
