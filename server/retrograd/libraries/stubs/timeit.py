from _retrograd import unknown


def timeit(stmt="pass", setup="pass", timer=None, number=1000000, globals=None):
    if callable(setup):
        setup()
    if callable(stmt):
        stmt()
        stmt()
    return unknown()


def repeat(stmt="pass", setup="pass", timer=None, repeat=5, number=1000000, globals=None):
    return [timeit(stmt, setup)]


def default_timer():
    return unknown()
