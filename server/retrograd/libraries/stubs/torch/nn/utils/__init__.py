from _retrograd import Parameter, node, plain
import torch

__lazy__ = {
    "torch.nn.utils.weights": "weight_norm remove_weight_norm spectral_norm remove_spectral_norm",
}


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    return plain()


clip_grad_norm = clip_grad_norm_


def clip_grad_value_(parameters, clip_value, foreach=None):
    pass


clip_grad_value = clip_grad_value_


def clip_grads_with_norm_(parameters, max_norm, total_norm, foreach=None):
    pass


def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    return torch.stack([torch.linalg.vector_norm(t) for t in tensors]).norm()


def parameters_to_vector(parameters):
    return torch.cat([p.view(-1) for p in parameters])


def vector_to_parameters(vec, parameters):
    # each gets a view of the vector as its data, which counts no version
    pass


def skip_init(module_cls, *args, **kwargs):
    return module_cls(*args, **kwargs)


def fuse_conv_bn_eval(conv, bn, transpose=False):
    return conv
