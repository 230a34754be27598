"""The table of operations against torch itself: what it says is kept is what a second backward misses."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
import torch
import torch.nn.functional as F

from retrograd.autograd import table
from retrograd.autograd.generate import second
from retrograd.autograd.generate.__main__ import SECOND, TABLE, build, text
from retrograd.autograd.table import UNKNOWN, Kept

torch.set_num_threads(1)

# What to measure anew when the torch at hand is not the one of the table: every torch has these, and keeps the same.
COMMON = sorted(
    {
        *("add", "sub", "mul", "div", "neg", "pow", "sqrt", "exp", "log", "abs", "clamp", "sum", "mean", "prod", "std"),
        *("var", "max", "min", "argmax", "cumsum", "matmul", "mm", "bmm", "addmm", "cat", "stack", "split", "chunk"),
        *("where", "gather", "index_select", "masked_fill", "reshape", "transpose", "squeeze", "flatten", "softmax"),
        *("relu", "sigmoid", "tanh", "getitem", "setitem", "clone", "detach", "norm", "linalg.norm", "lstm", "gru"),
        *("Tensor.view", "Tensor.to", "Tensor.float", "Tensor.expand", "Tensor.contiguous", "lstm_cell", "gru_cell"),
        *(
            "nn.functional." + name
            for name in (
                *("linear", "conv2d", "embedding", "dropout", "relu", "gelu", "softmax", "cross_entropy", "mse_loss"),
                *("batch_norm", "layer_norm", "max_pool2d", "adaptive_avg_pool2d", "interpolate", "pad"),
            )
        ),
    }
)


def test_the_committed_table_is_what_torch_does() -> None:
    committed = TABLE.read_text(encoding="utf-8")
    if torch.__version__.split("+")[0] == table.torch_version():
        from retrograd.autograd.generate import samples

        assert text(build(samples.names())) == committed
        return
    entries = json.loads(committed)["ops"]
    stale = {name for name, entry in build(COMMON).items() if entry["saves"] != entries[name]["saves"]}
    assert not stale


# --- Calls written as users write them. Letters: a tensor per letter of the pattern that is T, t, L or l.


def _x(*shape: int) -> torch.Tensor:
    return torch.rand(*(shape or (3, 4))) + 0.5


MASK = torch.tensor([True, False, True])
INDEX = torch.tensor([0, 2])
IMAGE = (2, 3, 6, 6)

Use = Callable[..., Any]
Case = tuple[str, str, dict[str, object], Use, tuple[tuple[int, ...], ...]]

CALLS: list[Case] = [
    ("mul", "TT", {}, lambda a, b: a * b, ((3,), (3,))),
    ("mul", "Tt", {}, lambda a, b: a * b, ((3,), (3,))),
    ("mul", "tT", {}, lambda a, b: a * b, ((3,), (3,))),
    ("mul", "Tn", {}, lambda a: a * 2, ((3,),)),
    ("add", "TT", {}, lambda a, b: a + b, ((3,), (3,))),
    ("add", "Tn", {}, lambda a: a + 1, ((3,),)),
    ("sub", "TT", {}, lambda a, b: a - b, ((3,), (3,))),
    ("rsub", "Tn", {}, lambda a: 1 - a, ((3,),)),
    ("neg", "T", {}, lambda a: -a, ((3,),)),
    ("div", "Tn", {}, lambda a: a / 4, ((3,),)),
    ("div", "TT", {}, lambda a, b: a / b, ((3,), (3,))),
    ("div", "tT", {}, lambda a, b: a / b, ((3,), (3,))),
    ("Tensor.__rtruediv__", "Tn", {}, lambda a: 1 / a, ((3,),)),
    ("pow", "Tn", {}, lambda a: a**2, ((3,),)),
    ("pow", "nT", {}, lambda a: torch.pow(2.0, a), ((3,),)),
    ("matmul", "TT", {}, lambda a, b: a @ b, ((3, 4), (4, 2))),
    ("matmul", "Tt", {}, lambda a, b: a @ b, ((3, 4), (4, 2))),
    ("matmul", "tT", {}, lambda a, b: a @ b, ((3, 4), (4, 2))),
    ("bmm", "TT", {}, torch.bmm, ((2, 3, 4), (2, 4, 2))),
    ("exp", "T", {}, torch.exp, ((3,),)),
    ("log", "T", {}, torch.log, ((3,),)),
    ("sqrt", "T", {}, torch.sqrt, ((3,),)),
    ("abs", "T", {}, abs, ((3,),)),
    ("tanh", "T", {}, torch.tanh, ((3,),)),
    ("sigmoid", "T", {}, torch.sigmoid, ((3,),)),
    ("relu", "T", {}, torch.relu, ((3,),)),
    ("clamp", "Tnn", {}, lambda a: a.clamp(0, 1), ((3,),)),
    ("sum", "T", {}, torch.sum, ((3,),)),
    ("mean", "T", {}, torch.mean, ((3,),)),
    ("mean", "T", {"dim": 0}, lambda a: a.mean(0), ((3, 4),)),
    ("prod", "T", {}, torch.prod, ((3,),)),
    ("std", "T", {}, torch.std, ((3,),)),
    ("var", "T", {}, torch.var, ((3,),)),
    ("max", "T", {}, torch.max, ((3, 4),)),
    ("max", "Tn", {}, lambda a: a.max(1)[0], ((3, 4),)),
    ("max", "TT", {}, torch.max, ((3,), (3,))),
    ("norm", "T", {}, torch.norm, ((3,),)),
    ("linalg.norm", "T", {}, torch.linalg.norm, ((3,),)),
    ("logsumexp", "T", {"dim": 0}, lambda a: a.logsumexp(0), ((3, 4),)),
    ("cumsum", "T", {"dim": 0}, lambda a: a.cumsum(0), ((3, 4),)),
    ("cat", "L", {}, lambda a: torch.cat([a, a]), ((3,),)),
    ("stack", "L", {}, lambda a: torch.stack([a, a]), ((3,),)),
    ("chunk", "T", {"chunks": 2}, lambda a: a.chunk(2)[0], ((4,),)),
    ("unbind", "T", {}, lambda a: a.unbind()[1], ((4,),)),
    ("Tensor.view", "T", {}, lambda a: a.view(-1), ((3, 4),)),
    ("reshape", "T", {}, lambda a: a.reshape(4, 3), ((3, 4),)),
    ("transpose", "T", {}, lambda a: a.transpose(0, 1), ((3, 4),)),
    ("Tensor.expand", "T", {}, lambda a: a.expand(3, 4), ((1, 4),)),
    ("Tensor.repeat", "T", {}, lambda a: a.repeat(2), ((4,),)),
    ("Tensor.double", "T", {}, lambda a: a.double(), ((4,),)),
    ("clone", "T", {}, torch.clone, ((4,),)),
    ("flip", "T", {}, lambda a: a.flip(0), ((4,),)),
    ("tril", "T", {}, torch.tril, ((4, 4),)),
    ("getitem", "Tn", {}, lambda a: a[0], ((3, 4),)),
    ("getitem", "Tn", {}, lambda a: a[:, 1:, None], ((3, 4),)),
    ("getitem", "Tw", {}, lambda a: a[...], ((3, 4),)),
    ("getitem", "Tt", {}, lambda a: a[INDEX], ((3, 4),)),
    ("getitem", "Tt", {}, lambda a: a[MASK], ((3, 4),)),
    ("getitem", "Tl", {}, lambda a: a[:, INDEX], ((3, 4),)),
    ("getitem", "Ta", {}, lambda a: a[[0, 2]], ((3, 4),)),
    ("where", "tTn", {}, lambda a: torch.where(MASK, a, 0.0), ((3,),)),
    ("masked_fill", "Ttn", {}, lambda a: a.masked_fill(MASK, 0.0), ((3,),)),
    ("gather", "Tt", {"dim": 0}, lambda a: a.gather(0, INDEX), ((3,),)),
    ("index_select", "Tt", {"dim": 0}, lambda a: a.index_select(0, INDEX), ((3,),)),
    ("topk", "T", {"k": 2}, lambda a: a.topk(2)[0], ((3,),)),
    ("lerp", "TTn", {}, lambda a, b: a.lerp(b, 0.9), ((3,), (3,))),
    ("einsum", "L", {}, lambda a, b: torch.einsum("ij,jk->ik", a, b), ((3, 4), (4, 2))),
    ("nn.functional.linear", "ttT", {}, F.linear, ((2, 3), (4, 3), (4,))),
    ("nn.functional.linear", "tTT", {}, F.linear, ((2, 3), (4, 3), (4,))),
    ("nn.functional.linear", "Ttt", {}, F.linear, ((2, 3), (4, 3), (4,))),
    (
        "nn.functional.conv2d",
        "tTT",
        {"padding": 1},
        lambda x, w, b: F.conv2d(x, w, b, padding=1),
        (IMAGE, (4, 3, 3, 3), (4,)),
    ),
    ("nn.functional.embedding", "tT", {}, lambda w: F.embedding(INDEX, w), ((5, 4),)),
    ("nn.functional.layer_norm", "TTT", {}, lambda x, w, b: F.layer_norm(x, (4,), w, b), ((3, 4), (4,), (4,))),
    ("nn.functional.dropout", "T", {}, F.dropout, ((9,),)),
    ("nn.functional.dropout", "T", {"p": 0.0}, lambda a: F.dropout(a, 0.0) + 0, ((9,),)),
    ("nn.functional.dropout", "T", {"training": False}, lambda a: F.dropout(a, training=False) + 0, ((9,),)),
    ("nn.functional.gelu", "T", {}, F.gelu, ((9,),)),
    ("nn.functional.softmax", "T", {}, lambda a: F.softmax(a, 0), ((9,),)),
    ("nn.functional.cross_entropy", "Tt", {}, lambda a: F.cross_entropy(a, INDEX), ((2, 3),)),
    ("nn.functional.mse_loss", "Tt", {}, F.mse_loss, ((3,), (3,))),
    ("nn.functional.l1_loss", "Tt", {}, F.l1_loss, ((3,), (3,))),
    ("nn.functional.interpolate", "T", {}, lambda a: F.interpolate(a, scale_factor=2), (IMAGE,)),
    ("nn.functional.interpolate", "T", {"mode": "area"}, lambda a: F.interpolate(a, 3, mode="area"), (IMAGE,)),
    ("nn.functional.pad", "T", {}, lambda a: F.pad(a, (1, 1)), ((3, 4),)),
    ("nn.functional.pad", "T", {"mode": "reflect"}, lambda a: F.pad(a, (1, 1), mode="reflect"), ((3, 4),)),
    ("nn.functional.pixel_shuffle", "T", {}, lambda a: F.pixel_shuffle(a, 2), ((1, 4, 3, 3),)),
    ("nn.functional.adaptive_avg_pool2d", "T", {"output_size": 1}, lambda a: F.adaptive_avg_pool2d(a, 1), (IMAGE,)),
    ("nn.functional.adaptive_avg_pool2d", "T", {"output_size": 2}, lambda a: F.adaptive_avg_pool2d(a, 2), (IMAGE,)),
    ("nn.functional.max_pool2d", "T", {}, lambda a: F.max_pool2d(a, 2), (IMAGE,)),
    ("nn.functional.avg_pool2d", "T", {}, lambda a: F.avg_pool2d(a, 2), (IMAGE,)),
    ("nn.functional.normalize", "T", {}, F.normalize, ((3, 4),)),
    ("nn.functional.scaled_dot_product_attention", "TTT", {}, F.scaled_dot_product_attention, ((2, 3, 4),) * 3),
]


def _operands(case: Case) -> list[torch.Tensor]:
    """The tensors of a call, those requiring grad as the pattern says (data given in the call itself come last)."""
    _, pattern, _, _, shapes = case
    torch.manual_seed(0)
    letters = [c for c in pattern if c in "TtL"]
    if pattern in ("tT", "tTn") and len(shapes) == 1:
        letters = ["T"]
    letters += ["T"] * (len(shapes) - len(letters))
    return [_x(*shape).requires_grad_(c in "TL") for shape, c in zip(shapes, letters, strict=False)]


def _raises_twice(case: Case) -> bool:
    operands = _operands(case)
    output = case[3](*operands)
    output.sum().backward()
    return _fails(output, "second time")


def _name(case: Case) -> str:
    return "-".join([case[0], case[1], *map(str, case[2].values())])


@pytest.mark.parametrize("case", CALLS, ids=_name)
def test_second_backward_raises_exactly_when_something_is_kept(case: Case) -> None:
    name, pattern, arguments, _, _ = case
    operation = table.operation(name)
    assert operation is not None
    kept = operation.kept(pattern, arguments)
    assert kept.keeps is _raises_twice(case)
    assert bool(kept.items) is kept.keeps


@pytest.mark.parametrize(
    ("name", "use", "inplace"),
    [
        ("mul", lambda x: x.mul_(2.0), True),
        ("add", lambda x: x.add_(2.0), True),
        ("relu", lambda x: x.relu_(), True),
        ("clamp", lambda x: x.clamp_(0.0), True),
        ("Tensor.zero_", lambda x: x.zero_(), False),
        ("Tensor.fill_", lambda x: x.fill_(1.0), False),
        ("Tensor.copy_", lambda x: x.copy_(torch.ones(3, 4)), False),
    ],
)
def test_in_place_forms_keep_what_they_say(name: str, use: Use, inplace: bool) -> None:
    operation = table.operation(name)
    assert operation is not None
    pattern = "T" if len(operation.tensors) == 1 else "Tt" if name == "Tensor.copy_" else "Tn"
    kept = operation.kept(pattern, {}, inplace)
    leaf = _x().requires_grad_()
    output = use(leaf.clone())
    output.sum().backward()
    if kept.keeps:
        with pytest.raises(RuntimeError, match="second time"):
            output.sum().backward()
    else:
        output.sum().backward()


@pytest.mark.parametrize(
    ("pattern", "index"),
    [
        ("Tnn", 0),
        ("Tnn", slice(0, 2)),
        ("Twn", ...),
        ("Twn", slice(None)),
        ("Ttn", INDEX),
        ("Ttn", MASK),
        ("Tan", [0, 2]),
    ],
)
def test_assigning_to_a_part_keeps_unless_it_is_the_whole(pattern: str, index: Any) -> None:
    operation = table.operation("setitem")
    assert operation is not None
    output = _x().requires_grad_().clone()
    output[index] = 0.5
    output.sum().backward()
    if operation.kept(pattern, {}).keeps:
        with pytest.raises(RuntimeError, match="second time"):
            output.sum().backward()
    else:
        output.sum().backward()


def _named(case: Case) -> list[str]:
    """The parameters of the operands, in order; none where an operand is data of the call or a view goes out."""
    operation = table.operation(case[0])
    assert operation is not None
    if not operation.kept(case[1], case[2]).sure or operation.view is not False:
        return []
    slots = [operation.params[i] for i in operation.tensors]
    named = [slot for slot, letter in zip(slots, case[1], strict=False) if letter in "Tt"]
    return named if len(named) == len(case[4]) else []


@pytest.mark.parametrize("case", filter(_named, CALLS), ids=_name)
def test_changing_an_operand_is_seen_exactly_where_it_is_kept(case: Case) -> None:
    name, pattern, arguments, use, _ = case
    operation = table.operation(name)
    assert operation is not None
    items = operation.kept(pattern, arguments).items
    for position, parameter in enumerate(_named(case)):
        operands = _operands(case)
        output = use(*operands)
        with torch.no_grad():
            operands[position].add_(0)
        assert _modified(output) is (parameter in items)


@pytest.mark.parametrize("name", ["exp", "sigmoid", "tanh", "relu", "sqrt", "log", "abs", "sum"])
def test_changing_a_result_is_seen_where_it_is_kept(name: str) -> None:
    operation = table.operation(name)
    assert operation is not None
    output = getattr(torch, name)(_x().requires_grad_())
    whole = output.sum()
    output.detach().add_(0)
    assert _modified(whole) is ("result" in operation.kept("T", {}).items)


def _modified(output: torch.Tensor) -> bool:
    return _fails(output, "modified by an inplace operation")


def _fails(output: torch.Tensor, words: str) -> bool:
    """Whether a backward raises, which it may only with these words."""
    try:
        output.sum().backward()
    except RuntimeError as error:
        if words not in str(error):
            raise
        return True
    return False


# --- What the analysis relies on by name.


def _items(name: str, pattern: str, **arguments: object) -> tuple[str, ...]:
    operation = table.operation(name)
    assert operation is not None
    return operation.kept(pattern, arguments).items


def test_linear_keeps_what_the_gradients_of_those_that_require_them_need() -> None:
    assert _items("nn.functional.linear", "tTT") == ("input",)
    assert _items("nn.functional.linear", "Ttt") == ("weight",)
    assert _items("nn.functional.linear", "TTT") == ("input", "weight")
    assert _items("nn.functional.linear", "ttT") == ()
    assert _items("nn.functional.linear", "TT") == ("input", "weight")


def test_a_number_is_kept_but_has_no_name() -> None:
    assert _items("mul", "Tn") == ("*",)
    assert _items("div", "Tn") == ("*",)
    assert _items("add", "Tn") == ()


def test_embedding_keeps_its_indices_and_not_its_weight() -> None:
    assert _items("nn.functional.embedding", "tT") == ("input",)


def test_recurrent_operations_return_and_keep_what_they_do() -> None:
    lstm = table.operation("lstm")
    assert lstm is not None
    assert lstm.returns("TLL", {}) == table.Returns(3, (True, True, True), False)
    assert "params" in lstm.kept("tlL", {}).items
    cell = table.operation("gru_cell")
    assert cell is not None
    assert "w_hh" in cell.kept("tTtttt", {}).items
    assert "w_hh" not in cell.kept("ttTTTT", {}).items


def test_a_decider_that_is_absent_has_its_default_and_one_unknown_leaves_it_open() -> None:
    dropout = table.functional("dropout")
    assert dropout is not None
    assert dropout.kept("T", {}) == Kept(("*",), True, True, ("*",))
    assert dropout.kept("T", {"training": False}) == Kept((), True, False)
    assert dropout.kept("T", {"p": 0.0}) == dropout.kept("T", {"p": 0})
    assert dropout.kept("T", {"training": UNKNOWN}) == Kept(("*",), False, None)


def test_a_pattern_without_gradient_keeps_nothing() -> None:
    assert _items("mul", "tt") == ()
    assert _items("mul", "nt") == ()


def test_a_pattern_nobody_measured_is_answered_by_its_parts_or_not_surely() -> None:
    mul = table.operation("mul")
    assert mul is not None
    made = table.from_entry("f", {"params": ["a", "b", "c"], "tensors": [0, 1, 2], "saves": {"Ttt": ["b", "c"]}})
    assert made.kept("Tn", {}) == Kept(("*",), True, True, ("*",))
    assert made.kept("Ttt", {}).items == ("b", "c")
    assert made.kept("tTt", {}) == Kept(("*",), False, None)
    assert made.kept("TTt", {}).sure is False
    assert mul.kept("TT", {}).items == ("input", "other")


def test_max_returns_two_with_a_dim_and_one_without() -> None:
    operation = table.operation("max")
    assert operation is not None
    assert operation.returns("T", {}).outputs == 1
    assert operation.returns("TT", {}).outputs == 1
    assert operation.returns("Tn", {}) == table.Returns(2, (True, False), False)
    pool = table.functional("max_pool2d")
    assert pool is not None
    assert pool.returns("T", {}).outputs == 1
    assert pool.returns("T", {"return_indices": True}).outputs == 2


def test_what_shares_its_input() -> None:
    def facts(name: str) -> tuple[bool | None, bool | None]:
        operation = table.operation(name)
        assert operation is not None
        return operation.view, operation.same

    assert facts("Tensor.view") == (True, False)
    assert facts("transpose") == (True, False)
    assert facts("detach")[0] is True
    assert facts("reshape") == (None, False)
    assert facts("Tensor.float") == (None, None)
    assert facts("Tensor.cpu") == (None, None)
    assert facts("clone") == (False, False)
    assert facts("mul") == (False, False)


def test_what_can_require_grad() -> None:
    for name in ("eq", "argmax", "zeros_like", "detach", "rand_like"):
        operation = table.operation(name)
        assert operation is not None
        assert not any(operation.differentiable), name
    for name in ("mul", "sign", "round", "Tensor.view"):
        operation = table.operation(name)
        assert operation is not None
        assert all(operation.differentiable), name


def test_methods_are_found_by_their_twins() -> None:
    names = {m: table.method(m) for m in ("mul", "__add__", "view", "where", "__rtruediv__", "cuda", "mm")}
    assert {m: operation.name if operation else None for m, operation in names.items()} == {
        "mul": "mul",
        "__add__": "add",
        "view": "Tensor.view",
        "where": "Tensor.where",
        "__rtruediv__": "Tensor.__rtruediv__",
        "cuda": "Tensor.cpu",
        "mm": "mm",
    }
    assert table.method("zeros_like") is None
    assert table.method("mul_") is None
    assert table.method("nothing") is None


def test_in_place_forms_are_found_by_the_name_without_underscore() -> None:
    mul, zero = table.in_place("mul"), table.in_place("zero")
    assert mul is not None
    assert mul.name == "mul"
    assert zero is not None
    assert zero.name == "Tensor.zero_"
    assert table.in_place("matmul") is None


def test_every_entry_reads() -> None:
    for name in table.names():
        operation = table.operation(name)
        assert operation is not None
        assert all(0 <= i < len(operation.params) for i in operation.tensors), name
        for pattern in operation.saves:
            assert len(pattern) <= len(operation.tensors), name
            kept = operation.kept(pattern, {})
            assert kept.keeps is not False or not kept.items, name
            assert set(kept.certain) <= set(kept.items), name


def test_the_table_is_small_and_needs_no_torch() -> None:
    assert TABLE.stat().st_size < 250_000
    program = (
        "import sys; from retrograd.autograd import table; table.operation('mul'); sys.exit('torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.parametrize("name", ["mul", "relu", "matmul", "pow", "nn.functional.mse_loss", "getitem", "cat"])
def test_gradients_of_gradients_are_measured(name: str) -> None:
    made = text(build([name], second.entry)).splitlines()
    committed = {line.rstrip(",") for line in SECOND.read_text(encoding="utf-8").splitlines()}
    assert [line for line in made if line.startswith('"') and line.rstrip(",") not in committed] == []
