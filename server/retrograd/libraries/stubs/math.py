pi = 3.141592653589793
e = 2.718281828459045
tau = 6.283185307179586
inf = float("inf")
nan = float("nan")


def floor(x):
    return int(x // 1)


def ceil(x):
    return -int(-x // 1)


def trunc(x):
    return int(x)


def fabs(x):
    return abs(float(x))


def prod(iterable, *, start=1):
    for x in iterable:
        start = start * x
    return start


def sqrt(x):
    return float(x) ** 0.5


def pow(x, y):
    return float(x) ** float(y)
