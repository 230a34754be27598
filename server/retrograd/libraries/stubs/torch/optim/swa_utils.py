from _retrograd import bump, deepcopy, module_named_buffers, module_parameters
import torch
from torch.nn.modules.module import Module
from torch.optim.lr_scheduler import LRScheduler


class AveragedModel(Module):
    def __init__(self, model, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
        self.module = deepcopy(model)
        self.register_buffer("n_averaged", torch.tensor(0))

    def forward(self, *args, **kwargs):
        return self.module(*args, **kwargs)

    def update_parameters(self, model):
        bump(module_parameters(self.module))
        bump(self.n_averaged)


class SWALR(LRScheduler):
    pass


def update_bn(loader, model, device=None):
    model.train()
    with torch.no_grad():
        for batch in loader:
            model(batch[0] if isinstance(batch, (list, tuple)) else batch)


def get_ema_avg_fn(decay=0.999):
    return None


get_ema_multi_avg_fn = get_swa_avg_fn = get_swa_multi_avg_fn = get_ema_avg_fn
