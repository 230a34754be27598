def chain(*its):
    for it in its:
        for x in it:
            yield x


def _from_iterable(its):
    for it in its:
        for x in it:
            yield x


chain.from_iterable = _from_iterable


def cycle(it):
    seen = []
    for x in it:
        seen.append(x)
        yield x
    while seen:
        for x in seen:
            yield x


def count(start=0, step=1):
    while True:
        yield start
        start = start + step


def repeat(obj, times=None):
    if times is None:
        while True:
            yield obj
    for _ in range(times):
        yield obj


def islice(it, *args):
    start, stop, step = 0, args[0], 1
    if len(args) > 1:
        start, stop = args[0], args[1]
    i = 0
    for x in it:
        if stop is not None and i >= stop:
            return
        if i >= (start or 0):
            yield x
        i += 1


def product(*its, repeat=1):
    pools = [list(i) for i in its] * repeat
    out = [()]
    for pool in pools:
        out = [t + (x,) for t in out for x in pool]
    return iter(out)


def starmap(f, it):
    for x in it:
        yield f(*x)


def accumulate(it, func=None, initial=None):
    total = initial
    for x in it:
        total = x if total is None else (total + x if func is None else func(total, x))
        yield total


def takewhile(pred, it):
    for x in it:
        if not pred(x):
            return
        yield x


def zip_longest(*its, fillvalue=None):
    return zip(*its)


def tee(it, n=2):
    xs = list(it)
    return tuple([iter(xs) for _ in range(n)])


def combinations(it, r):
    xs = list(it)
    if r == 2:
        return iter([(xs[i], xs[j]) for i in range(len(xs)) for j in range(i + 1, len(xs))])
    return iter([tuple(xs[:r])])


def permutations(it, r=None):
    xs = list(it)
    return iter([tuple(xs)])


def pairwise(it):
    xs = list(it)
    return zip(xs, xs[1:])


def groupby(it, key=None):
    for x in it:
        yield (x if key is None else key(x)), [x]
