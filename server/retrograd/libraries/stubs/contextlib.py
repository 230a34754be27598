class AbstractContextManager:
    def __enter__(self):
        return self

    def __exit__(self, typ, value, tb):
        return None


class AbstractAsyncContextManager(AbstractContextManager):
    pass


class ContextDecorator:
    def _recreate_cm(self):
        return self

    def __call__(self, func):
        manager = self

        def wrapper(*args, **kwargs):
            with manager._recreate_cm():
                return func(*args, **kwargs)

        wrapper.__wrapped__ = func
        return wrapper


class _Generated(ContextDecorator):
    def __init__(self, func, args, kwargs):
        self.call = func, args, kwargs
        self.gen = func(*args, **kwargs)

    def _recreate_cm(self):
        return _Generated(*self.call)

    def __enter__(self):
        return next(self.gen)

    def __exit__(self, typ, value, tb):
        if value is None:
            next(self.gen, None)
            return False
        self.gen.throw(value)
        return True


def contextmanager(func):
    def helper(*args, **kwargs):
        return _Generated(func, args, kwargs)

    helper.__wrapped__ = func
    return helper


asynccontextmanager = contextmanager


class closing(AbstractContextManager):
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, typ, value, tb):
        self.thing.close()


class nullcontext(AbstractContextManager):
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result


class suppress(AbstractContextManager):
    def __init__(self, *exceptions):
        self.exceptions = exceptions

    def __exit__(self, typ, value, tb):
        return value is not None and isinstance(value, self.exceptions)


class redirect_stdout(nullcontext):
    pass


class redirect_stderr(nullcontext):
    pass


class chdir(nullcontext):
    pass


class ExitStack:
    def __init__(self):
        self._exits = []

    def __enter__(self):
        return self

    def enter_context(self, manager):
        result = manager.__enter__()
        self._exits.append(manager.__exit__)
        return result

    enter_async_context = enter_context

    def push(self, exit):
        self._exits.append(exit.__exit__ if hasattr(exit, "__exit__") else exit)
        return exit

    def callback(self, callback, /, *args, **kwargs):
        def leave(typ, value, tb):
            callback(*args, **kwargs)

        self._exits.append(leave)
        return callback

    def pop_all(self):
        new = ExitStack()
        new._exits = self._exits
        self._exits = []
        return new

    def __exit__(self, typ, value, tb):
        swallowed = False
        exits = self._exits
        self._exits = []
        for leave in reversed(exits):
            if leave(typ, value, tb) and value is not None:
                swallowed = True
                typ = value = tb = None
        return swallowed

    def close(self):
        self.__exit__(None, None, None)


class AsyncExitStack(ExitStack):
    pass
