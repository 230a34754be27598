from _retrograd import unknown
from contextlib import nullcontext


class Fabric:
    def __init__(self, *args, **kwargs):
        self.device = self.logger = unknown()
        self.global_rank = self.local_rank = 0
        self.world_size = 1
        self.is_global_zero = True

    def setup(self, module, *optimizers, **kwargs):
        return (module, *optimizers) if optimizers else module

    def setup_module(self, module, **kwargs):
        return module

    def setup_optimizers(self, *optimizers):
        return optimizers[0] if len(optimizers) == 1 else optimizers

    setup_dataloaders = setup_optimizers

    def backward(self, tensor, *args, model=None, **kwargs):
        tensor.backward(*args, **kwargs)

    def clip_gradients(self, module, optimizer, clip_val=None, max_norm=None, *args, **kwargs):
        pass

    def autocast(self):
        return nullcontext()

    def init_module(self, *args, **kwargs):
        return nullcontext()

    def no_backward_sync(self, module, enabled=True):
        return nullcontext()

    init_tensor = sharded_model = rank_zero_first = init_module

    def run(self, *args, **kwargs):
        pass

    def launch(self, function=None, *args, **kwargs):
        if function is not None and callable(function):
            return function(self, *args, **kwargs)

    def print(self, *args, **kwargs):
        pass

    log = log_dict = save = barrier = seed_everything = call = print

    def load(self, *args, **kwargs):
        return unknown()

    def to_device(self, obj):
        return obj

    def all_gather(self, data, *args, **kwargs):
        return data

    all_reduce = broadcast = all_gather


def seed_everything(seed=None, *args, **kwargs):
    return seed
