from _retrograd import opaque, unknown


def getmembers(obj, predicate=None):
    return opaque()


getmodule = currentframe = stack = getmembers


def signature(*args, **kwargs):
    return unknown()


getfullargspec = getsource = getfile = getsourcefile = getdoc = signature


def unwrap(func, **kwargs):
    return func
