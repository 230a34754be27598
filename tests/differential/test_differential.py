"""Torch and the engine on random programs; Hypothesis makes them, so that a disagreement comes out small."""

from __future__ import annotations

import pytest
import torch
from hypothesis import HealthCheck, Phase, given, reject, settings
from hypothesis import strategies as st

from . import truth
from .judge import judge
from .programs import write

MANY = settings(
    max_examples=500,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)


def _agree(data: st.DataObject, open_: bool) -> None:
    source = write(lambda n: data.draw(st.integers(0, n - 1)), open_)
    try:
        verdict = judge(source, open_)
    except truth.Unfit:
        reject()
    assert verdict.agree, f"{source}\ntorch: {sorted(verdict.torch)}\nengine: {sorted(verdict.engine)}"


@pytest.fixture(autouse=True)
def one_thread() -> None:
    """Tensors of three elements gain nothing by threads."""
    torch.set_num_threads(1)


@MANY
@given(st.data())
def test_closed_programs(data: st.DataObject) -> None:
    """Everything is known: the line that raises is reported, and nothing else."""
    _agree(data, open_=False)


@MANY
@given(st.data())
def test_open_programs(data: st.DataObject) -> None:
    """Arguments come from outside: the lines that raise for some of them are reported, and nothing else."""
    _agree(data, open_=True)


@pytest.mark.parametrize("seed", range(3))
def test_the_same_choices_make_the_same_program(seed: int) -> None:
    """A program can be found again by its seed."""
    import random

    assert write(random.Random(seed).randrange, True) == write(random.Random(seed).randrange, True)


def test_a_wrong_verdict_is_noticed() -> None:
    """The judge is not blind: torch and the engine are really asked, and lines are compared."""
    source = "import torch\nw = torch.ones(3, requires_grad=True)\nx = w * 2\nx.sum().backward()\nx.sum().backward()\n"
    verdict = judge(source, False)
    assert verdict.torch == verdict.engine == {(5, "freed-graph")}
