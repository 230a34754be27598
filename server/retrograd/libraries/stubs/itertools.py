def chain(*iterables):
    found = []
    for it in iterables:
        found.extend(it)
    return iter(found)


def _from_iterable(iterables):
    return chain(*iterables)


chain.from_iterable = _from_iterable


def cycle(iterable):
    saved = []
    for x in iterable:
        saved.append(x)
        yield x
    while saved:
        for x in saved:
            yield x


def count(start=0, step=1):
    while True:
        yield start
        start += step


def repeat(object, times=None):
    if times is not None:
        return iter([object] * times)
    return _forever(object)


def _forever(x):
    while True:
        yield x


def islice(iterable, *bounds):
    start, stop, step = 0, None, 1
    if len(bounds) == 1:
        stop = bounds[0]
    elif len(bounds) == 2:
        start, stop = bounds
    else:
        start, stop, step = bounds
    start = start or 0
    step = step or 1
    it = iter(iterable)
    for i in range(stop) if stop is not None else count():
        try:
            x = next(it)
        except StopIteration:
            return
        if i >= start and (i - start) % step == 0:
            yield x


def accumulate(iterable, func=None, *, initial=None):
    total = initial
    first = initial is None
    if not first:
        yield total
    for x in iterable:
        total = x if first else total + x if func is None else func(total, x)
        first = False
        yield total


def tee(iterable, n=2):
    items = list(iterable)
    return tuple([iter(items) for _ in range(n)])


def starmap(function, iterable):
    for args in iterable:
        yield function(*args)


def takewhile(predicate, iterable):
    for x in iterable:
        if not predicate(x):
            return
        yield x


def dropwhile(predicate, iterable):
    dropping = True
    for x in iterable:
        if dropping and predicate(x):
            continue
        dropping = False
        yield x


def filterfalse(predicate, iterable):
    for x in iterable:
        if not (x if predicate is None else predicate(x)):
            yield x


def compress(data, selectors):
    for x, wanted in zip(data, selectors):
        if wanted:
            yield x


def groupby(iterable, key=None):
    groups = []
    for x in iterable:
        k = x if key is None else key(x)
        if groups and groups[-1][0] == k:
            groups[-1][1].append(x)
        else:
            groups.append((k, [x]))
    return iter(groups)


def product(*iterables, repeat=1):
    found = [()]
    for pool in [list(it) for it in iterables] * repeat:
        found = [done + (x,) for done in found for x in pool]
    return iter(found)


def _choose(items, r, again):
    if r == 0:
        return [()]
    return [(x,) + rest for i, x in enumerate(items) for rest in _choose(items[i if again else i + 1:], r - 1, again)]


def combinations(iterable, r):
    return iter(_choose(list(iterable), r, False))


def combinations_with_replacement(iterable, r):
    return iter(_choose(list(iterable), r, True))


def _arrange(items, r):
    if r == 0:
        return [()]
    return [(x,) + rest for i, x in enumerate(items) for rest in _arrange(items[:i] + items[i + 1:], r - 1)]


def permutations(iterable, r=None):
    items = list(iterable)
    return iter(_arrange(items, len(items) if r is None else r))


def zip_longest(*iterables, fillvalue=None):
    columns = [list(it) for it in iterables]
    longest = max([len(c) for c in columns], default=0)
    return zip(*[c + [fillvalue] * (longest - len(c)) for c in columns])


def pairwise(iterable):
    items = list(iterable)
    return zip(items, items[1:])


def batched(iterable, n):
    items = list(iterable)
    for i in range(0, len(items), n):
        yield tuple(items[i:i + n])
