from contextlib import nullcontext
from torch.nn.modules.module import Module


class DataParallel(Module):
    def __init__(self, module, device_ids=None, output_device=None, dim=0, **kwargs):
        self.module = module

    def forward(self, *args, **kwargs):
        return self.module(*args, **kwargs)


class DistributedDataParallel(DataParallel):
    def no_sync(self):
        return nullcontext()

    def join(self, *args, **kwargs):
        return nullcontext()

    def register_comm_hook(self, state, hook):
        pass


def data_parallel(module, inputs, device_ids=None, output_device=None, dim=0, module_kwargs=None):
    return module(*inputs) if isinstance(inputs, tuple) else module(inputs)
