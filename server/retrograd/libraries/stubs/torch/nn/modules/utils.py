from _retrograd import repeated


def _single(x):
    return repeated(x, 1)


def _pair(x):
    return repeated(x, 2)


def _triple(x):
    return repeated(x, 3)


def _quadruple(x):
    return repeated(x, 4)


def _ntuple(n, name="parse"):
    return lambda x: repeated(x, n)
