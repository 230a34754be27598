from _retrograd import element, unknown, unknown_int


def seed(*args):
    pass


def shuffle(x, random=None):
    pass


def choice(seq):
    return element(seq)


def choices(population, weights=None, cum_weights=None, k=1):
    return [element(population) for _ in range(min(k, 3) if isinstance(k, int) else 2)]


def sample(population, k=1, counts=None):
    return [element(population) for _ in range(min(k, 3) if isinstance(k, int) else 2)]


def random():
    return unknown()


def uniform(a, b):
    return unknown()


def gauss(mu=0.0, sigma=1.0):
    return unknown()


def randint(a, b):
    return unknown_int("randint", 0)


def randrange(*args):
    return unknown_int("randrange", 0)


def getrandbits(k):
    return unknown_int("bits", 0)


class Random:
    def __init__(self, seed=None):
        pass

    def shuffle(self, x):
        pass

    def random(self):
        return unknown()

    def choice(self, seq):
        return element(seq)

    def sample(self, population, k=1):
        return sample(population, k)

    def randrange(self, *args):
        return unknown_int("randrange", 0)

    def randint(self, a, b):
        return unknown_int("randint", 0)
