"""Loaders and datasets: a batch hangs on what its items hang on."""

# --- tensor-dataset
from torch.utils.data import DataLoader, TensorDataset
m = nn.Linear(3, 1)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
for epoch in range(2):
    for x, y in DataLoader(TensorDataset(torch.randn(8, 3), torch.randn(8, 1)), batch_size=4, shuffle=True):
        opt.zero_grad()
        F.mse_loss(m(x), y).backward()
        opt.step()

# --- tensor-dataset-of-features-with-a-graph
from torch.utils.data import DataLoader, TensorDataset
encoder = nn.Sequential(nn.Linear(3, 3), nn.ReLU())
features = encoder(torch.randn(8, 3))
head = nn.Linear(3, 1)
for x, y in DataLoader(TensorDataset(features, torch.randn(8, 1)), batch_size=4):
    F.mse_loss(head(x), y).backward()

# --- tensor-dataset-of-detached-features
from torch.utils.data import DataLoader, TensorDataset
encoder = nn.Sequential(nn.Linear(3, 3), nn.ReLU())
with torch.no_grad():
    features = encoder(torch.randn(8, 3))
head = nn.Linear(3, 1)
for x, y in DataLoader(TensorDataset(features, torch.randn(8, 1)), batch_size=4):
    F.mse_loss(head(x), y).backward()

# --- batch-has-no-graph
from torch.utils.data import DataLoader, TensorDataset
x, y = next(iter(DataLoader(TensorDataset(torch.randn(8, 3), torch.randn(8, 1)), batch_size=4)))
x.sum().backward()

# --- batch-is-a-copy
from torch.utils.data import DataLoader, TensorDataset
data = torch.randn(8, 3)
m = nn.Linear(3, 1)
x, = next(iter(DataLoader(TensorDataset(data), batch_size=4)))
l = m(x).sum()
data.mul_(2)
l.backward()

# --- batch-changed-before-backward
from torch.utils.data import DataLoader, TensorDataset
m = nn.Linear(3, 1)
for x, in DataLoader(TensorDataset(torch.randn(8, 3)), batch_size=4):
    l = m(x).sum()
    x.mul_(2)
    l.backward()

# --- list-of-pairs
from torch.utils.data import DataLoader
m = nn.Linear(3, 1)
pairs = [(torch.randn(3), i) for i in range(6)]
for epoch in range(2):
    for x, y in DataLoader(pairs, batch_size=2):
        F.mse_loss(m(x).squeeze(1), y.float()).backward()

# --- list-of-results-once
from torch.utils.data import DataLoader
w = torch.ones(3, requires_grad=True)
items = [(w * i).exp() for i in range(4)]
for x in DataLoader(items, batch_size=2):
    x.sum().backward()

# --- list-of-results-twice
from torch.utils.data import DataLoader
w = torch.ones(3, requires_grad=True)
items = [(w * i).exp() for i in range(4)]
for epoch in range(2):
    for x in DataLoader(items, batch_size=2):
        x.sum().backward()

# --- own-dataset
from torch.utils.data import DataLoader, Dataset
class Data(Dataset):
    def __init__(self):
        self.x = torch.randn(8, 3)
        self.y = torch.randint(0, 2, (8,))
    def __len__(self):
        return len(self.x)
    def __getitem__(self, i):
        return {"x": self.x[i], "y": self.y[i]}
m = nn.Linear(3, 2)
for epoch in range(2):
    for batch in DataLoader(Data(), batch_size=4, shuffle=True, drop_last=True):
        F.cross_entropy(m(batch["x"]), batch["y"]).backward()

# --- own-dataset-that-encodes
from torch.utils.data import DataLoader, Dataset
encoder = nn.Linear(3, 3)
class Data(Dataset):
    def __len__(self):
        return 4
    def __getitem__(self, i):
        return encoder(torch.randn(3)).exp()
for x in DataLoader(Data(), batch_size=2):
    x.sum().backward()

# --- own-dataset-of-encoded
from torch.utils.data import DataLoader, Dataset
encoder = nn.Linear(3, 3)
class Data(Dataset):
    def __init__(self):
        self.x = encoder(torch.randn(4, 3)).exp()
    def __len__(self):
        return 4
    def __getitem__(self, i):
        return self.x[i]
for x in DataLoader(Data(), batch_size=2):
    x.sum().backward()

# --- collate
from torch.utils.data import DataLoader
m = nn.Linear(3, 1)
def collate(items):
    xs, ys = zip(*items)
    return torch.stack(xs), torch.tensor(ys)
for x, y in DataLoader([(torch.randn(3), i) for i in range(4)], batch_size=2, collate_fn=collate):
    F.mse_loss(m(x).squeeze(1), y.float()).backward()

# --- default-collate
from torch.utils.data import default_collate
w = torch.ones(3, requires_grad=True)
x, n = default_collate([((w * i).exp(), i) for i in range(2)])
x.sum().backward()
x.sum().backward()

# --- iterable-dataset
from torch.utils.data import DataLoader, IterableDataset
class Stream(IterableDataset):
    def __iter__(self):
        for i in range(4):
            yield torch.randn(3)
