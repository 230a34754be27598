from _retrograd import from_one, set_unchecked
import torch


def _apart(function, args, kwargs):
    # what is computed again at backward is not compared with what it was
    before = set_unchecked(True)
    try:
        return function(*args, **kwargs)
    finally:
        set_unchecked(before)


def checkpoint(function, *args, use_reentrant=None, context_fn=None, determinism_check="default", debug=False, preserve_rng_state=True, early_stop=True, **kwargs):
    if use_reentrant is False:
        return _apart(function, args, kwargs)
    for x in args:
        if isinstance(x, torch.Tensor) and x.requires_grad:
            return from_one(_apart(function, args, kwargs), "checkpoint")
    with torch.no_grad():
        return function(*args, **kwargs)


def checkpoint_sequential(functions, segments, input, use_reentrant=None, **kwargs):
    functions = list(functions.children()) if isinstance(functions, torch.nn.Sequential) else list(functions)
    size = len(functions) // segments
    for start in range(0, size * (segments - 1), size):
        input = checkpoint(_Chain(functions[start : start + size]), input, use_reentrant=use_reentrant)
    return _Chain(functions[size * (segments - 1) :])(input)


class _Chain:
    def __init__(self, functions):
        self.functions = functions

    def __call__(self, x):
        for f in self.functions:
            x = f(x)
        return x


def set_checkpoint_early_stop(enable):
    from contextlib import nullcontext
    return nullcontext()
