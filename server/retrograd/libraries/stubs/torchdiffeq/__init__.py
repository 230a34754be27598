from _retrograd import node, plain
from torch.nn import Module


def odeint(func, y0, t, *args, **kwargs):
    slope = func(t[0], y0)
    if isinstance(y0, tuple):
        return tuple([node("odeint", [y, s], [s], True) for y, s in zip(y0, slope)])
    return node("odeint", [y0, slope], [slope], True)


def odeint_adjoint(func, y0, t, *args, **kwargs):
    if isinstance(func, Module):
        kept = list(func.parameters())
        if isinstance(y0, tuple):
            return tuple([node("odeint_adjoint", [y, kept], kept, True) for y in y0])
        return node("odeint_adjoint", [y0, kept], kept, True)
    return odeint(func, y0, t)


def odeint_event(func, y0, t0, *args, **kwargs):
    return plain(), odeint(func, y0, [t0])
