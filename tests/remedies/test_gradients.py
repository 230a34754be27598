"""Remedies that promise it leave the leaves with the very gradients that the intended program gives them."""

from __future__ import annotations

import textwrap
from typing import Any

import pytest

from retrograd.analyze import analyze
from retrograd.findings import Applicability
from retrograd.remedies import offer
from retrograd.source.text import apply
from tests.torch_truth import outcome

HEAD = "import torch\n\na = torch.tensor([0.5, -1.5, 2.0], requires_grad=True)\n"
TAIL = "gradients = a.grad.tolist()\n"

TWICE = """
b = a.exp() * a
b.sum().backward()
b.pow(2).sum().backward()
"""
TWICE_MEANT = """
(a.exp() * a).sum().backward()
(a.exp() * a).pow(2).sum().backward()
"""
WEIGHTED = """
h = torch.tanh(a)
loss_1 = h.sum()
loss_2 = (h * h).mean()
loss_1.backward(gradient=torch.tensor(2.0))
(0.5 * loss_2).backward()
"""
WEIGHTED_MEANT = """
(2.0 * torch.tanh(a).sum() + 0.5 * (torch.tanh(a) ** 2).mean()).backward()
"""
HEADS = """
h = torch.sigmoid(a)
losses = {"one": h.sum(), "two": h.pow(3).sum(), "three": (h * 2).exp().sum()}
for name, loss in losses.items():
    loss.backward()
"""
HEADS_MEANT = """
for f in (lambda h: h.sum(), lambda h: h.pow(3).sum(), lambda h: (h * 2).exp().sum()):
    f(torch.sigmoid(a)).backward()
"""
COMPUTED = """
h = a.exp()
for scale in (1.0, 2.0, 3.0):
    loss = (h * h * scale).sum()
    loss.backward()
"""
COMPUTED_MEANT = """
for scale in (1.0, 2.0, 3.0):
    h = a.exp()
    (h * h * scale).sum().backward()
"""
ROWS = """
y = a.exp() * a
for i in range(3):
    y[i].backward()
"""
ROWS_MEANT = """
for i in range(3):
    (a.exp() * a)[i].backward()
"""
ACCUMULATED = """
total = 0
for scale in (1.0, 2.0):
    total = total + (a * scale).pow(2).sum()
    total.backward()
"""
ACCUMULATED_MEANT = """
for upto in (1, 2):
    sum((a * scale).pow(2).sum() for scale in (1.0, 2.0)[:upto]).backward()
"""
GRADIENTS = """
y = a.pow(3).sum()
(one,) = torch.autograd.grad(y, a)
(two,) = torch.autograd.grad(y, a)
a.grad = one + two
"""
GRADIENTS_MEANT = """
a.grad = 6 * a.detach() ** 2
"""


@pytest.mark.parametrize(
    ("remedy", "faulty", "meant"),
    [
        ("retain_graph", TWICE, TWICE_MEANT),
        ("sum_losses", TWICE, TWICE_MEANT),
        ("recompute_forward", TWICE, TWICE_MEANT),
        ("retain_graph", WEIGHTED, WEIGHTED_MEANT),
        ("recompute_forward", WEIGHTED, WEIGHTED_MEANT),
        ("retain_graph", HEADS, HEADS_MEANT),
        ("sum_losses", HEADS, HEADS_MEANT),
        ("retain_graph", COMPUTED, COMPUTED_MEANT),
        ("sum_losses", COMPUTED, COMPUTED_MEANT),
        ("move_forward_inside_loop", COMPUTED, COMPUTED_MEANT),
        ("retain_graph", ROWS, ROWS_MEANT),
        ("sum_losses", ROWS, ROWS_MEANT),
        ("move_forward_inside_loop", ROWS, ROWS_MEANT),
        ("retain_graph", ACCUMULATED, ACCUMULATED_MEANT),
        ("retain_graph", GRADIENTS, GRADIENTS_MEANT),
        ("recompute_forward", GRADIENTS, GRADIENTS_MEANT),
    ],
)
def test_gradients_are_those_that_are_meant(remedy: str, faulty: str, meant: str) -> None:
    text = HEAD + faulty + TAIL
    assert outcome(text).rule == "freed-graph"
    analysis = analyze(text)
    (finding,) = [f for f in analysis.findings if f.rule == "freed-graph"]
    offered = {fix.remedy: fix for fix in offer(analysis, finding)}
    assert remedy in offered, f"offered are {list(offered)}"
    mended = apply(text, offered[remedy].edits)
    assert gradients(mended) == pytest.approx(gradients(HEAD + meant + TAIL)), mended


@pytest.mark.parametrize("faulty", [TWICE, WEIGHTED, HEADS, COMPUTED, ROWS, ACCUMULATED, GRADIENTS])
def test_what_is_called_safe_keeps_them(faulty: str) -> None:
    """Whatever is offered as safe gives the same gradients as whatever else is."""
    text = HEAD + faulty + TAIL
    analysis = analyze(text)
    safe = [f for f in offer(analysis, analysis.findings[0]) if f.applicability is Applicability.SAFE]
    assert safe
    first, *others = [gradients(apply(text, fix.edits)) for fix in safe]
    for other in others:
        assert other == pytest.approx(first)


def gradients(program: str) -> list[float]:
    """What the program leaves in `gradients`."""
    names: dict[str, Any] = {}
    exec(compile(textwrap.dedent(program), "<program>", "exec"), names)
    found: list[float] = names["gradients"]
    return found
