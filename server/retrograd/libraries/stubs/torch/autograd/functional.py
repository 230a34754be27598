from _retrograd import node, plain
import torch
from torch.utils._pytree import tree_map


def _call(func, inputs, create_graph):
    # an own graph, unless the result is to be differentiated again
    given = inputs if isinstance(inputs, tuple) else (inputs,)
    with torch.enable_grad():
        return func(*given) if create_graph else func(*[x.detach().requires_grad_() for x in given])


def _like(tree, out, inputs, create_graph, name):
    if not create_graph:
        return tree_map(lambda x: plain(), tree)
    return tree_map(lambda x: node(name, [out, inputs], (), True), tree)


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    out = _call(func, inputs, create_graph)
    made = _like(inputs, out, inputs, create_graph, "jacobian")
    return tuple([made for _ in out]) if isinstance(out, tuple) else made


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    out = _call(func, inputs, create_graph)
    made = _like(inputs, out, inputs, create_graph, "hessian")
    return tuple([made for _ in inputs]) if isinstance(inputs, tuple) else made



def vjp(func, inputs, v=None, create_graph=False, strict=False):
    out = _call(func, inputs, create_graph)
    return (out if create_graph else tree_map(lambda x: x.detach(), out)), _like(inputs, out, inputs, create_graph, "vjp")


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    out = _call(func, inputs, create_graph)
    return (out if create_graph else tree_map(lambda x: x.detach(), out)), _like(out, out, inputs, create_graph, "jvp")


hvp = vhp = vjp