m = nn.Linear(3, 1)
for x in DataLoader(Stream(), batch_size=2):
    m(x).sum().backward()

# --- random-split-and-subset
from torch.utils.data import DataLoader, TensorDataset, random_split, Subset
data = TensorDataset(torch.randn(8, 3), torch.randn(8, 1))
train, test = random_split(data, [6, 2])
m = nn.Linear(3, 1)
for part in (train, test, Subset(data, [0, 1, 2])):
    for x, y in DataLoader(part, batch_size=2):
        F.mse_loss(m(x), y).backward()

# --- random-split-by-fraction
from torch.utils.data import DataLoader, TensorDataset, random_split
train, test = random_split(TensorDataset(torch.randn(8, 3)), [0.75, 0.25])
m = nn.Linear(3, 1)
for (a,), (b,) in zip(DataLoader(train, 2), DataLoader(test, 2)):
    h = m(a).exp()
    h.sum().backward()
    h.mean().backward()

# --- samplers
from torch.utils.data import DataLoader, TensorDataset, RandomSampler, WeightedRandomSampler, BatchSampler, SequentialSampler
data = TensorDataset(torch.randn(8, 3))
m = nn.Linear(3, 1)
for loader in (
    DataLoader(data, 2, sampler=RandomSampler(data)),
    DataLoader(data, 2, sampler=WeightedRandomSampler(torch.ones(8), 8)),
    DataLoader(data, batch_sampler=BatchSampler(SequentialSampler(data), 2, False)),
):
    for x, in loader:
        m(x).sum().backward()

# --- concatenated
from torch.utils.data import DataLoader, ConcatDataset, TensorDataset
m = nn.Linear(3, 1)
both = ConcatDataset([TensorDataset(torch.randn(4, 3)), TensorDataset(torch.randn(4, 3))])
for x, in DataLoader(both, 2):
    m(x).sum().backward()

# --- enumerate-and-length
from torch.utils.data import DataLoader, TensorDataset
loader = DataLoader(TensorDataset(torch.randn(8, 3)), batch_size=4)
m = nn.Linear(3, 1)
total = 0.0
for i, (x,) in enumerate(loader):
    total = total + m(x).mean()
    if i == len(loader) - 1:
        total.backward()

# --- accumulated-over-batches
from torch.utils.data import DataLoader, TensorDataset
m = nn.Linear(3, 1)
total = 0.0
for x, in DataLoader(TensorDataset(torch.randn(8, 3)), batch_size=4):
    total = total + m(x).exp().mean()
    total.backward()

# --- zip-of-loaders
from torch.utils.data import DataLoader, TensorDataset
a = DataLoader(TensorDataset(torch.randn(8, 3)), batch_size=4)
b = DataLoader(TensorDataset(torch.randn(8, 3)), batch_size=4)
m = nn.Linear(3, 1)
for (x,), (y,) in zip(a, b):
    (m(x).mean() + m(y).mean()).backward()

# --- cycle
from itertools import cycle, islice
from torch.utils.data import DataLoader, TensorDataset
loader = DataLoader(TensorDataset(torch.randn(8, 3)), batch_size=4)
m = nn.Linear(3, 1)
for x, in islice(cycle(loader), 5):
    m(x).sum().backward()

# --- cycle-of-results
from itertools import cycle, islice
w = torch.ones(3, requires_grad=True)
for x in islice(cycle([w.exp(), (w * 2).exp()]), 3):
    x.sum().backward()

# --- next-of-an-iterator
from torch.utils.data import DataLoader, TensorDataset
it = iter(DataLoader(TensorDataset(torch.randn(4, 3)), batch_size=2))
m = nn.Linear(3, 1)
for i in range(3):
    try:
        x, = next(it)
    except StopIteration:
        it = iter(DataLoader(TensorDataset(torch.randn(4, 3)), batch_size=2))
        x, = next(it)
    m(x).sum().backward()

# --- cached-first-batch
from torch.utils.data import DataLoader, TensorDataset
m = nn.Linear(3, 1)
first = None
for x, in DataLoader(TensorDataset(torch.randn(8, 3)), batch_size=4):
    if first is None:
        first = m(x).exp()
    (first.mean() + m(x).mean()).backward()

# --- without-batches
from torch.utils.data import DataLoader, TensorDataset
m = nn.Linear(3, 1)
for x, in DataLoader(TensorDataset(torch.randn(2, 3)), batch_size=None):
    m(x).sum().backward()

# --- last-batch-kept
from torch.utils.data import DataLoader, TensorDataset
m = nn.Linear(3, 1)
for x, in DataLoader(TensorDataset(torch.randn(4, 3)), batch_size=2):
    l = m(x).mean()
    l.backward()
l.backward()

# --- requires-grad-of-a-batch
from torch.utils.data import DataLoader, TensorDataset
m = nn.Linear(3, 1)
m.requires_grad_(False)
for x, in DataLoader(TensorDataset(torch.randn(4, 3)), batch_size=2):
    x.requires_grad_()
    m(x).sum().backward()
