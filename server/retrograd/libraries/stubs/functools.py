from _retrograd import unknown_bool
from _known import known

WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__")
WRAPPER_UPDATES = ("__dict__",)


def update_wrapper(wrapper, wrapped, assigned=(), updated=()):
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=(), updated=()):
    def decorate(wrapper):
        wrapper.__wrapped__ = wrapped
        return wrapper

    return decorate


class partial:
    def __init__(self, func, /, *args, **keywords):
        self.func = func
        self.args = args
        self.keywords = keywords

    def __call__(self, /, *args, **keywords):
        return self.func(*self.args, *args, **{**self.keywords, **keywords})


class partialmethod:
    def __init__(self, func, /, *args, **keywords):
        self.func = func
        self.args = args
        self.keywords = keywords

    def __get__(self, obj, cls=None):
        return partial(self.func, obj, *self.args, **self.keywords)


def reduce(function, iterable, *initial):
    it = iter(iterable)
    value = initial[0] if initial else next(it)
    for x in it:
        value = function(value, x)
    return value


def _cached(func, maxsize):
    memory = {}

    def wrapper(*args, **kwargs):
        key = (args, tuple(kwargs.items()))
        if key in memory:
            memory[key] = memory.pop(key)
            return memory[key]
        value = func(*args, **kwargs)
        if known(maxsize) and len(memory) >= maxsize:
            del memory[next(iter(memory))]
        memory[key] = value
        return value

    wrapper.__wrapped__ = func
    wrapper.cache_clear = memory.clear
    wrapper.cache_info = lambda: None
    return wrapper


def lru_cache(maxsize=128, typed=False):
    if callable(maxsize):
        return _cached(maxsize, 128)
    return lambda func: _cached(func, maxsize)


def cache(func):
    return _cached(func, None)


class cached_property:
    def __init__(self, func):
        self.func = func
        self.attrname = func.__name__

    def __get__(self, obj, cls=None):
        value = self.func(obj)
        object.__setattr__(obj, self.attrname, value)
        return value


def singledispatch(func):
    registry = []

    def wrapper(arg, *args, **kwargs):
        for cls, implementation in registry:
            # one that was registered by its annotation may be meant or not
            if unknown_bool() if cls is None else isinstance(arg, cls):
                return implementation(arg, *args, **kwargs)
        return func(arg, *args, **kwargs)

    def register(cls, implementation=None):
        if implementation is not None:
            registry.insert(0, (cls, implementation))
            return implementation
        if not hasattr(cls, "__mro__"):
            registry.insert(0, (None, cls))
            return cls

        def decorate(implementation):
            registry.insert(0, (cls, implementation))
            return implementation

        return decorate

    wrapper.register = register
    wrapper.__wrapped__ = func
    return wrapper


def singledispatchmethod(func):
    return singledispatch(func)


def total_ordering(cls):
    return cls


def cmp_to_key(compare):
    return lambda x: x
