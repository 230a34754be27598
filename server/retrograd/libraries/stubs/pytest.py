from _retrograd import opaque, unknown


class _Expected:
    def __init__(self, expected):
        self.expected = expected
        self.value = self.type = None

    def __enter__(self):
        return self

    def __exit__(self, typ, value, tb):
        self.type = typ
        self.value = value
        return value is not None and isinstance(value, self.expected)

    def match(self, regexp):
        pass


def raises(expected_exception, *args, match=None, **kwargs):
    caught = _Expected(expected_exception)
    if args:
        with caught:
            args[0](*args[1:], **kwargs)
    return caught


def warns(*args, **kwargs):
    return _Expected(())


def deprecated_call(*args, **kwargs):
    return _Expected(())


def _decorate(*args, **kwargs):
    if len(args) == 1 and not kwargs and callable(args[0]):
        return args[0]
    return lambda func: func


fixture = _decorate


class _Marks:
    def __getattr__(self, name):
        return _decorate


mark = _Marks()


def param(*values, **kwargs):
    return values[0] if len(values) == 1 else values


def approx(expected, *args, **kwargs):
    return unknown()


class SkipException(Exception):
    pass


def skip(reason="", **kwargs):
    raise SkipException(reason)


fail = xfail = exit = skip


def importorskip(modname, *args, **kwargs):
    return opaque()


def main(*args, **kwargs):
    return unknown()
