class SimpleNamespace:
    def __init__(self, **kwargs):
        for k, v in kwargs.items():
            setattr(self, k, v)


def MethodType(func, obj):
    def bound(*args, **kwargs):
        return func(obj, *args, **kwargs)
    return bound
