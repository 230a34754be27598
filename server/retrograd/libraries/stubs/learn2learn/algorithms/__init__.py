from _functional import FunctionalCopy
from torch.nn import Module


class _Learner(FunctionalCopy):
    def __init__(self, module, lr, first_order):
        FunctionalCopy.__init__(self, module, False)
        self.lr = lr
        self.first_order = first_order

    def adapt(self, loss, first_order=None, allow_unused=None, allow_nograd=None):
        second = not (self.first_order if first_order is None else first_order)
        import torch

        grads = torch.autograd.grad(loss, self.fast_params, create_graph=second, retain_graph=second, allow_unused=True)
        self.fast_params = [p if g is None else p - g * self.lr for p, g in zip(self.fast_params, grads)]
        self._install()

    def clone(self, *args, **kwargs):
        return self


class MAML(Module):
    def __init__(self, model, lr=0.01, first_order=False, *args, **kwargs):
        self.module = model
        self.lr = lr
        self.first_order = first_order

    def forward(self, *args, **kwargs):
        return self.module(*args, **kwargs)

    def clone(self, first_order=None, *args, **kwargs):
        return _Learner(self.module, self.lr, self.first_order if first_order is None else first_order)


MetaSGD = MAML
