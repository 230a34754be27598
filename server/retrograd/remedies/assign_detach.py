"""Assign the result of a detach() that is thrown away."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..findings import Applicability, Edit, Span
from .editing.candidate import Candidate
from .editing.case import Case
from .editing.flow import path_of

NAME = "assign_detach"
RULES = frozenset({"discarded-detach"})


def rank(case: Case) -> int | None:
    """The one remedy of its rule."""
    return 0


def propose(case: Case) -> Iterator[Candidate]:
    """`h.detach()` as `h = h.detach()`, where `h` is a name or an attribute and no loop variable."""
    stmt = case.program.statement_at(case.finding.site)
    if not isinstance(stmt, ast.Expr) or not isinstance(stmt.value, ast.Call):
        return
    func = stmt.value.func
    target = path_of(func.value) if isinstance(func, ast.Attribute) else None
    if target is None or _loops_over(case, stmt, target):
        return
    start = case.program.span(stmt).start
    yield Candidate(
        f"Assign the result: `{target} = {' '.join(case.program.source(stmt).split())}`",
        (Edit(Span(start, start), f"{target} = "),),
        Applicability.UNSAFE,
    )


def _loops_over(case: Case, stmt: ast.stmt, name: str) -> bool:
    """Whether the name is what a loop hands out: assigning it would change nothing that lasts."""
    loops = (x for x in case.program.loops_of(stmt) if isinstance(x, (ast.For, ast.AsyncFor)))
    return any(isinstance(n, ast.Name) and n.id == name for x in loops for n in ast.walk(x.target))
