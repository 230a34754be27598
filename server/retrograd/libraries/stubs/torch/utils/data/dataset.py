from torch.utils.data import Dataset, IterableDataset, Subset, TensorDataset
from torch.utils.data.sets import ChainDataset, ConcatDataset, StackDataset, random_split
