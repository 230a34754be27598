"""Shapes of results, where they follow from those of the operands; None wherever they do not."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

Shape = Any
_SAME = frozenset(
    [
        "neg",
        "exp",
        "log",
        "log2",
        "log10",
        "log1p",
        "expm1",
        "relu",
        "tanh",
        "sigmoid",
        "abs",
        "sqrt",
        "sin",
        "cos",
        "tan",
        "clone",
        "clamp",
        "softmax",
        "log_softmax",
        "square",
        "reciprocal",
        "rsqrt",
        "cumsum",
        "sign",
        "ceil",
        "floor",
        "round",
        "sigmoid",
        "erf",
        "masked_fill",
        "roll",
        "flip",
        "sort",
        "triu",
        "tril",
        "dropout",
        "nan_to_num",
        "logical_not",
        "bitwise_not",
        "zeros_like",
        "gelu",
        "silu",
        "elu",
        "leaky_relu",
        "softplus",
        "layer_norm",
        "batch_norm",
        "group_norm",
        "normalize",
        "relu6",
        "logsigmoid",
        "hardtanh",
        "selu",
        "mish",
        "threshold",
        "float",
        "double",
        "fill",
        "contiguous",
    ]
)
_ELEMENTWISE = frozenset(
    [
        "add",
        "sub",
        "mul",
        "div",
        "true_divide",
        "pow",
        "maximum",
        "minimum",
        "where",
        "eq",
        "ne",
        "lt",
        "le",
        "gt",
        "ge",
        "rsub",
        "remainder",
        "floor_divide",
        "lerp",
        "addcmul",
        "addcdiv",
        "atan2",
        "logical_and",
        "logical_or",
    ]
)
_REDUCE = frozenset(
    [
        "sum",
        "mean",
        "prod",
        "norm",
        "max",
        "min",
        "var",
        "std",
        "amax",
        "amin",
        "logsumexp",
        "any",
        "all",
        "argmax",
        "argmin",
        "median",
    ]
)
_LOSS = frozenset(
    [
        "mse_loss",
        "l1_loss",
        "smooth_l1_loss",
        "huber_loss",
        "cross_entropy",
        "nll_loss",
        "binary_cross_entropy",
        "binary_cross_entropy_with_logits",
        "kl_div",
        "cosine_embedding_loss",
        "margin_ranking_loss",
        "triplet_margin_loss",
    ]
)


def broadcast(one: Shape, two: Shape) -> Shape:
    """The shape of an elementwise operation."""
    if one is None or two is None:
        return None
    longer, shorter = (one, two) if len(one) >= len(two) else (two, one)
    out = list(longer)
    for i in range(1, len(shorter) + 1):
        a, b = longer[-i], shorter[-i]
        if a == b or b == 1:
            continue
        if a == 1:
            out[-i] = b
        else:
            return None
    return tuple(out)


def result(name: str, shapes: list[Shape], named: dict[str, Any], constant: Callable[[Any], Any]) -> Shape:
    """The shape of `name` over operands of these shapes; `named` are its arguments, read through `constant`."""
    if not shapes:
        return None
    first = shapes[0]
    short = name.rsplit(".", 1)[-1]
    if short in _LOSS:
        return () if constant(named.get("reduction", "mean")) in ("mean", "sum", "batchmean") else first
    if first is None:
        return None
    if short in _SAME:
        return first
    if short in _ELEMENTWISE:
        found = first
        for s in shapes[1:]:
            found = broadcast(found, s)
        return found
    if short in _REDUCE:
        return _reduced(first, named, constant)
    rule = _RULES.get(short)
    return rule(first, shapes, named, constant) if rule is not None else None


def _dims(value: Any, rank: int, constant: Callable[[Any], Any]) -> list[int] | None:
    value = constant(value)
    values = list(value) if isinstance(value, tuple) else [value]
    values = [constant(v) for v in values]
    if not all(isinstance(v, int) and -rank <= v < max(rank, 1) for v in values):
        return None
    return [v % rank if rank else 0 for v in values]


def _reduced(first: Shape, named: dict[str, Any], constant: Callable[[Any], Any]) -> Shape:
    if named.get("dim") is None:
        return ()
    dims = _dims(named["dim"], len(first), constant)
    if dims is None:
        return None
    if constant(named.get("keepdim")) is True:
        return tuple(1 if i in dims else n for i, n in enumerate(first))
    return tuple(n for i, n in enumerate(first) if i not in dims)


def _linear(first: Shape, shapes: list[Shape], named: dict[str, Any], constant: Any) -> Shape:
    weight = shapes[1] if len(shapes) > 1 else None
    return (*first[:-1], weight[0]) if weight is not None and len(weight) == 2 else None


def _matmul(first: Shape, shapes: list[Shape], named: dict[str, Any], constant: Any) -> Shape:
    other = shapes[1] if len(shapes) > 1 else None
    if other is None or not first or not other:
        return None
    if len(other) == 1:
        return first[:-1]
    if len(first) == 1:
        return (*other[:-2], other[-1])
    batch = broadcast(first[:-2], other[:-2])
    return None if batch is None else (*batch, first[-2], other[-1])


def _view(first: Shape, shapes: list[Shape], named: dict[str, Any], constant: Callable[[Any], Any]) -> Shape:
    size = named.get("shape", named.get("size"))
    if isinstance(size, int):
        size = (size,)
    if not isinstance(size, tuple):
        return None
    size = tuple(constant(n) for n in size)
    if -1 in [n for n in size if isinstance(n, int)]:
        others = [n for n in size if not (isinstance(n, int) and n == -1)]
        if not all(isinstance(n, int) for n in (*first, *others)) or not math.prod(others):
            return None
        return tuple(math.prod(first) // math.prod(others) if n == -1 else n for n in size)
    return size


def _unsqueeze(first: Shape, shapes: list[Shape], named: dict[str, Any], constant: Callable[[Any], Any]) -> Shape:
    dim = constant(named.get("dim"))
    if not isinstance(dim, int):
        return None
    dim = dim % (len(first) + 1)
    return (*first[:dim], 1, *first[dim:])


def _squeeze(first: Shape, shapes: list[Shape], named: dict[str, Any], constant: Callable[[Any], Any]) -> Shape:
    if named.get("dim") is None:
        return tuple(n for n in first if n != 1) if all(isinstance(n, int) for n in first) else None
    dims = _dims(named["dim"], len(first), constant)
    return None if dims is None else tuple(n for i, n in enumerate(first) if i not in dims or n != 1)


def _transpose(first: Shape, shapes: list[Shape], named: dict[str, Any], constant: Callable[[Any], Any]) -> Shape:
    dims = _dims((named.get("dim0"), named.get("dim1")), len(first), constant)
    if dims is None:
        return None
    out = list(first)
    out[dims[0]], out[dims[1]] = out[dims[1]], out[dims[0]]
    return tuple(out)


def _flatten(first: Shape, shapes: list[Shape], named: dict[str, Any], constant: Callable[[Any], Any]) -> Shape:
    start, end = constant(named.get("start_dim", 0)), constant(named.get("end_dim", -1))
    if not isinstance(start, int) or not isinstance(end, int) or not first:
        return None
    start, end = start % len(first), end % len(first)
    part = first[start : end + 1]
    return (*first[:start], math.prod(part), *first[end + 1 :]) if all(isinstance(n, int) for n in part) else None


def _stack(first: Shape, shapes: list[Shape], named: dict[str, Any], constant: Callable[[Any], Any]) -> Shape:
    dim = constant(named.get("dim", 0))
    return (
        (*first[: dim % (len(first) + 1)], len(shapes), *first[dim % (len(first) + 1) :])
        if isinstance(dim, int)
        else None
    )


def _cat(first: Shape, shapes: list[Shape], named: dict[str, Any], constant: Callable[[Any], Any]) -> Shape:
    dims = _dims(named.get("dim", 0), len(first), constant)
    if dims is None or not first or any(s is None or len(s) != len(first) for s in shapes):
        return None
    parts = [s[dims[0]] for s in shapes]
    if not all(isinstance(n, int) for n in parts):
        return None
    return tuple(sum(parts) if i == dims[0] else n for i, n in enumerate(first))


_RULES: dict[str, Callable[..., Shape]] = {
    "linear": _linear,
    "matmul": _matmul,
    "mm": _matmul,
    "bmm": _matmul,
    "view": _view,
    "reshape": _view,
    "unsqueeze": _unsqueeze,
    "squeeze": _squeeze,
    "transpose": _transpose,
    "flatten": _flatten,
    "stack": _stack,
    "cat": _cat,
    "concat": _cat,
    "t": lambda first, shapes, named, constant: first[::-1],
    "gather": lambda first, shapes, named, constant: shapes[1] if len(shapes) > 1 else None,
    "embedding": lambda first, shapes, named, constant: (
        (*first, shapes[1][1]) if len(shapes) > 1 and shapes[1] else None
    ),
}
