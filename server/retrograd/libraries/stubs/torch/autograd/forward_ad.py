from _retrograd import node


class dual_level:
    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass


class _Dual:
    def __init__(self, primal, tangent):
        self.primal = primal
        self.tangent = tangent

    def __iter__(self):
        return iter((self.primal, self.tangent))

    def __getitem__(self, i):
        return (self.primal, self.tangent)[i]


def make_dual(tensor, tangent, level=None):
    return tensor


def unpack_dual(tensor, level=None):
    return _Dual(tensor, node("tangent", [tensor], (), True))


def enter_dual_level():
    return 0


def exit_dual_level(level=None):
    pass
