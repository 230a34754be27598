def beartype(func=None, **options):
    return func if func is not None else lambda f: f
