def jaxtyped(func=None, *, typechecker=None):
    return func if func is not None else lambda f: f
