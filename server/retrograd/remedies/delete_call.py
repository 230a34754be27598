"""Delete a call that goes backward over what has been gone through already."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..findings import Applicability
from .editing import layout
from .editing.candidate import Candidate
from .editing.case import Case
from .editing.flow import binds, last_name, path_of, producers, reads, touch
from .editing.program import walk_statements
from .editing.runs import RunCall

NAME = "delete_call"
RULES = frozenset({"freed-graph"})


def rank(case: Case) -> int | None:
    """Behind the ways that keep both calls, unless another function has gone backward over the same loss."""
    if case.same_call:
        return None
    return 0 if _done_by_callee(case) else 2


def propose(case: Case) -> Iterator[Candidate]:
    """The program without the later call; without the earlier one, where the later covers it."""
    first, second = case.freed_stmt, case.run_stmt
    if not isinstance(first, ast.Expr) or not isinstance(second, ast.Expr) or case.freed is None or case.run is None:
        return
    if first.value is not case.freed.call or second.value is not case.run.call:
        return
    covered, covering = _terms(case, case.freed, first), _terms(case, case.run, second)
    since = [s for s in walk_statements(case.program.scope(second)) if first.lineno < s.lineno < second.lineno]
    if case.program.function_of(first) is case.function and _rebound(since, covering):
        return
    if case.finding.cause != "double-call" and not covered & covering and not _done_by_callee(case):
        return
    if len(covered) > 1 or len(covering) > 1:
        if covered <= covering:
            edit = layout.remove(case.program, first)
            yield Candidate(
                f"Delete the backward in line {first.lineno}: this one covers the same losses",
                (edit,),
                Applicability.UNSAFE,
            )
    edit = layout.remove(case.program, second)
    yield Candidate(
        f"Delete this second {_name(second)}(): line {first.lineno} has gone backward over it",
        (edit,),
        Applicability.UNSAFE,
    )


def _rebound(stmts: list[ast.stmt], sources: set[str]) -> bool:
    """Whether what a loss is called means another value by then."""
    bound = set().union(*(binds(s) for s in stmts), set())
    return any(touch(reads(ast.parse(source, mode="eval")), bound) for source in sources)


def _name(stmt: ast.Expr) -> str:
    return (
        stmt.value.func.attr
        if isinstance(stmt.value, ast.Call) and isinstance(stmt.value.func, ast.Attribute)
        else "call"
    )


def _done_by_callee(case: Case) -> bool:
    """Whether what the call starts at comes from the very function that went backward before."""
    if case.run is None or case.run.root is None or case.freed_stmt is None or case.run_stmt is None:
        return False
    owner = case.program.function_of(case.freed_stmt)
    path = path_of(case.run.root)
    if owner is None or owner is case.function or path is None:
        return False
    made = producers(case.program, case.run_stmt, [path], case.program.before(case.run_stmt))
    bound = [s for s in case.program.before(case.run_stmt) if touch(binds(s), [path])]
    return any(
        isinstance(n, ast.Call) and last_name(n.func) == owner.name for s in {*made, *bound} for n in ast.walk(s)
    )


def _terms(case: Case, run: RunCall, stmt: ast.stmt) -> set[str]:
    """The losses that a call adds up, as they are written; constant factors left out."""
    found: set[str] = set()
    waiting: list[ast.expr] = list(run.roots)
    before = case.program.before(stmt)
    seen: set[ast.AST] = set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            waiting += [node.left, node.right]
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            waiting.append(node.left)
        else:
            path = path_of(node)
            made = producers(case.program, stmt, [path], before) if path is not None else []
            if (
                len(made) == 1
                and made[0] not in seen
                and isinstance(made[0], ast.Assign)
                and isinstance(made[0].value, ast.BinOp)
                and isinstance(made[0].value.op, (ast.Add, ast.Div))
            ):
                seen.add(made[0])
                waiting.append(made[0].value)
            else:
                found.add(ast.unparse(node))
    return found
