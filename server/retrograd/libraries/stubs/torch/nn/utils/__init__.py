from _retrograd import bump, node, plain
import torch



def _grads(parameters):
    if isinstance(parameters, torch.Tensor):
        parameters = [parameters]
    return [p for p in parameters]


def clip_grad_norm_(parameters, max_norm, *args, **kwargs):
    return plain()


def clip_grad_norm(parameters, max_norm, *args, **kwargs):
    return plain()


def clip_grad_value_(parameters, clip_value, *args, **kwargs):
    pass


def get_total_norm(tensors, *args, **kwargs):
    return plain()


def parameters_to_vector(parameters):
    return torch.cat([p.view(-1) for p in parameters])


def vector_to_parameters(vec, parameters):
    pass


def weight_norm(module, name="weight", dim=0):
    return module


def remove_weight_norm(module, name="weight"):
    return module


def spectral_norm(module, *args, **kwargs):
    return module
