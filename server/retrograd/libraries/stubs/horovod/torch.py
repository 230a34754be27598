from _retrograd import unknown


def DistributedOptimizer(optimizer, *args, **kwargs):
    return optimizer


def init(*args, **kwargs):
    pass


broadcast_parameters = broadcast_optimizer_state = shutdown = join = init


def rank(*args, **kwargs):
    return 0


local_rank = rank


def size():
    return 1


local_size = size


def allreduce(tensor, *args, **kwargs):
    return tensor


allgather = broadcast = allreduce
Compression = Average = Sum = Adasum = unknown()
