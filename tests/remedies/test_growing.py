"""Remedies for what only keeps a graph alive, on findings made by hand: the statement that hands the value over."""

from __future__ import annotations

import pytest

from retrograd.analyze import analyze
from retrograd.findings import Finding, Position, Severity, Site, Span
from retrograd.remedies import offer
from retrograd.source.text import apply
from tests.torch_truth import outcome

PROGRAM = """\
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
kept, running_loss, total = [], 0.0, torch.zeros(())
for part in torch.randn(4, 5, 3):
    out = net(part)
    loss = out.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    {statement}
print(running_loss, len(kept))
"""


def finding(text: str, statement: str) -> Finding:
    line = next(n for n, s in enumerate(text.splitlines(), 1) if s.strip() == statement)
    column = text.splitlines()[line - 1].index(statement)
    site = Site("program.py", Span(Position(line, column), Position(line, column + len(statement))))
    return Finding("growing-graph", "accumulated-loss", Severity.WARNING, "", site)


@pytest.mark.parametrize(
    ("statement", "remedy", "wanted"),
    [
        ("running_loss += loss", "item", "running_loss += loss.item()"),
        ("running_loss = running_loss + loss", "item", "running_loss = running_loss + loss.item()"),
        ("running_loss += loss * 5", "item", "running_loss += (loss * 5).item()"),
        ("running_loss += loss", "detach", "running_loss += loss.detach()"),
        ("kept.append(loss)", "item", "kept.append(loss.item())"),
        ("kept.append((loss, out))", "detach", "kept.append((loss.detach(), out.detach()))"),
        ("kept.append({'loss': loss, 'n': 5})", "detach", "kept.append({'loss': loss.detach(), 'n': 5})"),
        ("kept.append(out[0])", "detach", "kept.append(out[0].detach())"),
    ],
)
def test_kept(statement: str, remedy: str, wanted: str) -> None:
    text = PROGRAM.format(statement=statement)
    fixes = {f.remedy: f for f in offer(analyze(text, "program.py"), finding(text, statement))}
    assert remedy in fixes
    mended = apply(text, fixes[remedy].edits)
    assert mended == PROGRAM.format(statement=wanted)
    assert outcome(mended).rule == "ok"


def test_a_number_is_preferred_for_a_loss() -> None:
    text = PROGRAM.format(statement="running_loss += loss")
    fixes = offer(analyze(text, "program.py"), finding(text, "running_loss += loss"))
    assert [(f.remedy, f.preferred) for f in fixes] == [("item", True), ("detach", False)]


def test_a_tensor_is_detached_first() -> None:
    text = PROGRAM.format(statement="kept.append(out)")
    fixes = offer(analyze(text, "program.py"), finding(text, "kept.append(out)"))
    assert fixes[0].remedy == "detach"
    assert fixes[0].preferred
