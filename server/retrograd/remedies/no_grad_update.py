"""Keep out of the graph what no gradient is wanted for: an update of a leaf, a target that is computed once."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..findings import Applicability, Edit
from .editing import layout
from .editing.candidate import Candidate
from .editing.case import Case
from .editing.flow import path_of, reads, targets
from .editing.program import Program, walk_statements
from .editing.rebuild import quoted

NAME = "no_grad_update"
RULES = frozenset({"freed-graph", "no-grad-fn", "leaf-rebound"})
_OPERATORS = {ast.Add: "+=", ast.Sub: "-="}


def rank(case: Case) -> int | None:
    """First for a leaf that is replaced; behind detach for a value that is built once."""
    if case.finding.rule in ("no-grad-fn", "leaf-rebound"):
        return 0
    return 3 if case.finding.cause in ("loop-invariant-graph", "buffer-or-list-of-graphs") else None


def propose(case: Case) -> Iterator[Candidate]:
    """`w -= lr * w.grad` under torch.no_grad(); the statement that builds an untrained value under torch.no_grad()."""
    if case.finding.rule == "freed-graph":
        yield from _built_without(case)
        return
    for stmt in walk_statements(_reach(case)):
        if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1:
            yield from _in_place(case, stmt)


def _reach(case: Case) -> list[ast.stmt]:
    return case.program.tree.body if case.run_stmt is None else case.program.scope(case.run_stmt)


def _in_place(case: Case, stmt: ast.Assign) -> Iterator[Candidate]:
    """`w = w - step` as `w -= step`, under torch.no_grad()."""
    program, value = case.program, stmt.value
    name = path_of(stmt.targets[0])
    if name is None or not isinstance(value, ast.BinOp) or type(value.op) not in _OPERATORS:
        return
    if path_of(value.left) != name or f"{name}.grad" not in reads(value.right):
        return
    changed = f"{name} {_OPERATORS[type(value.op)]} {program.source(value.right)}"
    guarded = any(isinstance(a, ast.With) and _no_grad(a) for a in program.ancestors(stmt))
    words = f"Update `{name}` in place, so that it stays the leaf: `{' '.join(changed.split())}`"
    if guarded:
        yield Candidate(words, (Edit(program.span(stmt), changed),), Applicability.UNSAFE)
        return
    if layout.alone(program, stmt):
        inner = program.indent(stmt) + program.unit
        new = f"with torch.no_grad():{program.newline}{inner}{changed}"
        yield Candidate(f"{words} under torch.no_grad()", (Edit(program.span(stmt), new),), Applicability.UNSAFE)


def _no_grad(stmt: ast.With) -> bool:
    return any("no_grad" in ast.unparse(i.context_expr) for i in stmt.items)


def _built_without(case: Case) -> Iterator[Candidate]:
    loop, program = case.loop, case.program
    if loop is None or loop not in program.blocks or "torch" not in program.imported:
        return
    before = program.before(loop)
    seeds = [s for s in before if s is case.stored_stmt or s is case.built_stmt]
    for stmt in seeds:
        wrapped = _wrapped(program, [stmt])
        if wrapped is not None:
            yield Candidate(f"Compute `{quoted(program, stmt)}` under torch.no_grad()", wrapped, Applicability.UNSAFE)


def _wrapped(program: Program, stmts: list[ast.stmt]) -> tuple[Edit, ...] | None:
    if not all(isinstance(s, (ast.Assign, ast.Expr)) for s in stmts) or not any(targets(s) for s in stmts):
        return None
    return layout.wrap(program, stmts, "with torch.no_grad():")
