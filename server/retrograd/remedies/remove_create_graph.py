"""Remove create_graph=True where nothing reads the gradients that it gives a graph."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..findings import Applicability
from .editing.calls import replaced, without_argument
from .editing.candidate import Candidate
from .editing.case import Case
from .editing.flow import path_of

NAME = "remove_create_graph"
RULES = frozenset({"create-graph-leak"})


def rank(case: Case) -> int | None:
    """First where it applies; an optimizer may want the graph (those of second order do), then it does not."""
    for node in case.program.nodes:
        if not isinstance(node, ast.Attribute):
            continue
        if node.attr == "step":
            return None
        if node.attr == "grad" and isinstance(node.ctx, ast.Load) and path_of(node.value) != "torch.autograd":
            return None
    return 0


def propose(case: Case) -> Iterator[Candidate]:
    """The call without the argument."""
    call, program = case.program.call_at(case.finding.run), case.program
    if call is None:
        return
    edit = replaced(program, call, without_argument(program.source(call), "create_graph"))
    if edit is not None:
        yield Candidate(
            f"Remove create_graph=True in line {call.lineno}: nothing goes back through the gradients",
            (edit,),
            Applicability.UNSAFE,
        )
