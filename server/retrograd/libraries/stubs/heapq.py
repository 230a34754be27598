from _retrograd import element


def heapify(x):
    pass


def heappush(heap, item):
    heap.append(item)


def heappop(heap):
    item = element(heap)
    heap.remove(item)
    return item


def heappushpop(heap, item):
    heap.append(item)
    return heappop(heap)


def heapreplace(heap, item):
    smallest = heappop(heap)
    heap.append(item)
    return smallest


def nlargest(n, iterable, key=None):
    return list(iterable)[:n]


nsmallest = nlargest


def merge(*iterables, key=None, reverse=False):
    for it in iterables:
        for x in it:
            yield x
