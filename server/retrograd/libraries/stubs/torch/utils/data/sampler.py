from _retrograd import unknown_int


class Sampler:
    def __init__(self, data_source=None, *args, **kwargs):
        self.data_source = data_source


class SequentialSampler(Sampler):
    def __len__(self):
        return len(self.data_source)

    def __iter__(self):
        for _ in range(len(self.data_source)):
            yield unknown_int("index", 0)


class RandomSampler(SequentialSampler):
    pass


class SubsetRandomSampler(SequentialSampler):
    pass


class WeightedRandomSampler(SequentialSampler):
    def __init__(self, weights, num_samples, replacement=True, generator=None):
        self.data_source = range(num_samples)
        self.weights = weights


class BatchSampler(Sampler):
    def __init__(self, sampler, batch_size, drop_last):
        self.sampler = sampler
        self.batch_size = batch_size

    def __len__(self):
        return unknown_int("len", 0)

    def __iter__(self):
        for _ in range(unknown_int("len", 0)):
            yield [unknown_int("index", 0), unknown_int("index", 0)]
