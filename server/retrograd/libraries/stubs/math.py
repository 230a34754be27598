from _retrograd import unknown

pi = 3.141592653589793
e = 2.718281828459045
inf = float("inf")
nan = float("nan")
tau = 6.283185307179586


def prod(xs, start=1):
    for x in xs:
        start = start * x
    return start


def ceil(x):
    return -(-x // 1) if isinstance(x, int) else unknown()


def floor(x):
    return x // 1 if isinstance(x, int) else unknown()
