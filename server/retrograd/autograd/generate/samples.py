"""Arguments to call every operation with: torch's own test samples, and ours for what these lack."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Iterator
from typing import Any

import numpy
import torch
from torch.testing._internal.common_methods_invocations import op_db

from .own import OWN, Sample

_MOST = 48
_DTYPES = (torch.float32, torch.float64, torch.complex64, torch.bool, torch.int64)

# Operations that are the same function under a second name, or that take the same arguments.
_LIKE = {
    "nn.functional.sigmoid": "sigmoid",
    "nn.functional.tanh": "tanh",
    "nn.functional.softmax": "softmax",
    "nn.functional.log_softmax": "log_softmax",
    "nn.functional.dropout1d": "nn.functional.dropout2d",
    "nn.functional.upsample": "nn.functional.interpolate",
    "linalg.matmul": "matmul",
    "linalg.matrix_exp": "matrix_exp",
    "special.expit": "sigmoid",
    "special.gammaln": "lgamma",
    "special.psi": "digamma",
    "special.multigammaln": "mvlgamma",
    "special.gammainc": "igamma",
    "special.gammaincc": "igammac",
    "fix": "trunc",
    "ger": "outer",
    "slogdet": "linalg.slogdet",
    "moveaxis": "movedim",
    "row_stack": "vstack",
    "orgqr": "linalg.householder_product",
    "rrelu": "nn.functional.rrelu",
}


def seed() -> None:
    """Make what follows the same in every run."""
    torch.default_generator.manual_seed(0)
    random.seed(0)
    numpy.random.seed(0)


def names() -> list[str]:
    """Every public operation there are samples for, by its name in the table, sorted."""
    found: set[str] = set()
    for name in (*_described(), *_LIKE):
        last = name.rsplit(".", 1)[-1]
        found |= {space + last for space in _SPACES if _public(space + last)}
        if not hasattr(torch, last) and _public("Tensor." + last):
            found.add("Tensor." + last)
        if _public(name):
            found.add(name)
    return sorted(found | set(OWN))


_SPACES = ("", "nn.functional.", "special.", "linalg.")


def _public(name: str) -> bool:
    found: Any = torch
    for part in name.split("."):
        found = None if part.startswith("_") or part == "ops" else getattr(found, part, None)
    return found is not None and not name.endswith("_")


@functools.cache
def _described() -> dict[str, list[Any]]:
    """torch's descriptions of its operations, by each name that one has."""
    found: dict[str, list[Any]] = {}
    for info in op_db:
        for name in {info.name, *(alias.name for alias in info.aliases)}:
            found.setdefault(name.removeprefix("torch."), []).append(info)
    return found


@functools.cache
def _by_last_name() -> dict[str, list[Any]]:
    return {name.rsplit(".", 1)[-1]: infos for name, infos in sorted(_described().items(), reverse=True)}


def _descriptions(name: str) -> list[Any]:
    name = _LIKE.get(name, name)
    return _described().get(name) or _by_last_name().get(name.rsplit(".", 1)[-1], [])


def samples_of(name: str) -> Iterator[Sample]:
    """Argument tuples for `name`, at most a few dozen of torch's, then ours."""
    for info in () if name in _OURS_ONLY else _descriptions(name):
        seed()
        dtype = next((d for d in _DTYPES if d in info.dtypes), None)
        if dtype is None:
            continue
        for sample in itertools.islice(info.sample_inputs_func(info, "cpu", dtype, False), _MOST):
            kwargs = {k: v for k, v in sample.kwargs.items() if k not in _LEFT_OUT}
            if not sample.kwargs.get("inplace"):
                yield (sample.input, *sample.args), kwargs
    seed()
    for make in OWN.get(name, ()):
        yield make()


_LEFT_OUT = ("inplace", "requires_grad", "as_tuple", "options")

# torch's samples are in another order than Python's arguments, or are of shapes that hardly anybody has.
_OURS_ONLY = frozenset(
    {
        "where",
        "Tensor.where",
        "matmul",
        "linalg.matmul",
        "Tensor.__rmatmul__",
        "polygamma",
        "special.polygamma",
        "einsum",
        "nn.functional.embedding_bag",
        "svd_lowrank",
    }
)
