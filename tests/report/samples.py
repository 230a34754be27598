"""Reports made by hand, with everything in them that a format may trip over."""

from __future__ import annotations

import os

from retrograd.findings import Applicability, Edit, Finding, Fix, Position, Problem, Related, Severity, Site, Span
from retrograd.report.outcome import Found, Outcome, Report
from retrograd.source.notebooks import Joined

TRAIN = """\
import torch

def train(model, data):
\tfor x in data:
\t\t"😀"; loss = model(x).sum()  # 日本 & <b>
\t\tloss.backward()
\tloss.backward()
"""
NET = "def forward(x):\n    return x * x\n"


def span(line: int, column: int, end: int, end_line: int | None = None) -> Span:
    return Span(Position(line, column), Position(end_line or line, end))


def report() -> Report:
    """A file with two findings and a broken part, one with a finding in another file, and a notebook."""
    return Report((_train(), _nets(), _notebook()), 12, _read)


def empty() -> Report:
    """A report without findings."""
    return Report((), 3, _read)


def _read(path: str) -> str | None:
    return NET if os.path.basename(path) == "net.py" else None


def _train() -> Outcome:
    path = os.path.abspath("src/train.py")
    freed = Finding(
        "freed-graph",
        "double-call",
        Severity.ERROR,
        "`loss.backward()` goes through a graph that is gone: 100% sure, see a::b, c",
        Site(path, span(7, 1, 16)),
        related=(
            Related(Site(path, span(5, 7, 28)), "built here"),
            Related(Site(path, span(6, 2, 17)), "freed here"),
        ),
        assumptions=("`model` is a network",),
    )
    fixes = (
        Fix("delete_call", "Delete the call in line 7", (Edit(span(7, 0, 0, 8), ""),), True, Applicability.UNSAFE),
        Fix("retain_graph", "Keep the graph", (Edit(span(6, 16, 16), "retain_graph=True"),)),
    )
    leak = Finding("create-graph-leak", "", Severity.INFORMATION, "a cycle\x1b[31m", Site(path, span(3, 0, 16, 7)))
    problem = Problem(Site(None, span(9, 0, 1)), "syntax error: invalid syntax")
    return Outcome("src/train.py", path, TRAIN, (Found(leak), Found(freed, fixes)), (problem,))


def _nets() -> Outcome:
    path, net = os.path.abspath("src/nets.py"), os.path.abspath("lib/net.py")
    finding = Finding(
        "growing-graph",
        "accumulated-loss",
        Severity.WARNING,
        "the graph grows",
        Site(path, span(1, 0, 5)),
        related=(
            Related(Site(net, span(2, 11, 16)), "built here"),
            Related(Site("/absent/x.py", span(1, 0, 1)), "there"),
        ),
    )
    return Outcome("src/nets.py", path, "total += f(x) * " + "y" * 300 + "\n", (Found(finding),))


def _notebook() -> Outcome:
    path = os.path.abspath("a b.ipynb")
    joined = Joined(("%pip install torch\nb = a * 2", "b.backward()\nb.backward()"))
    finding = Finding(
        "freed-graph",
        "notebook-rerun",
        Severity.HINT,
        "running the cell again raises",
        Site(path, span(4, 0, 12)),
        related=(Related(Site(path, span(2, 0, 9)), "built here"),),
    )
    fix = Fix("rebuild", "Build it anew", (Edit(span(3, 0, 0), "b = a * 2\n"),), True, Applicability.SAFE)
    return Outcome("a b.ipynb", path, joined.text, (Found(finding, (fix,)),), (), joined)
