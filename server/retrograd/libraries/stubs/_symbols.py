from _retrograd import opaque

# attributes of nothing in particular: their names tell the engine what they are


def loader():
    return opaque().loader


def network():
    return opaque().model


def batch():
    return next(iter(loader()))
