from _retrograd import opaque, unknown


def load(*args, **kwargs):
    return opaque()


def dump(*args, **kwargs):
    pass


def Parallel(*args, **kwargs):
    return lambda calls: list(calls)


def delayed(function):
    return function


def cpu_count(*args, **kwargs):
    return unknown()


Memory = cpu_count
