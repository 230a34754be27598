"""Our own arguments for the operations that torch's test samples lack, or show only in part."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy
import torch

Sample = tuple[tuple[Any, ...], dict[str, Any]]


def _call(*args: Any, **kwargs: Any) -> Sample:
    return args, kwargs


def _x(*shape: int) -> torch.Tensor:
    return torch.randn(*shape) if shape else torch.randn(3, 4)


def _index(high: int, *shape: int) -> torch.Tensor:
    return torch.randint(0, high, shape)


def _rnn(gates: int, cell_state: bool, **flags: Any) -> Callable[[], Sample]:
    def make() -> Sample:
        weights = [_x(gates * 4, 3), _x(gates * 4, 4), _x(gates * 4), _x(gates * 4)]
        state = _x(1, 2, 4)
        hx: Any = (state, _x(1, 2, 4)) if cell_state else state
        return (_x(5, 2, 3), hx, weights, True, 1, 0.0, flags.get("train", True), False, False), {}

    return make


def _cell(gates: int, cell_state: bool, bias: bool) -> Callable[[], Sample]:
    def make() -> Sample:
        hx: Any = (_x(2, 4), _x(2, 4)) if cell_state else _x(2, 4)
        biases = (_x(gates * 4), _x(gates * 4)) if bias else ()
        return (_x(2, 3), hx, _x(gates * 4, 3), _x(gates * 4, 4), *biases), {}

    return make


def _attention(**flags: Any) -> Callable[[], Sample]:
    def make() -> Sample:
        e, h = 4, 2
        args = (
            _x(3, 2, e),
            _x(3, 2, e),
            _x(3, 2, e),
            e,
            h,
            _x(3 * e, e),
            _x(3 * e),
            None,
            None,
            False,
            0.0,
            _x(e, e),
            _x(e),
        )
        return args, flags

    return make


def _elementwise(*others: Any) -> tuple[Callable[[], Sample], ...]:
    return tuple((lambda o=o: _call(_x() + 3, _x() + 3 if o is None else o)) for o in others)


def _index_samples(value: bool) -> tuple[Callable[[], Sample], ...]:
    makes: list[Callable[[], Any]] = [
        lambda: 1,
        lambda: slice(0, 2),
        lambda: None,
        lambda: Ellipsis,
        lambda: (0, slice(1, 3)),
        lambda: (Ellipsis, None, 0),
        lambda: _index(3, 2),
        lambda: _x() > 0,
        lambda: (slice(None), _index(4, 2)),
        lambda: (_index(3, 2), _index(4, 2)),
        lambda: (0, _index(4, 2)),
        lambda: slice(None),
        lambda: [0, 2],
        lambda: (0, [0, 2]),
    ]
    if not value:
        return tuple((lambda m=m: _call(_x(), m())) for m in makes)
    return tuple((lambda m=m, v=v: _call(_x(), m(), v())) for m in makes for v in (lambda: 0.5, lambda: _x(1)))


def _pools(dims: int) -> tuple[Callable[[], Sample], ...]:
    sizes: tuple[Any, ...] = (1, (1,) * dims, 2, (2,) * dims, 3)
    return tuple((lambda size=size: _call(_x(2, 3, *[6] * dims), size)) for size in sizes)


_CASTS = tuple(
    f"Tensor.{cast}" for cast in ("float", "double", "half", "bfloat16", "int", "long", "bool", "byte", "short", "cpu")
)

_MATMUL: tuple[Callable[[], Sample], ...] = (
    lambda: _call(_x(2, 3), _x(3, 4)),
    lambda: _call(_x(5, 2, 3), _x(3, 4)),
    lambda: _call(_x(5, 2, 3), _x(5, 3, 4)),
    lambda: _call(_x(3), _x(3)),
    lambda: _call(_x(2, 3), _x(3)),
)

OWN: dict[str, tuple[Callable[[], Sample], ...]] = {
    "getitem": _index_samples(value=False),
    "setitem": _index_samples(value=True),
    "Tensor.__radd__": _elementwise(None, 2.0),
    "Tensor.__rmul__": _elementwise(None, 2.0),
    "Tensor.__rsub__": _elementwise(None, 2.0),
    "Tensor.__rtruediv__": _elementwise(None, 2.0),
    "Tensor.__rfloordiv__": _elementwise(None, 2.0),
    "Tensor.__rpow__": _elementwise(None, 2.0),
    "Tensor.__rmod__": _elementwise(None, 2.0),
    "Tensor.__rmatmul__": (lambda: _call(_x(3, 3), _x(3, 3)),),
    **{name: (lambda: _call(_x()), lambda: _call(_x().double())) for name in _CASTS},
    "Tensor.contiguous": (lambda: _call(_x()), lambda: _call(_x(3, 4).t())),
    "Tensor.to": (
        lambda: _call(_x(), torch.float32),
        lambda: _call(_x(), torch.float64),
        lambda: _call(_x(), "cpu"),
        lambda: _call(_x(), torch.device("cpu"), torch.float64),
        lambda: _call(_x(), "cpu", copy=True),
        lambda: _call(_x(), _x().double()),
    ),
    "Tensor.type": (lambda: _call(_x(), torch.float32), lambda: _call(_x(), torch.float64)),
    "Tensor.type_as": (lambda: _call(_x(), _x()), lambda: _call(_x(), _x().double())),
    "Tensor.view": (lambda: _call(_x(), 4, 3), lambda: _call(_x(), -1), lambda: _call(_x(), (2, 6))),
    "Tensor.view_as": (lambda: _call(_x(), _x(4, 3)),),
    "Tensor.reshape_as": (lambda: _call(_x(), _x(4, 3)), lambda: _call(_x().t(), _x(2, 6))),
    "Tensor.expand": (lambda: _call(_x(1, 4), 3, 4), lambda: _call(_x(1, 4), -1, 4)),
    "Tensor.expand_as": (lambda: _call(_x(1, 4), _x(3, 4)),),
    "Tensor.repeat": (lambda: _call(_x(), 2, 1), lambda: _call(_x(), 2, 3, 1)),
    "Tensor.unfold": (lambda: _call(_x(), 1, 2, 1),),
    "Tensor.sum_to_size": (lambda: _call(_x(), 1, 4), lambda: _call(_x(), 3, 4)),
    "Tensor.where": (lambda: _call(_x(), _x() > 0, _x()), lambda: _call(_x(), _x() > 0, 0.0)),
    "Tensor.index_put": (
        lambda: _call(_x(), (_index(3, 2),), _x(2, 4)),
        lambda: _call(_x(), (_x() > 0,), torch.tensor(0.5)),
    ),
    "Tensor.zero_": (lambda: _call(_x()),),
    "Tensor.fill_": (lambda: _call(_x(), 1.0), lambda: _call(_x(), torch.tensor(1.0))),
    "Tensor.copy_": (lambda: _call(_x(), _x()),),
    "Tensor.normal_": (lambda: _call(_x()),),
    "Tensor.uniform_": (lambda: _call(_x()),),
    "Tensor.random_": (lambda: _call(_x()),),
    "Tensor.exponential_": (lambda: _call(_x()),),
    "Tensor.bernoulli_": (lambda: _call(_x(), 0.5),),
    "Tensor.to_dense": (lambda: _call(_x()),),
    "Tensor.new_tensor": (lambda: _call(_x(), [1.0, 2.0]),),
    "Tensor.new_zeros": (lambda: _call(_x(), (2, 3)),),
    "Tensor.new_ones": (lambda: _call(_x(), (2, 3)),),
    "Tensor.new_empty": (lambda: _call(_x(), (2, 3)),),
    "Tensor.new_full": (lambda: _call(_x(), (2, 3), 1.0),),
    "where": (
        lambda: _call(_x() > 0, _x(), _x()),
        lambda: _call(_x() > 0, _x(), 0.0),
        lambda: _call(_x() > 0, 0.0, _x()),
    ),
    "matmul": _MATMUL,
    "nn.functional.embedding_bag": (
        lambda: _call(_index(5, 2, 3), _x(5, 4)),
        lambda: _call(_index(5, 6), _x(5, 4), torch.tensor([0, 2])),
        lambda: _call(_index(5, 6), _x(5, 4), torch.tensor([0, 2]), mode="max"),
        lambda: _call(_index(5, 2, 3), _x(5, 4), mode="sum"),
        lambda: _call(_index(5, 2, 3), _x(5, 4), mode="sum", per_sample_weights=_x(2, 3)),
    ),
    "linalg.matmul": _MATMUL,
    "polygamma": (lambda: _call(1, _x().abs()),),
    "special.polygamma": (lambda: _call(1, _x().abs()),),
    "einsum": (
        lambda: _call("ij,jk->ik", _x(2, 3), _x(3, 4)),
        lambda: _call("bij,bjk->bik", _x(5, 2, 3), _x(5, 3, 4)),
        lambda: _call("i,j->ij", _x(3), _x(4)),
    ),
    "nn.functional.adaptive_avg_pool1d": _pools(1),
    "nn.functional.adaptive_avg_pool2d": _pools(2),
    "nn.functional.adaptive_avg_pool3d": _pools(3),
    "adaptive_avg_pool1d": _pools(1),
    "lstm": (_rnn(4, True), _rnn(4, True, train=False)),
    "gru": (_rnn(3, False), _rnn(3, False, train=False)),
    "rnn_tanh": (_rnn(1, False), _rnn(1, False, train=False)),
    "rnn_relu": (_rnn(1, False), _rnn(1, False, train=False)),
    "lstm_cell": (_cell(4, True, True), _cell(4, True, False)),
    "gru_cell": (_cell(3, False, True), _cell(3, False, False)),
    "rnn_tanh_cell": (_cell(1, False, True), _cell(1, False, False)),
    "rnn_relu_cell": (_cell(1, False, True), _cell(1, False, False)),
    "nn.functional.multi_head_attention_forward": (
        _attention(training=True),
        _attention(training=True, need_weights=False),
        _attention(training=False),
        _attention(training=False, need_weights=False),
    ),
    "nn.functional.gumbel_softmax": (lambda: _call(_x()), lambda: _call(_x(), hard=True)),
    "nn.functional.affine_grid": (lambda: _call(_x(2, 2, 3), (2, 3, 4, 4), align_corners=False),),
    "nn.functional.unfold": (lambda: _call(_x(1, 3, 4, 4), (2, 2)), lambda: _call(_x(1, 3, 4, 4), 3, padding=1)),
    "reshape": (lambda: _call(_x().t(), (12,)),),
    "flatten": (lambda: _call(_x().t()),),
    "ravel": (lambda: _call(_x().t()),),
    "nn.functional.fold": (lambda: _call(_x(1, 12, 4), (3, 3), (2, 2)),),
    "nn.functional.lp_pool1d": (lambda: _call(_x(2, 3, 6), 2.0, 2),),
    "nn.functional.lp_pool2d": (lambda: _call(_x(2, 3, 6, 6), 2.0, 2),),
    "nn.functional.lp_pool3d": (lambda: _call(_x(2, 3, 6, 6, 6), 2.0, 2),),
    "nn.functional.embedding": (lambda: _call(_index(5, 3), _x(5, 4)),),
    "nn.functional.dropout": (
        lambda: _call(_x(), 0.5, True),
        lambda: _call(_x(), 0.0, True),
        lambda: _call(_x(), 0.5, False),
    ),
    "dropout": (lambda: _call(_x(), 0.5, True), lambda: _call(_x(), 0.0, True), lambda: _call(_x(), 0.5, False)),
    "alpha_dropout": (lambda: _call(_x(), 0.5, True), lambda: _call(_x(), 0.5, False)),
    "feature_dropout": (lambda: _call(_x(2, 3, 4), 0.5, True), lambda: _call(_x(2, 3, 4), 0.5, False)),
    "feature_alpha_dropout": (lambda: _call(_x(2, 3, 4), 0.5, True), lambda: _call(_x(2, 3, 4), 0.5, False)),
    "embedding": (lambda: _call(_x(5, 4), _index(5, 3)),),
    "batch_norm": (
        lambda: _call(_x(4, 3), _x(3), _x(3), _x(3), _x(3).abs(), True, 0.1, 1e-5, False),
        lambda: _call(_x(4, 3), _x(3), _x(3), _x(3), _x(3).abs(), False, 0.1, 1e-5, False),
    ),
    "det": (lambda: _call(_x(3, 3)),),
    "chain_matmul": (lambda: _call(_x(2, 3), _x(3, 4), _x(4, 2)),),
    "detach": (lambda: _call(_x()),),
    "nuclear_norm": (lambda: _call(_x()), lambda: _call(_x(2, 3, 4), (1, 2))),
    "matrix_power": (lambda: _call(_x(3, 3), 2), lambda: _call(_x(3, 3), 3)),
    "vander": (lambda: _call(_x(4)),),
    "poisson": (lambda: _call(_x().abs()),),
    "binomial": (lambda: _call(_x().abs() + 3, _x().sigmoid()),),
    "mv": (lambda: _call(_x(3, 4), _x(4)),),
    "conv_tbc": (lambda: _call(_x(5, 2, 3), _x(2, 3, 4), _x(4)),),
    "native_dropout": (lambda: _call(_x(), 0.5, True),),
    "as_tensor": (lambda: _call(_x()),),
    "tensor": (lambda: _call([1.0, 2.0]),),
    "asarray": (lambda: _call(_x()),),
    "from_numpy": (lambda: _call(numpy.ones(3)),),
    "svd_lowrank": (lambda: _call(_x(5, 4), 2),),
    "max_pool1d": (lambda: _call(_x(2, 3, 6), 2),),
    "max_pool2d": (lambda: _call(_x(2, 3, 6, 6), 2),),
    "max_pool3d": (lambda: _call(_x(2, 3, 6, 6, 6), 2),),
    "range": (lambda: _call(0, 4),),
    "rand": (lambda: _call(3),),
    "randperm": (lambda: _call(3),),
    "hann_window": (lambda: _call(4),),
    "segment_reduce": (lambda: _call(_x(4), "sum", lengths=torch.tensor([2, 2])),),
    "pdist": (lambda: _call(_x(4, 3)),),
    "prelu": (lambda: _call(_x(), _x(1)),),
    "std": (lambda: _call(_x()),),
    "var": (lambda: _call(_x()),),
}
