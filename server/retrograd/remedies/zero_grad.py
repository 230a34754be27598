"""Reset the gradients that a step or an earlier pass has used."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..findings import Applicability
from .editing import layout
from .editing.candidate import Candidate
from .editing.case import Case
from .editing.flow import binds, path_of
from .editing.program import FUNCTIONS
from .editing.runs import goes_backward

NAME = "zero_grad"
RULES = frozenset({"grad-not-zeroed"})


def rank(case: Case) -> int | None:
    """The one remedy of its rule."""
    return 0


def propose(case: Case) -> Iterator[Candidate]:
    """`optimizer.zero_grad()` before the backward; for a bare leaf, its gradient reset after it was used."""
    if case.run_stmt is None:
        return
    if isinstance(case.run_stmt, ast.Expr) and _is_reset(case.run_stmt.value):
        yield from _misplaced(case, case.run_stmt)
        return
    used = case.program.node_at(case.finding.freed, ast.Call, ast.Attribute)
    if isinstance(used, ast.Call) and isinstance(used.func, ast.Attribute) and used.func.attr == "step":
        yield from _optimizer(case, used)
    elif isinstance(used, ast.Attribute) and used.attr == "grad":
        yield from _leaf(case, used)


def _is_reset(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "zero_grad"


def _optimizer(case: Case, step: ast.Call) -> Iterator[Candidate]:
    assert case.run_stmt is not None
    assert isinstance(step.func, ast.Attribute)
    path = path_of(step.func.value)
    # a scaler steps an optimizer that it is handed
    if step.args and path is not None and "scaler" in path.lower():
        path = path_of(step.args[0])
    stepping = case.program.statement_of(step)
    if path is None or stepping is None:
        return
    if _visible(case, stepping, path):
        edit = layout.insert_before(case.program, case.run_stmt, [f"{path}.zero_grad()"])
        if edit is not None:
            yield Candidate(
                f"Reset the gradients before this backward: `{path}.zero_grad()`", (edit,), Applicability.UNSAFE
            )
    edit = layout.insert_after(case.program, stepping, [f"{path}.zero_grad()"])
    if edit is not None:
        yield Candidate(
            f"Reset the gradients after the step in line {stepping.lineno}: `{path}.zero_grad()`",
            (edit,),
            Applicability.UNSAFE,
        )


def _visible(case: Case, stepping: ast.stmt, path: str) -> bool:
    """Whether the optimizer's name means the same where the gradients are added to: here, or around this function."""
    home, program = case.program.function_of(stepping), case.program
    if home is case.function or path.startswith("self."):
        return True
    inner = case.function
    while inner is not None and inner is not home:
        arguments = {a.arg for a in ast.walk(inner.args) if isinstance(a, ast.arg)}
        if path.split(".")[0] in arguments | {b.split(".")[0] for b in binds(inner)}:
            return False
        inner = next((a for a in program.ancestors(inner) if isinstance(a, FUNCTIONS)), None)
    return inner is home


def _leaf(case: Case, used: ast.Attribute) -> Iterator[Candidate]:
    stmt = case.program.statement_of(used)
    name = path_of(used)
    if stmt is None or name is None:
        return
    edit = layout.insert_after(case.program, _outside_no_grad(case, stmt), [f"{name}.zero_()"])
    if edit is not None:
        yield Candidate(f"Reset the gradient once it has been used: `{name}.zero_()`", (edit,), Applicability.UNSAFE)
    edit = layout.insert_after(case.program, _outside_no_grad(case, stmt), [f"{name} = None"])
    if edit is not None:
        yield Candidate(f"Reset the gradient once it has been used: `{name} = None`", (edit,), Applicability.UNSAFE)


def _outside_no_grad(case: Case, stmt: ast.stmt) -> ast.stmt:
    """The last statement of its block that uses the same gradient."""
    block = case.program.blocks[stmt]
    later = block[block.index(stmt) :]
    names = {path_of(n) for n in ast.walk(stmt) if isinstance(n, ast.Attribute) and n.attr == "grad"}
    last = stmt
    for s in later:
        if any(isinstance(n, ast.Attribute) and path_of(n) in names for n in ast.walk(s)):
            last = s
    return last


def _misplaced(case: Case, reset: ast.Expr) -> Iterator[Candidate]:
    """A reset between backward and step goes before the backward."""
    program = case.program
    block = program.blocks[reset]
    earlier = block[: block.index(reset)]
    backward = next(
        (s for s in reversed(earlier) if goes_backward(s)),
        None,
    )
    if backward is None:
        return
    into = layout.insert_before(
        program, backward, ["\n".join(layout.taken(program, reset, comments=False, trailing=True))]
    )
    if into is not None:
        yield Candidate(
            f"Move `{program.source(reset)}` before the backward in line {backward.lineno}",
            (into, layout.remove(program, reset)),
            Applicability.UNSAFE,
        )
