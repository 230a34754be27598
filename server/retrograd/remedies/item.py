"""Keep the number, not the tensor with its graph, of what is only logged or summed up."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..findings import Applicability, Edit, Span
from .editing.candidate import Candidate
from .editing.case import Case
from .editing.cuts import kept_values
from .editing.flow import last_name
from .editing.program import Program

NAME = "item"
RULES = frozenset({"growing-graph"})


def rank(case: Case) -> int | None:
    """First where a loss is kept, which is one number."""
    stmt = case.program.statement_at(case.finding.site)
    if stmt is None or case.program.call_at(case.finding.run) is not None:
        return None
    values = kept_values(case.program, stmt)
    return 0 if values and all(_one_number(case.program, v) for v in values) else 5


def propose(case: Case) -> Iterator[Candidate]:
    """`.item()` on each value that is kept."""
    stmt = case.program.statement_at(case.finding.site)
    values = kept_values(case.program, stmt) if stmt is not None else []
    if stmt is None or not values:
        return
    edits = tuple(e for v in values for e in _number(case.program, v))
    shown = ", ".join(f"`{case.program.source(v)}`" for v in values)
    yield Candidate(
        f"Keep the number, not the graph: {shown} with .item() in line {values[0].lineno}", edits, Applicability.SAFE
    )


def _one_number(program: Program, value: ast.expr) -> bool:
    name = last_name(value) if isinstance(value, (ast.Name, ast.Attribute)) else program.source(value)
    return any(word in (name or "").lower() for word in ("loss", "acc", "err", "score", "nll", "elbo", "metric"))


def _number(program: Program, value: ast.expr) -> tuple[Edit, ...]:
    span = program.span(value)
    if isinstance(value, (ast.Name, ast.Attribute, ast.Call, ast.Subscript)):
        return (Edit(Span(span.end, span.end), ".item()"),)
    return (Edit(Span(span.start, span.start), "("), Edit(Span(span.end, span.end), ").item()"))
