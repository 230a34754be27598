def disable(fn=None, recursive=True):
    return fn if fn is not None else lambda given: given


allow_in_graph = reset = disable


def is_compiling():
    return False


from torch._compile import compile
