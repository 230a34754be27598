from _retrograd import node, plain
import torch


def _inputs(inputs):
    return list(inputs) if isinstance(inputs, (tuple, list)) else [inputs]


def _fresh(inputs):
    made = [x.detach().requires_grad_() for x in _inputs(inputs)]
    return made


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    if create_graph:
        out = func(*_inputs(inputs))
        return node("jacobian", [out] + _inputs(inputs), (), True)
    func(*_fresh(inputs))
    return plain()


hessian = jacobian


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    out = func(*_inputs(inputs)) if create_graph else func(*_fresh(inputs))
    if create_graph:
        return out, node("vjp", [out] + _inputs(inputs), (), True)
    return out.detach(), plain()


jvp = hvp = vhp = vjp
