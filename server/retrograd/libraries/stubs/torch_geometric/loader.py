from _retrograd import unknown_int
from torch_geometric.data import _fresh


class DataLoader:
    def __init__(self, dataset=None, batch_size=1, *args, **kwargs):
        self.dataset = dataset
        self.batch_size = batch_size
        self.count = unknown_int("len", 0)

    def __iter__(self):
        for _ in range(self.count):
            yield _fresh()

    def __len__(self):
        return self.count


NeighborLoader = LinkNeighborLoader = ClusterLoader = GraphSAINTRandomWalkSampler = DenseDataLoader = RandomNodeLoader = NeighborSampler = DataLoader
