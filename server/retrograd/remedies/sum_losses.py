"""Add the losses and go backward once."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..findings import Applicability, Edit
from .editing import layout
from .editing.candidate import Candidate
from .editing.case import Case
from .editing.flow import base_of, binds, carried, path_of, reads, targets, touch
from .editing.program import Program
from .editing.runs import RunCall, contains_step, goes_backward, term, wrapped_like

NAME = "sum_losses"
RULES = frozenset({"freed-graph"})


def rank(case: Case) -> int | None:
    """First where nothing uses the gradients between the passes; the sum has the same gradients at half the cost."""
    if case.finding.cause == "double-call":
        return None
    if case.grows and case.steps:
        return None
    return 3 if case.finding.cause in ("carried-hidden-state", "module-attribute-state") else 0


def propose(case: Case) -> Iterator[Candidate]:
    """One backward over the sum: of two statements, of a loop over losses, or of a loop that computes them."""
    if case.run is None or case.run.root is None or case.run.form == "grad" or not case.run.plain:
        return
    if case.same_call:
        yield from _of_loop(case, case.run)
        yield from _after_loop(case, case.run)
    else:
        yield from _of_two(case, case.run)


def _of_two(case: Case, run: RunCall) -> Iterator[Candidate]:
    """`(one + two).backward()` at the place of the second; only where no step or reset lies between."""
    first, second, freed, program = case.freed_stmt, case.run_stmt, case.freed, case.program
    if first is None or second is None or freed is None or run.root is None:
        return
    if not isinstance(first, ast.Expr) or not isinstance(second, ast.Expr) or not freed.plain:
        return
    roots = freed.roots if freed.form == "function" else (freed.root,)
    if run.form == "function" or (freed.form not in (run.form, "function")) or _wrapper(run) != _wrapper(freed):
        return
    block = program.blocks[first]
    if block is not program.blocks[second] or first.lineno > second.lineno:
        return
    between = block[block.index(first) + 1 : block.index(second)]
    parts = [r for r in roots if r is not None]
    read = set().union(*(reads(r) for r in parts))
    if (
        contains_step(program, between)
        or any(touch(binds(s), read) for s in between)
        or any(map(goes_backward, between))
    ):
        return
    total = " + ".join(term(program, r) for r in [*parts, run.root])
    new = wrapped_like(program, run, total)
    yield Candidate(
        f"Add the losses and go backward once: `{' '.join(new.split())}`",
        (layout.remove(program, first), Edit(program.span(run.call), new)),
        Applicability.SAFE,
        whole=True,
    )


def _wrapper(run: RunCall) -> str | None:
    """What a call goes through besides the loss: the scaler, the accelerator."""
    if run.form == "scaled":
        owner = run.call.func.value.func.value  # type: ignore[attr-defined]
        return path_of(owner)
    if run.form == "handed":
        return path_of(run.call.func)
    return None


def _of_loop(case: Case, run: RunCall) -> Iterator[Candidate]:
    """A loop that does nothing but go backward over its losses becomes one backward over their sum."""
    loop, program = case.loop_here, case.program
    if not isinstance(loop, ast.For) or len(loop.body) != 1 or loop.orelse or not case.direct or run.root is None:
        return
    if not isinstance(case.run_stmt, ast.Expr) or case.run_stmt.value is not run.call:
        return
    if not layout.alone(program, case.run_stmt) or not layout.begins_line(program, loop):
        return
    names = {p for t in targets(loop) if (p := base_of(t)) is not None}
    outside = [s for s in program.scope(loop) if s.lineno > (loop.end_lineno or loop.lineno)]
    if not touch(reads(run.root), names) or any(touch(reads(s), names) for s in outside):
        return
    over = program.source(loop.iter)
    if path_of(run.root) == path_of(loop.target) and path_of(run.root) is not None:
        total = f"sum({over})"
    else:
        total = f"sum({program.source(run.root)} for {program.source(loop.target)} in {over})"
    new = wrapped_like(program, run, total)
    yield Candidate(
        f"Add the losses and go backward once: `{' '.join(new.split())}`",
        (Edit(program.span(loop), _with_comment(program, loop, case.run_stmt, new)),),
        Applicability.SAFE,
    )


def _with_comment(program: Program, loop: ast.For, run: ast.stmt, new: str) -> str:
    """The new statement below the comments that stood in the loop."""
    first = layout.first_line(program, run)
    comments = [program.lines.line(n).strip() for n in range(max(first, loop.lineno + 1), run.lineno)]
    indent = program.indent(loop)
    return "".join(c + program.newline + indent for c in comments) + new


def _after_loop(case: Case, run: RunCall) -> Iterator[Candidate]:
    """A loop that computes losses adds them up, and the backward comes after it."""
    loop, program, stmt = case.loop_here, case.program, case.run_stmt
    if loop is None or run.root is None or not case.direct or loop.orelse or case.steps:
        return
    if not isinstance(stmt, ast.Expr) or stmt.value is not run.call or not layout.alone(program, loop):
        return
    if path_of(run.root) in carried(loop):
        return  # it is a sum over the passes already
    if any(isinstance(n, (ast.Return, ast.Yield, ast.YieldFrom)) for n in ast.walk(loop)):
        return
    total = program.fresh("total_loss")
    place = layout.insert_before(program, loop, [f"{total} = 0"], above_comments=True)
    after = layout.insert_after(program, loop, [wrapped_like(program, run, total)])
    if place is None or after is None:
        return
    added = Edit(program.span(run.call), f"{total} = {total} + {term(program, run.root)}")
    yield Candidate(
        f"Add up the losses in the loop and go backward once after it: `{wrapped_like(program, run, total)}`",
        (place, added, after),
        Applicability.SAFE,
    )
