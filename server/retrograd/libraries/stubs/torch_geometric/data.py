from _retrograd import integers, plain, unknown_int


class Data:
    def __init__(self, x=None, edge_index=None, edge_attr=None, y=None, pos=None, **kwargs):
        self.x = x
        self.edge_index = edge_index
        self.edge_attr = edge_attr
        self.y = y
        self.pos = pos
        self.batch = None
        for k, v in kwargs.items():
            setattr(self, k, v)

    def to(self, *args, **kwargs):
        return self

    cuda = cpu = contiguous = coalesce = to

    def clone(self):
        made = Data()
        for k, v in self.__dict__.items():
            setattr(made, k, v.clone() if hasattr(v, "clone") else v)
        return made

    @property
    def num_nodes(self):
        return unknown_int("num_nodes", 0)

    num_edges = num_features = num_node_features = num_edge_features = num_graphs = num_nodes

    def __getitem__(self, key):
        return getattr(self, key)

    def __setitem__(self, key, value):
        setattr(self, key, value)


def _fresh(like=None):
    made = Data(plain(), integers(), plain(), integers() if like is None else like.y, plain())
    made.train_mask = made.val_mask = made.test_mask = integers() > 0
    made.batch = integers()
    return made


class Batch(Data):
    @staticmethod
    def from_data_list(data_list, *args, **kwargs):
        return _fresh()


HeteroData = Data


class Dataset:
    def __init__(self, *args, **kwargs):
        pass

    def __getitem__(self, index):
        return self if isinstance(index, slice) else _fresh()

    def __len__(self):
        return unknown_int("len", 0)

    def shuffle(self):
        return self

    @property
    def num_classes(self):
        return unknown_int("num", 0)

    num_features = num_node_features = num_edge_features = num_classes


InMemoryDataset = Dataset
