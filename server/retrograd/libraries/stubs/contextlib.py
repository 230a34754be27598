class _Manager:
    def __init__(self, gen):
        self.gen = gen

    def __enter__(self):
        return next(self.gen)

    def __exit__(self, kind, value, tb):
        if value is None:
            next(self.gen, None)
            return False
        self.gen.close()
        return False

    def __call__(self, f):
        return f


def contextmanager(func):
    def helper(*args, **kwargs):
        return _Manager(func(*args, **kwargs))
    helper.__wrapped__ = func
    return helper


asynccontextmanager = contextmanager


class nullcontext:
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *exc):
        return None


class suppress:
    def __init__(self, *kinds):
        self.kinds = kinds

    def __enter__(self):
        return None

    def __exit__(self, kind, value, tb):
        return value is not None and isinstance(value, self.kinds)


class closing(nullcontext):
    pass


class redirect_stdout(nullcontext):
    pass


class redirect_stderr(nullcontext):
    pass


class AbstractContextManager:
    def __enter__(self):
        return self


class ContextDecorator:
    def __call__(self, func):
        manager = self

        def inner(*args, **kwargs):
            with manager:
                return func(*args, **kwargs)
        return inner


class ExitStack:
    def __init__(self):
        self.managers = []

    def enter_context(self, manager):
        value = manager.__enter__()
        self.managers.append(manager)
        return value

    def callback(self, f, *args, **kwargs):
        return f

    def push(self, exit):
        return exit

    def close(self):
        while self.managers:
            self.managers.pop().__exit__(None, None, None)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        while self.managers:
            self.managers.pop().__exit__(*exc)
