from _retrograd import node, opaque, parameter
from torch.nn import Module

_HEADS = ("fc", "classifier", "head", "heads", "last_linear", "_fc", "lm_head", "score", "segmentation_head")


class Part(Module):
    # layers of a network that is not looked into
    def __init__(self):
        self.weight = parameter("weight")

    def __setitem__(self, index, module):
        self.replaced = module

    def __getitem__(self, index):
        return self

    def forward(self, *inputs):
        if "replaced" in self.__dict__:
            return self.replaced(*inputs)
        return node("network", [inputs, self.weight], [self.weight], True)


class Network(Module):
    def __init__(self, *args, **kwargs):
        self.trunk = Part()
        self.head = Part()
        self.config = opaque().config

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return self.head if name in _HEADS else self.trunk

    def __setattr__(self, name, value):
        # the last layer is what users replace
        object.__setattr__(self, "head" if name in _HEADS else name, value)

    def forward_features(self, *args, **kwargs):
        return self.trunk(args, kwargs)

    def forward(self, *args, **kwargs):
        features = self.trunk(args, kwargs)
        return self.head(features) if self.head is not None else features

    @classmethod
    def from_pretrained(cls, *args, **kwargs):
        return cls()

    from_name = from_config = from_pretrained
