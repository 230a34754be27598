"""Take the step after the last backward that needs the values from before it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..findings import Applicability, Edit
from .editing import layout
from .editing.calls import replaced, with_argument
from .editing.candidate import Candidate
from .editing.case import Case
from .editing.flow import last_name, path_of
from .editing.program import Program
from .editing.runs import goes_backward

NAME = "reorder_step"
RULES = frozenset({"saved-tensor-modified", "grad-not-zeroed"})


def rank(case: Case) -> int | None:
    """First where a step lies between two backwards over one forward pass, or before the backward it is for."""
    if case.finding.rule == "grad-not-zeroed":
        return 0 if case.finding.cause.endswith("zero-grad-misplaced") else None
    if case.finding.cause == "step-between-backwards" and case.freed_stmt is not None:
        return 0 if case.run is not None and case.run.form == "tensor" else 3
    return None


def propose(case: Case) -> Iterator[Candidate]:
    """The step below the backward; the backward then only fills the gradients of its own optimizer's parameters."""
    if case.finding.rule == "grad-not-zeroed":
        yield from _below_backward(case)
        return
    step, run, program = case.freed_stmt, case.run_stmt, case.program
    if not isinstance(step, ast.Expr) or not isinstance(run, ast.Expr) or case.run is None:
        return
    if program.blocks[step] is not program.blocks[run] or step.lineno > run.lineno:
        return
    if not isinstance(step.value, ast.Call) or last_name(step.value.func) != "step":
        return
    after = layout.insert_after(program, run, ["\n".join(layout.taken(program, step, comments=False, trailing=True))])
    if after is None:
        return
    moved = f"Move `{program.source(step)}` below the backward in line {run.lineno}"
    own = _parameters(program, case, run)
    if own is not None and case.run.form == "tensor":
        call = replaced(program, case.run.call, with_argument(program.source(case.run.call), "inputs", f"list({own})"))
        if call is not None:
            yield Candidate(
                f"{moved}, which fills only the gradients of `{own}`",
                _together(program, step, after, call),
                Applicability.UNSAFE,
            )
    else:
        yield Candidate(moved, (layout.remove(program, step), after), Applicability.UNSAFE)


def _below_backward(case: Case) -> Iterator[Candidate]:
    """Between a reset and its backward a step finds nothing: it goes below the last backward of its block."""
    program = case.program
    reset = case.run_stmt
    step = program.statement_at(case.finding.related[0].site) if case.finding.related else None
    if reset is None or step is None or program.blocks[step] is not program.blocks[reset]:
        return
    if not isinstance(step, ast.Expr):
        return
    later = [s for s in program.after(step) if goes_backward(s)]
    between = [s for s in program.blocks[step] if reset.lineno < s.lineno < step.lineno]
    if not later or step.lineno < reset.lineno or any(goes_backward(s) for s in between):
        return
    after = layout.insert_after(
        program, later[-1], ["\n".join(layout.taken(program, step, comments=False, trailing=True))]
    )
    if after is not None:
        yield Candidate(
            f"Move `{program.source(step)}` below the backward in line {later[-1].lineno}: it steps by those gradients",
            (layout.remove(program, step), after),
            Applicability.UNSAFE,
        )


def _together(program: Program, step: ast.stmt, after: Edit, call: Edit) -> tuple[Edit, ...]:
    return (layout.remove(program, step), call, after)


def _parameters(program: Program, case: Case, run: ast.stmt) -> str | None:
    """What the optimizer that steps after the run was made from, as it is written where it was made."""
    block = program.blocks[run]
    step = next(
        (
            s.value
            for s in block[block.index(run) + 1 :]
            if isinstance(s, ast.Expr) and isinstance(s.value, ast.Call) and last_name(s.value.func) == "step"
        ),
        None,
    )
    if step is None or not isinstance(step.func, ast.Attribute):
        return None
    name = path_of(step.func.value)
    for node in program.nodes:
        if isinstance(node, ast.Assign) and name in {path_of(t) for t in node.targets}:
            value = node.value
            if isinstance(value, ast.Call) and value.args and isinstance(value.args[0], ast.Call):
                made = value.args[0]
                owner = path_of(made.func.value) if isinstance(made.func, ast.Attribute) else None
                visible = program.function_of(node) is case.function or (owner or "").startswith("self.")
                if (
                    owner is not None
                    and last_name(made.func) == "parameters"
                    and (visible or not program.function_of(node))
                ):
                    return program.source(made)
    return None
