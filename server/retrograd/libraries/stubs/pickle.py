from _retrograd import opaque, unknown


def load(file, **kwargs):
    return opaque()


loads = load


def dumps(obj, *args, **kwargs):
    return unknown()


def dump(obj, file, *args, **kwargs):
    pass


Pickler = dumps
Unpickler = load
HIGHEST_PROTOCOL = DEFAULT_PROTOCOL = 5


class PicklingError(Exception):
    pass


class UnpicklingError(Exception):
    pass
