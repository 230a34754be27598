from _retrograd import unknown
import torch


class Dataset:
    def __add__(self, other):
        return self


class IterableDataset(Dataset):
    pass


class TensorDataset(Dataset):
    def __init__(self, *tensors):
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple([t[index] for t in self.tensors])

    def __len__(self):
        return self.tensors[0].size(0)


class Subset(Dataset):
    def __init__(self, dataset, indices):
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, i):
        return self.dataset[self.indices[i]]

    def __len__(self):
        return len(self.indices)


def random_split(dataset, lengths, generator=None):
    return [Subset(dataset, range(n)) if isinstance(n, int) else dataset for n in lengths]


class _Batches:
    def __init__(self, dataset):
        self.dataset = dataset


class DataLoader:
    def __init__(self, dataset, batch_size=1, *args, **kwargs):
        self.dataset = dataset
        self.batch_size = batch_size
        self.collate_fn = kwargs.get("collate_fn")
        self.sampler = kwargs.get("sampler")
        if isinstance(dataset, (list, tuple)):
            n = len(dataset)
            self.count = -(-n // batch_size) if isinstance(n, int) and isinstance(batch_size, int) and batch_size else unknown_len(self)
        elif isinstance(dataset, TensorDataset) and isinstance(len(dataset), int) and isinstance(batch_size, int) and batch_size:
            self.count = -(-len(dataset) // batch_size)
        else:
            self.count = unknown_len(self)

    def _batch(self):
        data = self.dataset
        if isinstance(data, TensorDataset):
            return [fresh_like(t, self.batch_size) for t in data.tensors]
        if self.collate_fn is not None:
            item = data[0]
            return self.collate_fn([item, item])
        item = data[0]
        if isinstance(item, (tuple, list)):
            return [batched(x) for x in item]
        if isinstance(item, dict):
            return {k: batched(v) for k, v in item.items()}
        return batched(item)

    def __iter__(self):
        for _ in range(self.count):
            yield self._batch()

    def __len__(self):
        return self.count


def fresh_like(t, n):
    shape = t.shape
    if isinstance(shape, tuple) and isinstance(n, int):
        made = t.detach()[:n]
        return made.clone()
    return t.detach().clone()


def batched(x):
    if isinstance(x, torch.Tensor):
        return x.detach().unsqueeze(0).clone()
    if isinstance(x, (int, float)):
        return torch.tensor([x])
    return x


def unknown_len(loader):
    from _retrograd import unknown_int
    return unknown_int("len", 0)


def default_collate(batch):
    return batch


class Sampler:
    pass


class RandomSampler(Sampler):
    def __init__(self, *args, **kwargs):
        pass


class SequentialSampler(RandomSampler):
    pass


class WeightedRandomSampler(RandomSampler):
    pass


class BatchSampler(RandomSampler):
    pass
