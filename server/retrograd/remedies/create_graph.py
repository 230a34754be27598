"""Let a derivative have a graph of its own, where a later backward has to go through it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..findings import Applicability
from .editing.calls import replaced, with_argument
from .editing.candidate import Candidate
from .editing.case import Case
from .editing.flow import path_of, slice_of

NAME = "create_graph"
RULES = frozenset({"freed-graph", "no-grad-fn"})


def rank(case: Case) -> int | None:
    """First where what is derived goes into the loss; to keep the graph alone would leave the derivative a constant."""
    return 0 if any(True for _ in _derivatives(case)) else None


def propose(case: Case) -> Iterator[Candidate]:
    """`create_graph=True` for the torch.autograd.grad that the loss is made with."""
    program = case.program
    for call in _derivatives(case):
        edit = replaced(program, call, with_argument(program.source(call), "create_graph", "True"))
        if edit is not None:
            message = (
                f"Add create_graph=True to the grad() in line {call.lineno}: the loss goes back through its result"
            )
            yield Candidate(message, (edit,), Applicability.UNSAFE)


def _derivatives(case: Case) -> Iterator[ast.Call]:
    """Calls of torch.autograd.grad without a graph whose results the call that raises starts at."""
    program = case.program
    if case.finding.rule == "freed-graph":
        run, stmt, freed = case.run, case.run_stmt, case.freed
        if run is None or stmt is None or freed is None or freed.form != "grad" or case.same_call:
            return
        into = [s for root in run.roots for s in slice_of(program, root, stmt)]
        if case.freed_stmt in into and _graphless(freed.call):
            yield freed.call
        return
    built = case.built_stmt
    if built is None:
        return
    for s in (built, *reversed(slice_of(program, built, built))):
        for node in ast.walk(s):
            if isinstance(node, ast.Call) and _graphless(node):
                yield node


def _graphless(call: ast.Call) -> bool:
    path = path_of(call.func) or ""
    return path.endswith("autograd.grad") and not any(k.arg == "create_graph" for k in call.keywords)
