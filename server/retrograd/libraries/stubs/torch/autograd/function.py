from _retrograd import custom_function


class Function:
    @classmethod
    def apply(cls, *args, **kwargs):
        return custom_function(cls, *args, **kwargs)


def once_differentiable(f):
    return f
