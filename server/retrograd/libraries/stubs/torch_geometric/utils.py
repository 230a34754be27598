from _retrograd import integers, plain, unknown_int


def add_self_loops(edge_index, edge_attr=None, *args, **kwargs):
    return edge_index, edge_attr


remove_self_loops = add_self_loops


def degree(index, *args, **kwargs):
    return plain()


def negative_sampling(edge_index, *args, **kwargs):
    return integers()


to_undirected = to_edge_index = train_test_split_edges = negative_sampling


def to_dense_adj(edge_index, *args, **kwargs):
    return plain()
