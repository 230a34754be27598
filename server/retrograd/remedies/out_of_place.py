"""Write a change in place as a new value, so that what backward needs stays as it was."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..findings import Applicability, Edit, Span
from .editing import layout
from .editing.calls import replaced, without_argument
from .editing.candidate import Candidate
from .editing.case import Case
from .editing.flow import base_of, path_of
from .editing.program import Program

NAME = "out_of_place"
RULES = frozenset({"saved-tensor-modified"})
_WITHOUT = frozenset(["copy_", "fill_", "zero_", "normal_", "uniform_", "requires_grad_", "detach_", "random_"])
"""In-place methods whose plain name is no method, or another one."""
_OPERATORS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**", ast.MatMult: "@", ast.Mod: "%",
}  # fmt: skip


def rank(case: Case) -> int | None:
    """Where the change is an operation in place, not a step."""
    return 0 if case.finding.cause == "inplace-between" else None


def propose(case: Case) -> Iterator[Candidate]:
    """`x += y` as `x = x + y`, `x.relu_()` as `x = x.relu()`, `inplace=True` left out; else a clone before the change."""
    stmt, program = case.freed_stmt, case.program
    if stmt is None:
        return
    if any(isinstance(a, ast.With) and "no_grad" in ast.unparse(a.items[0]) for a in program.ancestors(stmt)):
        return  # an update: a new tensor there would be no leaf any more
    if isinstance(stmt, ast.AugAssign) and path_of(stmt.target) is not None and type(stmt.op) in _OPERATORS:
        target = program.source(stmt.target)
        value = program.source(stmt.value)
        if not isinstance(stmt.value, (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant)):
            value = f"({value})"
        new = f"{target} = {target} {_OPERATORS[type(stmt.op)]} {value}"
        yield _new_value(program, stmt, new)
    call = program.call_at(case.finding.freed)
    if call is not None:
        yield from _method(program, stmt, call)
        edit = replaced(program, call, without_argument(program.source(call), "inplace"))
        if edit is not None:
            yield _safe(f"Leave `inplace=True` out of the call in line {call.lineno}", (edit,))
    yield from _modules(program)
    yield from _cloned(program, stmt)


def _modules(program: Program) -> Iterator[Candidate]:
    """Modules that are made with `inplace=True`: each made without, then all of them."""
    every: list[Edit] = []
    for call in (n for n in program.nodes if isinstance(n, ast.Call)):
        if any(
            k.arg == "inplace" and isinstance(k.value, ast.Constant) and k.value.value is True for k in call.keywords
        ):
            edit = replaced(program, call, without_argument(program.source(call), "inplace"))
            if edit is not None:
                every.append(edit)
                yield _safe(f"Leave `inplace=True` out of `{program.source(call.func)}` in line {call.lineno}", (edit,))
    if len(every) > 1:
        yield _safe("Leave out every `inplace=True`", tuple(every))


def _safe(message: str, edits: tuple[Edit, ...]) -> Candidate:
    return Candidate(message, edits, Applicability.SAFE)


def _new_value(program: Program, stmt: ast.stmt, new: str) -> Candidate:
    return _safe(
        f"Make a new tensor instead of changing it in place: `{' '.join(new.split())}`",
        (Edit(program.span(stmt), new),),
    )


def _method(program: Program, stmt: ast.stmt, call: ast.Call) -> Iterator[Candidate]:
    """`x.add_(y)`, alone or assigned, as `x = x.add(y)`."""
    func = call.func
    if not isinstance(func, ast.Attribute) or not func.attr.endswith("_") or func.attr.endswith("__"):
        return
    if func.attr in _WITHOUT:
        return
    end = program.span(func).end
    name = Span(program.place(program.lines.offset(end) - len(func.attr)), end)
    plain = Edit(name, func.attr.removesuffix("_"))
    target = path_of(func.value)
    if isinstance(stmt, ast.Expr) and stmt.value is call and target is not None:
        start = program.span(stmt).start
        new = f"{target} = {target}.{func.attr.removesuffix('_')}(...)"
        yield _safe(
            f"Make a new tensor instead of changing it in place: `{new}`",
            (Edit(Span(start, start), f"{target} = "), plain),
        )
    elif not isinstance(stmt, ast.Expr):
        yield _safe(f"Call `{func.attr.removesuffix('_')}`, which makes a new tensor, in line {call.lineno}", (plain,))


def _cloned(program: Program, stmt: ast.stmt) -> Iterator[Candidate]:
    """A copy of what is about to be changed, so that the one that was saved stays."""
    targets: list[ast.expr] = []
    if isinstance(stmt, ast.Assign):
        targets = [t for t in stmt.targets if isinstance(t, ast.Subscript)]
    elif isinstance(stmt, ast.AugAssign):
        targets = [stmt.target]
    elif isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call) and isinstance(stmt.value.func, ast.Attribute):
        targets = [stmt.value.func.value]
    for target in targets:
        name = base_of(target)
        if name is not None:
            edit = layout.insert_before(program, stmt, [f"{name} = {name}.clone()"])
            if edit is not None:
                yield _safe(f"Change a copy: `{name} = {name}.clone()` before line {stmt.lineno}", (edit,))
