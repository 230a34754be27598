from _retrograd import custom_function


class Function:
    @classmethod
    def apply(cls, *args, **kwargs):
        return custom_function(cls, *args, **kwargs)


InplaceFunction = NestedIOFunction = Function


class FunctionCtx:
    pass


def once_differentiable(fn):
    return fn
