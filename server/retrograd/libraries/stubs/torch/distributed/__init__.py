from _retrograd import bump, unknown, unknown_bool, unknown_int


def init_process_group(*args, **kwargs):
    pass


destroy_process_group = barrier = monitored_barrier = init_process_group


def is_available():
    return unknown_bool()


is_initialized = is_nccl_available = is_available


def get_rank(group=None):
    return unknown_int("rank", 0)


def get_world_size(group=None):
    return unknown_int("world_size", 0)


def get_backend(group=None):
    return unknown()


def new_group(*args, **kwargs):
    return unknown()


def all_reduce(tensor, *args, **kwargs):
    bump(tensor)
    return unknown()


def broadcast(tensor, *args, **kwargs):
    bump(tensor)
    return unknown()


reduce = recv = broadcast


def all_gather(tensor_list, tensor, *args, **kwargs):
    bump(tensor_list)
    return unknown()


gather = all_gather


def all_gather_into_tensor(output_tensor, input_tensor, *args, **kwargs):
    bump(output_tensor)
    return unknown()


reduce_scatter = reduce_scatter_tensor = all_gather_into_tensor


def scatter(tensor, scatter_list=None, *args, **kwargs):
    bump(tensor)
    return unknown()


def send(tensor, *args, **kwargs):
    return unknown()


isend = irecv = send


def broadcast_object_list(object_list, *args, **kwargs):
    pass


def all_gather_object(object_list, obj, group=None):
    pass


class ReduceOp:
    SUM = "sum"
    AVG = "avg"
    MAX = "max"
    MIN = "min"
    PRODUCT = "product"
