"""Move the construction of the graph into the loop that goes backward through it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..findings import Applicability, Edit
from .editing import layout
from .editing.candidate import Candidate
from .editing.case import Case
from .editing.flow import binds, carried, last_name, producers, reads, touch
from .editing.program import Program
from .editing.rebuild import on_graph, quoted, rebuildable

NAME = "move_forward_inside_loop"
RULES = frozenset({"freed-graph", "stale-forward"})


def rank(case: Case) -> int | None:
    """First where the graph was built before the loop and what it is built from is trained."""
    if case.loop is None:
        return None
    return 2 if case.finding.cause == "loop-invariant-graph" else 25


def propose(case: Case) -> Iterator[Candidate]:
    """The statements that the graph needs, in order and with their comments, to the top of the loop."""
    loop, program = case.loop, case.program
    if loop is None or loop not in program.blocks or loop.orelse:
        return
    before = program.before(loop)
    for chosen in _selections(case, before):
        if touch(set().union(*(binds(s) for s in chosen)), case.trained):
            return
        edits = _moved(program, loop, before, chosen)
        if edits is not None:
            more = f" and {len(chosen) - 1} more" if len(chosen) > 1 else ""
            yield Candidate(
                f"Move `{quoted(program, chosen[-1])}`{more} into the loop in line {loop.lineno}",
                edits,
                Applicability.SAFE,
            )
        yield from _repeated(program, loop, before, chosen)


def _selections(case: Case, before: list[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """Ever longer lists of statements to move: where the shared part is built, what hangs on it, what feeds it."""
    program = case.program
    chosen = _seeds(case, before)
    if not chosen or not all(_movable(program, s) for s in chosen):
        return
    while True:
        bound = set().union(*(binds(s) for s in chosen))
        first = before.index(chosen[0])
        for s in before[first:]:
            if s not in chosen and touch(reads(s), bound) and _movable(program, s, bound):
                chosen = [c for c in before if c in chosen or c is s]
                bound |= binds(s)
        yield chosen
        wanted = {p for s in chosen for p in reads(s)}
        feeding = [
            s
            for c in chosen
            for s in producers(program, c, wanted, before[: before.index(c)])
            if s not in chosen and rebuildable(program, s) and on_graph(case, s)
        ]
        if not feeding:
            return
        chosen = [s for s in before if s in chosen or s in feeding]


def _seeds(case: Case, before: list[ast.stmt]) -> list[ast.stmt]:
    """The statement before the loop that built or stored the shared part, or that called the function which did."""
    found = [s for s in before if s is case.stored_stmt or s is case.built_stmt]
    if found:
        return found[:1]
    program = case.program
    names = {
        f.name
        for s in (case.stored_stmt, case.built_stmt)
        if s is not None and (f := program.function_of(s)) is not None
    }
    used = {p for s in (case.loop.body if case.loop else ()) for p in reads(s)}
    for s in before:
        value = getattr(s, "value", None)
        calls = [n for n in ast.walk(s) if isinstance(n, ast.Call)] if value is not None else []
        if any(last_name(n.func) in names for n in calls) and (touch(binds(s), used) or isinstance(s, ast.Expr)):
            found.append(s)
    if not found and case.carrier is not None and case.carrier.kind == "variable":
        root = case.carrier.name.split(".")[0]
        found = [s for s in before if root in binds(s) and rebuildable(program, s)]
    built = case.built_stmt
    if not found and built is not None and case.loop is not None and case.loop in program.ancestors(built):
        # an object from before the loop that keeps what it computes in a pass
        made = producers(program, built, reads(built), before)
        found = [s for s in made if rebuildable(program, s) and on_graph(case, s)]
    return found[-1:]


def _movable(program: Program, stmt: ast.stmt, bound: set[str] | None = None) -> bool:
    """Whether a statement may be repeated: a computation, an object made from what is moved, a call that stores it."""
    if isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call):
        # a call for its effect: only the seed itself, which stores the graph in an object
        return bound is None and isinstance(stmt.value.func, ast.Attribute)
    if rebuildable(program, stmt):
        return True
    # an object built from the moved graph (a distribution over it) has to be built from the new one
    return bound is not None and isinstance(stmt, ast.Assign) and isinstance(stmt.value, ast.Call)


def _moved(
    program: Program, loop: ast.For | ast.AsyncFor | ast.While, before: list[ast.stmt], chosen: list[ast.stmt]
) -> tuple[Edit, ...] | None:
    bound = set().union(*(binds(s) for s in chosen))
    first = before.index(chosen[0])
    left = [s for s in before[first:] if s not in chosen]
    header = loop.iter if isinstance(loop, (ast.For, ast.AsyncFor)) else loop.test
    if touch(reads(header), bound) or any(touch(reads(s) | binds(s), bound) for s in left):
        return None
    free = _free(chosen, bound)
    place = None if free is None else _place(loop, free, bound)
    if place is None:
        return None
    sources = ["\n".join(layout.taken(program, s)) for s in chosen]
    if place is loop.body[0]:
        into = layout.prepend(program, loop.body, sources)
    else:
        into = layout.insert_before(program, place, sources, above_comments=True)
    if into is None:
        return None
    return (*(layout.remove(program, s, comments=True, along=chosen) for s in chosen), into)


def _free(chosen: list[ast.stmt], bound: set[str]) -> set[str] | None:
    """What the statements read from outside of them; None where they read something that they bind later."""
    made: set[str] = set()
    found: set[str] = set()
    for s in chosen:
        outside = {p for p in reads(s) if not touch([p], made)}
        if touch(outside, bound - made):
            return None
        found |= outside
        made |= binds(s)
    return found


def _place(loop: ast.For | ast.AsyncFor | ast.While, free: set[str], bound: set[str]) -> ast.stmt | None:
    """The statement of the body to move them before: the first, or the one below what they need of this pass.

    Where the loop binds what they read, it must be clear which value is meant: one that each pass binds before it uses
    what is moved, or one that a pass only makes a new version of from the last.
    """
    if isinstance(loop, (ast.For, ast.AsyncFor)) and touch(free, binds(loop.target)):
        return None
    handed_on = carried(loop)
    needed = {f for f in free if any(touch(binds(s), [f]) for s in loop.body) and not touch([f], handed_on)}
    if touch(free, bound):
        return None
    at = 0
    for i, s in enumerate(loop.body):
        if touch(binds(s), needed):
            if touch(reads(s), bound):
                return None
            at = i + 1
    if at == len(loop.body) or any(touch(reads(s), bound) for s in loop.body[:at]):
        return None
    return loop.body[at]


def _repeated(
    program: Program, loop: ast.For | ast.AsyncFor | ast.While, before: list[ast.stmt], chosen: list[ast.stmt]
) -> Iterator[Candidate]:
    """Where the header of a `while` reads what is built before it: built again at the end of each pass."""
    bound = set().union(*(binds(s) for s in chosen))
    if not isinstance(loop, ast.While) or not touch(reads(loop.test), bound) or _free(chosen, bound) is None:
        return
    last = loop.body[-1]
    sources = ["\n".join(layout.taken(program, s, comments=False)) for s in chosen]
    edit = (
        None if isinstance(last, (ast.Break, ast.Continue, ast.Return)) else layout.insert_after(program, last, sources)
    )
    if edit is not None:
        yield Candidate(
            f"Compute `{quoted(program, chosen[-1])}` again at the end of each pass of the loop in line {loop.lineno}",
            (edit,),
            Applicability.SAFE,
        )
