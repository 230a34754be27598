from _retrograd import opaque

# attributes of nothing in particular: their names tell the engine what they are


def batch():
    return opaque().batch


def loader():
    return opaque().loader


def network():
    return opaque().model
