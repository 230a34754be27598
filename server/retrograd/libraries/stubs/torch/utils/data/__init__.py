from _retrograd import batch_of, collate, settled, unknown_int
import torch

__lazy__ = {
    "torch.utils.data.sampler": "Sampler RandomSampler SequentialSampler WeightedRandomSampler SubsetRandomSampler BatchSampler",
    "torch.utils.data.sets": "ConcatDataset ChainDataset StackDataset random_split",
}


class Dataset:
    def __add__(self, other):
        from torch.utils.data.sets import ConcatDataset
        return ConcatDataset([self, other])


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


def _length(dataset):
    if isinstance(dataset, (list, tuple, TensorDataset, Subset)):
        return settled(len(dataset), None)
    return None


class DataLoader:
    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0, collate_fn=None, pin_memory=False, drop_last=False, *args, **kwargs):
        self.dataset = dataset
        self.batch_size = batch_size
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        self.collate_fn = collate_fn
        self.drop_last = drop_last
        self.num_workers = num_workers
        self._size = settled(batch_size, None)
        items = _length(dataset)
        if batch_size is None and batch_sampler is None:
            self._count = items
        elif items is None or not self._size or sampler is not None or batch_sampler is not None:
            self._count = None
        else:
            self._count = items // self._size if settled(drop_last, False) else -(-items // self._size)
        self._tensors = None
        if isinstance(dataset, TensorDataset) and collate_fn is None and batch_size is not None:
            self._tensors = dataset.tensors
        if self._count is None:
            self._count = unknown_int("len", 0)

    def _batch(self, at):
        data = self.dataset
        known = self._size if isinstance(data, (list, tuple)) else None
        if known and len(data) <= 64:
            # another batch has other items: which ones does not matter
            first = at * known
            items = [data[i] for i in range(first, min(first + known, len(data)))]
            return (default_collate if self.collate_fn is None else self.collate_fn)(items)
        item = data[unknown_int("index", 0)]
        if self.collate_fn is not None:
            return self.collate_fn([item, item])
        return collate(item, self.batch_size)

    def __iter__(self):
        if self._tensors is not None:
            for _ in range(self._count):
                yield batch_of(self._tensors, self.batch_size)
        elif isinstance(self.dataset, IterableDataset):
            for item in self.dataset:
                if self.batch_size is None:
                    yield item
                elif self.collate_fn is not None:
                    yield self.collate_fn([item, item])
                else:
                    yield collate(item, self.batch_size)
        elif self.batch_size is None and self.batch_sampler is None:
            for i in range(self._count):
                yield self.dataset[i]
        else:
            for at in range(self._count):
                yield self._batch(at)

    def __len__(self):
        return self._count


def default_collate(batch):
    first = batch[0]
    if isinstance(first, torch.Tensor):
        return torch.stack(batch)
    if isinstance(first, (tuple, list)):
        return [default_collate([item[i] for item in batch]) for i in range(len(first))]
    if isinstance(first, dict):
        return {k: default_collate([item[k] for item in batch]) for k in first}
    return collate(first, len(batch))


default_convert = default_collate


def get_worker_info():
    return None
