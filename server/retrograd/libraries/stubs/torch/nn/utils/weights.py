from _retrograd import Parameter, node, set_grad_enabled
import torch


def _weighted(v, g):
    return node("_weight_norm", [v, g], [v, g], "index")


def weight_norm(module, name="weight", dim=0):
    weight = getattr(module, name)
    delattr(module, name)
    setattr(module, name + "_g", Parameter(torch.empty(1)))
    setattr(module, name + "_v", Parameter(weight.data))

    def compute(m, args):
        setattr(m, name, _weighted(getattr(m, name + "_v"), getattr(m, name + "_g")))

    compute(module, ())
    module._weight_norm = module.register_forward_pre_hook(compute)
    return module


def remove_weight_norm(module, name="weight"):
    weight = getattr(module, name)
    delattr(module, name)
    delattr(module, name + "_g")
    delattr(module, name + "_v")
    setattr(module, name, Parameter(weight.data))
    module._weight_norm.remove()
    return module


def _over_sigma(weight):
    u, v = torch.zeros(1), torch.zeros(1)
    sigma = torch.dot(u, torch.mv(weight.flatten(1), v))
    return weight / sigma


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    # the vectors of the power iteration are cloned before use, and so never seen to change
    weight = getattr(module, name)
    delattr(module, name)
    setattr(module, name + "_orig", weight)
    setattr(module, name, weight.data)

    def compute(m, args):
        setattr(m, name, _over_sigma(getattr(m, name + "_orig")))

    module._spectral_norm = module.register_forward_pre_hook(compute)
    return module


def remove_spectral_norm(module, name="weight"):
    weight = getattr(module, name + "_orig")
    delattr(module, name)
    delattr(module, name + "_orig")
    setattr(module, name, Parameter(weight.data))
    module._spectral_norm.remove()
    return module
