from _retrograd import unknown, unknown_int
from contextlib import nullcontext
from torch import nn


class DeepSpeedEngine(nn.Module):
    def __init__(self, model, optimizer):
        self.module = model
        self.optimizer = optimizer
        self.device = self.lr_scheduler = unknown()
        self.local_rank = self.global_rank = 0
        self.global_steps = unknown_int()

    def forward(self, *args, **kwargs):
        return self.module(*args, **kwargs)

    def backward(self, loss, retain_graph=False, **kwargs):
        loss.backward(retain_graph=retain_graph)
        return loss

    def step(self, *args, **kwargs):
        if self.optimizer is not None:
            self.optimizer.step()
            self.optimizer.zero_grad()

    def no_sync(self):
        return nullcontext()

    def save_checkpoint(self, *args, **kwargs):
        pass

    save_16bit_model = save_checkpoint

    def load_checkpoint(self, *args, **kwargs):
        return unknown(), unknown()

    def __getattr__(self, name):
        return getattr(self.module, name)


def initialize(args=None, model=None, optimizer=None, model_parameters=None, training_data=None, lr_scheduler=None, *rest, **kwargs):
    if optimizer is None and model_parameters is not None:
        from torch.optim import AdamW

        optimizer = AdamW(model_parameters)
    return DeepSpeedEngine(model, optimizer), optimizer, training_data, lr_scheduler


def init_inference(model, *args, **kwargs):
    return model


def init_distributed(*args, **kwargs):
    pass


def add_config_arguments(parser):
    return parser


comm = zero = ops = accelerator = unknown()
