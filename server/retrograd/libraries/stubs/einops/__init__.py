from _retrograd import node, op, unknown, unknown_int


def rearrange(tensor, pattern, **axes_lengths):
    return node("rearrange", [tensor])


def repeat(tensor, pattern, **axes_lengths):
    return node("repeat", [tensor])


def reduce(tensor, pattern, reduction, **axes_lengths):
    if reduction == "mean" or reduction == "sum":
        return node("reduce", [tensor])
    return node("reduce", [tensor], [tensor], True)


def einsum(*args):
    return op("einsum", args[-1], *args[:-1])


def pack(tensors, pattern):
    tensors = list(tensors)
    return node("pack", [tensors]), [unknown() for _ in tensors]


def unpack(tensor, packed_shapes, pattern):
    return [node("unpack", [tensor]) for _ in packed_shapes]


def parse_shape(x, pattern):
    return {name: unknown_int() for name in pattern.split() if name != "_"}


def asnumpy(tensor):
    return unknown()
