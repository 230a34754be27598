class SimpleNamespace:
    def __init__(self, mapping=(), /, **kwargs):
        for name, value in dict(mapping, **kwargs).items():
            setattr(self, name, value)


def MethodType(function, instance):
    return function.__get__(instance)


def MappingProxyType(mapping):
    return mapping
