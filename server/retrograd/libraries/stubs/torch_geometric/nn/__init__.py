from _retrograd import Parameter, node
import torch
from torch.nn import BatchNorm1d, LayerNorm, Linear, Module, ModuleList, Sequential


class MessagePassing(Module):
    def __init__(self, aggr="add", *args, **kwargs):
        self.aggr = aggr

    def propagate(self, edge_index, size=None, **kwargs):
        return self.update(self.aggregate(self.message(**{k + "_j" if k == "x" else k: v for k, v in kwargs.items()})))

    def message(self, x_j, **kwargs):
        return x_j

    def aggregate(self, inputs, *args, **kwargs):
        return node("aggregate", [inputs], (), "index")

    def update(self, inputs):
        return inputs


class _Conv(Module):
    # a linear layer, and what the neighbours send
    def __init__(self, in_channels, out_channels=None, *args, bias=True, **kwargs):
        self.lin = Linear(1, 1, bias=False)
        self.bias = Parameter(torch.zeros(1)) if bias else None

    def reset_parameters(self):
        self.lin.reset_parameters()

    def forward(self, x, edge_index=None, *args, **kwargs):
        if isinstance(x, (tuple, list)):
            x = x[0]
        out = node("propagate", [self.lin(x)], (), True)
        return out + self.bias if self.bias is not None else out


class _Given(Module):
    # a network that is given, over what the neighbours send
    def __init__(self, nn=None, *args, **kwargs):
        self.nn = nn

    def forward(self, x, edge_index=None, *args, **kwargs):
        out = node("propagate", [x], (), True)
        return self.nn(out) if self.nn is not None else out


class GCNConv(_Conv):
    pass


GATConv = GATv2Conv = SAGEConv = GraphConv = ChebConv = TAGConv = ARMAConv = SGConv = TransformerConv = GatedGraphConv = RGCNConv = GCN2Conv = GENConv = APPNP = HypergraphConv = LEConv = ClusterGCNConv = FeaStConv = _Conv
GINConv = GINEConv = EdgeConv = NNConv = PointNetConv = DynamicEdgeConv = _Given


class _Model(Module):
    def __init__(self, in_channels, hidden_channels=None, num_layers=2, out_channels=None, *args, **kwargs):
        self.convs = ModuleList([_Conv(1, 1), _Conv(1, 1)])

    def forward(self, x, edge_index=None, *args, **kwargs):
        for conv in self.convs:
            x = conv(x, edge_index).relu()
        return x


GCN = GAT = GraphSAGE = GIN = PNA = _Model


def global_mean_pool(x, batch=None, size=None):
    return node("pool", [x], (), "index")


global_add_pool = global_max_pool = global_mean_pool
BatchNorm = GraphNorm = PairNorm = BatchNorm1d


class TopKPooling(Module):
    def __init__(self, in_channels, *args, **kwargs):
        self.weight = Parameter(torch.ones(1))

    def forward(self, x, edge_index, edge_attr=None, batch=None, attn=None):
        out = node("topk_pool", [x, self.weight], [x, self.weight], True)
        return out, edge_index, edge_attr, batch, None, out


SAGPooling = TopKPooling
