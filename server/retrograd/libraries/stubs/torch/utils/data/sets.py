from _retrograd import settled, unknown_int
from torch.utils.data import Dataset, IterableDataset, Subset


class ConcatDataset(Dataset):
    def __init__(self, datasets):
        self.datasets = list(datasets)

    def __getitem__(self, i):
        return self.datasets[0][i]

    def __len__(self):
        return sum([len(d) for d in self.datasets])


class ChainDataset(IterableDataset):
    def __init__(self, datasets):
        self.datasets = datasets

    def __iter__(self):
        for d in self.datasets:
            for x in d:
                yield x


class StackDataset(Dataset):
    def __init__(self, *args, **kwargs):
        self.datasets = args if args else kwargs

    def __getitem__(self, i):
        if isinstance(self.datasets, dict):
            return {k: d[i] for k, d in self.datasets.items()}
        return tuple([d[i] for d in self.datasets])

    def __len__(self):
        return len(self.datasets[0])


def random_split(dataset, lengths, generator=None):
    made = []
    start = 0
    for n in lengths:
        n = settled(n, None)
        if isinstance(n, int) and start is not None:
            made.append(Subset(dataset, range(start, start + n)))
            start = start + n
        else:
            start = None
            made.append(Subset(dataset, range(unknown_int("part", 0))))
    return made
