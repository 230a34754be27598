class NormalizeFeatures:
    def __init__(self, *args, **kwargs):
        pass

    def __call__(self, data):
        return data


Compose = ToUndirected = AddSelfLoops = RandomNodeSplit = RandomLinkSplit = Constant = OneHotDegree = ToSparseTensor = NormalizeFeatures
