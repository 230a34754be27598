"""Go backward after the loop that adds up the loss, not in each of its passes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..findings import Applicability
from .editing import layout
from .editing.candidate import Candidate
from .editing.case import Case
from .editing.flow import binds, path_of

NAME = "move_backward_out"
RULES = frozenset({"freed-graph"})


def rank(case: Case) -> int | None:
    """First where the loss is a sum over the passes of the loop."""
    return 0 if case.loop_here is not None and not case.steps else None


def propose(case: Case) -> Iterator[Candidate]:
    """The backward below the loop, where what it starts at is added up in the loop and begun before it."""
    loop, stmt, program, run = case.loop_here, case.run_stmt, case.program, case.run
    if loop is None or run is None or run.root is None or not case.same_call or loop.orelse:
        return
    if not case.direct or not isinstance(stmt, ast.Expr) or stmt.value is not run.call:
        return
    path = path_of(run.root)
    if path is None or not any(path in binds(s) for s in program.before(loop)):
        return
    if not any(_adds(s, path) for s in loop.body):
        return
    after = layout.insert_after(program, loop, ["\n".join(layout.taken(program, stmt, comments=False, trailing=True))])
    if after is not None and layout.alone(program, loop):
        yield Candidate(
            f"Move `{program.source(stmt)}` below the loop that adds up `{path}`",
            (layout.remove(program, stmt), after),
            Applicability.SAFE,
        )


def _adds(stmt: ast.stmt, path: str) -> bool:
    if isinstance(stmt, ast.AugAssign):
        return isinstance(stmt.op, ast.Add) and path_of(stmt.target) == path
    if isinstance(stmt, ast.Assign) and isinstance(stmt.value, ast.BinOp) and isinstance(stmt.value.op, ast.Add):
        return [path_of(t) for t in stmt.targets] == [path] and path in (
            path_of(stmt.value.left),
            path_of(stmt.value.right),
        )
    return False
