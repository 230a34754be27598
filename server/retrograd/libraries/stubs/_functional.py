from _retrograd import deepcopy
import torch


class FunctionalCopy:
    # a network whose parameters are plain tensors that can hang on a graph
    def __init__(self, module, cut):
        self._module = deepcopy(module)
        owners = dict(self._module.named_modules())
        self._places = []
        self.fast_params = []
        for (name, p), (_, original) in zip(list(self._module.named_parameters()), list(module.named_parameters())):
            path, _, leaf = name.rpartition(".")
            self._places.append((owners[path], leaf))
            fast = original.clone()
            self.fast_params.append(fast.detach().requires_grad_(original.requires_grad) if cut else fast)
        self._install()

    def _install(self):
        for (owner, leaf), p in zip(self._places, self.fast_params):
            setattr(owner, leaf, p)

    def __call__(self, *args, params=None, **kwargs):
        if params is not None:
            self.fast_params = list(params)
            self._install()
        return self._module(*args, **kwargs)

    forward = __call__

    def parameters(self, time=-1, recurse=True):
        return iter(self.fast_params)

    def adapt(self, loss, rate, create_graph, retain_graph=None):
        grads = torch.autograd.grad(loss, self.fast_params, create_graph=create_graph, retain_graph=retain_graph, allow_unused=True)
        self.fast_params = [p if g is None else p - g * rate for p, g in zip(self.fast_params, grads)]
        if not create_graph:
            self.fast_params = [p.detach().requires_grad_() for p in self.fast_params]
        self._install()

    def __getattr__(self, name):
        return getattr(self._module, name)
