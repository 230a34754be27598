from _retrograd import unknown
from contextlib import contextmanager


def initialize(models, optimizers=None, *args, **kwargs):
    return models if optimizers is None else (models, optimizers)


@contextmanager
def scale_loss(loss, optimizers, *args, **kwargs):
    yield loss * unknown()


def master_params(optimizer):
    return [p for g in optimizer.param_groups for p in g["params"]]


def state_dict(*args, **kwargs):
    return {}


def load_state_dict(*args, **kwargs):
    pass
