from _known import known
from _retrograd import element, unknown, unknown_int


class Random:
    def __init__(self, x=None):
        pass

    def seed(self, a=None, version=2):
        pass

    def getstate(self):
        return unknown()

    def setstate(self, state):
        pass

    def random(self):
        return unknown()

    def uniform(self, a=0.0, b=1.0):
        return unknown()

    def gauss(self, mu=0.0, sigma=1.0):
        return unknown()

    def triangular(self, low=0.0, high=1.0, mode=None):
        return unknown()

    def betavariate(self, alpha, beta):
        return unknown()

    def randint(self, a, b):
        return unknown_int("", None)

    def randrange(self, start, stop=None, step=1):
        return unknown_int("", None)

    def getrandbits(self, k):
        return unknown_int()

    def choice(self, seq):
        return element(seq)

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        return self.sample(population, k)

    def sample(self, population, k, *, counts=None):
        # never one element twice: that would be a fault of this stub's making
        items = list(population)
        return items[:k] if known(k) else items

    def shuffle(self, x):
        pass


SystemRandom = Random
_shared = Random()
seed = _shared.seed
getstate = _shared.getstate
setstate = _shared.setstate
random = _shared.random
uniform = _shared.uniform
gauss = normalvariate = lognormvariate = vonmisesvariate = _shared.gauss
expovariate = paretovariate = _shared.random
triangular = _shared.triangular
betavariate = gammavariate = weibullvariate = _shared.betavariate
randint = _shared.randint
randrange = _shared.randrange
getrandbits = _shared.getrandbits
choice = _shared.choice
choices = _shared.choices
sample = _shared.sample
shuffle = _shared.shuffle
