from _retrograd import node, collate
import torch
from torch.utils._pytree import tree_leaves, tree_map


def _hanging(name, tree, out):
    return tree_map(lambda x: node(name, [out], (), True) if isinstance(x, torch.Tensor) else x, tree)


def _chosen(args, argnums):
    return args[argnums] if isinstance(argnums, int) else tuple([args[i] for i in argnums])


def _differentiated(name, func, argnums, has_aux):
    def run(*args, **kwargs):
        out = func(*args, **kwargs)
        aux = None
        if has_aux:
            out, aux = out
        made = _hanging(name, _chosen(args, argnums), out)
        return (made, aux) if has_aux else made

    return run


def grad(func, argnums=0, has_aux=False):
    return _differentiated("func.grad", func, argnums, has_aux)


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None, _preallocate_and_copy=False):
    return _differentiated("func.jacrev", func, argnums, has_aux)


def jacfwd(func, argnums=0, has_aux=False, *, randomness="error"):
    return _differentiated("func.jacfwd", func, argnums, has_aux)


def hessian(func, argnums=0):
    return _differentiated("func.hessian", func, argnums, False)


def grad_and_value(func, argnums=0, has_aux=False):
    def run(*args, **kwargs):
        out = func(*args, **kwargs)
        value = out[0] if has_aux else out
        return _hanging("func.grad", _chosen(args, argnums), value), out

    return run


def vjp(func, *primals, has_aux=False):
    out = func(*primals)
    aux = None
    if has_aux:
        out, aux = out

    def pull(*cotangents, retain_graph=True, create_graph=None):
        return _hanging("func.vjp", primals, out)

    return (out, pull, aux) if has_aux else (out, pull)


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    out = func(*primals)
    return out, _hanging("func.jvp", out, out)


def linearize(func, *primals):
    out = func(*primals)
    return out, lambda *tangents: _hanging("func.jvp", out, out)


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    def run(*args, **kwargs):
        sizes = [x.shape[0] for x in tree_leaves(args) if isinstance(x, torch.Tensor)]
        each = in_dims if isinstance(in_dims, tuple) else tuple([in_dims for _ in args])
        out = func(*[_one(x, d) for x, d in zip(args, each)], **kwargs)
        return tree_map(lambda x: collate(x, sizes[0]), out)

    return run


def _one(tree, dims):
    if dims is None:
        return tree
    if isinstance(dims, (dict, list, tuple)):
        return tree_map(lambda x, d: _one(x, d), tree, dims)
    return tree_map(lambda x: x.select(dims, 0) if isinstance(x, torch.Tensor) else x, tree)


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False):
    given = parameter_and_buffer_dicts
    if isinstance(given, (tuple, list)):
        merged = {}
        for d in given:
            merged.update(d)
        given = merged
    owners = dict(module.named_modules())
    before = []
    for name, value in given.items():
        path, _, leaf = name.rpartition(".")
        owner = owners[path]
        before.append((owner, leaf, getattr(owner, leaf)))
        setattr(owner, leaf, value)
    if args is None:
        args = ()
    elif not isinstance(args, tuple):
        args = (args,)
    try:
        return module(*args, **(kwargs or {}))
    finally:
        for owner, leaf, value in before:
            setattr(owner, leaf, value)


def stack_module_state(models):
    models = list(models)
    params = {n: collate(p.detach(), len(models)).requires_grad_() for n, p in models[0].named_parameters()}
    buffers = {n: collate(b.detach(), len(models)) for n, b in models[0].named_buffers()}
    return params, buffers


def functionalize(func, *, remove="mutations"):
    return func
