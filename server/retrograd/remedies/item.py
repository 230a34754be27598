"""Keep the number, not the tensor with its graph, of what is only logged or summed up."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..findings import Applicability, Edit, Span
from .editing.candidate import Candidate
from .editing.case import Case
from .editing.cuts import kept_values
from .editing.flow import binds, last_name, path_of
from .editing.program import Program
from .editing.uses import tensor_uses

NAME = "item"
RULES = frozenset({"growing-graph"})


def rank(case: Case) -> int | None:
    """First where a loss is kept, which is one number; out of place where it is not, or is wanted as a tensor later."""
    stmt = case.program.statement_at(case.finding.site)
    if stmt is None or case.program.call_at(case.finding.run) is not None:
        return None
    values = kept_values(case.program, stmt)
    numbers = values and all(_one_number(case.program, stmt, v) for v in values)
    return 0 if numbers and all(_asks_number(use) for use in tensor_uses(case.program, stmt)) else None


def propose(case: Case) -> Iterator[Candidate]:
    """`.item()` on each value that is kept."""
    stmt = case.program.statement_at(case.finding.site)
    values = kept_values(case.program, stmt) if stmt is not None else []
    if stmt is None or not values:
        return
    edits = tuple(e for v in values for e in _number(case.program, v))
    own = set(values)
    asked = [u for u in tensor_uses(case.program, stmt) if _asks_number(u) and not own & set(ast.walk(u))]
    shown = ", ".join(f"`{case.program.source(v)}`" for v in values)
    message = f"Keep the number, not the graph: {shown} with .item() in line {values[0].lineno}"
    if asked:
        message += f"; it is a number already in line {', '.join(str(u.lineno) for u in asked)}"
    yield Candidate(message, (*edits, *(_plain(case.program, u) for u in asked)), Applicability.SAFE)


def _one_number(program: Program, stmt: ast.stmt, value: ast.expr) -> bool:
    """Whether a value is one number: by the reduction that it comes from, else by what it is called."""
    made: ast.expr | None = value
    path = path_of(value)
    if path is not None:
        before = [s for s in program.before(stmt) if isinstance(s, ast.Assign) and path in binds(s)]
        made = before[-1].value if before and [path_of(t) for t in before[-1].targets] == [path] else None
    if isinstance(made, ast.Call) and last_name(made.func) in _REDUCING and not made.args and not made.keywords:
        return True
    if any(isinstance(n, ast.keyword) and n.arg == "reduction" and _none(n.value) for n in program.nodes):
        return False
    if any(isinstance(n, ast.Subscript) for n in ast.walk(value)):
        return False
    words = path.split(".")[-1] if path is not None else program.source(value)
    return any(word in words.lower() for word in _NUMBERS)


_REDUCING = frozenset(["sum", "mean", "norm", "max", "min", "prod", "std", "var", "median"])
_NUMBERS = (
    "loss",
    "acc",
    "err",
    "score",
    "nll",
    "elbo",
    "metric",
    "penalty",
    "mse",
    "kld",
    "norm",
    "cost",
    "objective",
)


def _none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == "none"


def _asks_number(use: ast.expr) -> bool:
    return isinstance(use, ast.Call) and last_name(use.func) == "item" and not use.args


def _plain(program: Program, use: ast.expr) -> Edit:
    """The edit that leaves out the `.item()` of a call."""
    assert isinstance(use, ast.Call)
    assert isinstance(use.func, ast.Attribute)
    return Edit(Span(program.span(use.func.value).end, program.span(use).end), "")


def _number(program: Program, value: ast.expr) -> tuple[Edit, ...]:
    span = program.span(value)
    if isinstance(value, (ast.Name, ast.Attribute, ast.Call, ast.Subscript)):
        return (Edit(Span(span.end, span.end), ".item()"),)
    return (Edit(Span(span.start, span.start), "("), Edit(Span(span.end, span.end), ").item()"))
