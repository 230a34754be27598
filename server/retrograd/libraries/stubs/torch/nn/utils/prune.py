import torch


def _prune(module, name, *args, **kwargs):
    original = getattr(module, name)
    delattr(module, name)
    setattr(module, name + "_orig", original)
    module.register_buffer(name + "_mask", torch.ones_like(original))

    def masked(m, inputs):
        setattr(m, name, getattr(m, name + "_mask") * getattr(m, name + "_orig"))

    masked(module, ())
    module._prune = module.register_forward_pre_hook(masked)
    return module


l1_unstructured = random_unstructured = ln_structured = random_structured = custom_from_mask = identity = _prune


def global_unstructured(parameters, pruning_method, importance_scores=None, **kwargs):
    for module, name in parameters:
        _prune(module, name)


def remove(module, name):
    original = getattr(module, name + "_orig")
    delattr(module, name)
    delattr(module, name + "_orig")
    setattr(module, name, original)
    module._prune.remove()
    return module


class BasePruningMethod:
    pass


class L1Unstructured(BasePruningMethod):
    pass


class RandomUnstructured(BasePruningMethod):
    pass
