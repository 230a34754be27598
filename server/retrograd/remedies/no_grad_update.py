"""Keep out of the graph what no gradient is wanted for: an update of a leaf, a target that is computed once."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..findings import Applicability, Edit
from .editing import layout
from .editing.candidate import Candidate
from .editing.case import Case, makes_optimizer
from .editing.flow import carried, path_of, reads, reads_gradient, targets
from .editing.program import Program, walk_statements
from .editing.rebuild import quoted

NAME = "no_grad_update"
RULES = frozenset({"freed-graph", "no-grad-fn", "leaf-rebound"})
_OPERATORS = {ast.Add: "+=", ast.Sub: "-="}


def rank(case: Case) -> int | None:
    """First for a leaf that is replaced; behind detach for a value that is built once."""
    if case.finding.rule in ("no-grad-fn", "leaf-rebound") or _updated(case) is not None:
        return 0
    return 3 if case.finding.cause in ("loop-invariant-graph", "buffer-or-list-of-graphs") else None


def propose(case: Case) -> Iterator[Candidate]:
    """`w -= lr * w.grad` under torch.no_grad(); the statement that builds an untrained value under torch.no_grad()."""
    if case.finding.rule == "freed-graph":
        updated = _updated(case)
        if updated is not None:
            yield from _in_place(case, updated)
            yield from _new_leaf(case, updated)
        else:
            yield from _built_without(case)
        return
    if case.finding.rule == "leaf-rebound":
        stmt = case.program.statement_at(case.finding.site)
        if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1:
            yield from _in_place(case, stmt)
            yield from _new_leaf(case, stmt)
        return
    for stmt in walk_statements(_reach(case)):
        if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1:
            yield from _in_place(case, stmt)


def _updated(case: Case) -> ast.Assign | None:
    """The statement by which a leaf that each pass updates from its own gradient carries the graph on."""
    if case.loop is None or case.finding.rule != "freed-graph":
        return None
    held = carried(case.loop)
    for s in case.loop.body:
        if isinstance(s, ast.Assign) and len(s.targets) == 1 and reads_gradient(s.value, path_of(s.targets[0]) or "?"):
            if path_of(s.targets[0]) in held:
                return s
    return None


def _reach(case: Case) -> list[ast.stmt]:
    return case.program.tree.body if case.run_stmt is None else case.program.scope(case.run_stmt)


def _in_place(case: Case, stmt: ast.Assign) -> Iterator[Candidate]:
    """`w = w - step` as `w -= step`, under torch.no_grad()."""
    program, value = case.program, stmt.value
    name = path_of(stmt.targets[0])
    if name is None or not isinstance(value, ast.BinOp) or type(value.op) not in _OPERATORS:
        return
    if _last_binding(program, stmt, name) is not stmt:
        return
    if path_of(value.left) != name or not reads_gradient(value.right, name):
        return
    changed = f"{name} {_OPERATORS[type(value.op)]} {program.source(value.right)}"
    guarded = any(isinstance(a, ast.With) and _no_grad(a) for a in program.ancestors(stmt))
    words = f"Update `{name}` in place, so that it stays the leaf: `{' '.join(changed.split())}`"
    if guarded:
        yield Candidate(words, (Edit(program.span(stmt), changed),), Applicability.UNSAFE)
        return
    if layout.alone(program, stmt):
        outer = program.indent(stmt)
        new = f"with torch.no_grad():{program.newline}{outer}{program.unit}{changed}"
        words += " under torch.no_grad()"
        reset = layout.insert_after(program, stmt, [f"{name}.grad = None"])
        if reset is not None and not _resets(program, stmt, name):
            edits = (Edit(program.span(stmt), new), reset)
            yield Candidate(f"{words}, and reset its gradient", edits, Applicability.UNSAFE)
        yield Candidate(words, (Edit(program.span(stmt), new),), Applicability.UNSAFE)


def _resets(program: Program, stmt: ast.stmt, name: str) -> bool:
    """Whether something around an update resets gradients: `w.grad = None`, `w.grad.zero_()`, `zero_grad()`."""
    for node in (n for s in program.scope(stmt) for n in ast.walk(s)):
        if isinstance(node, ast.Attribute):
            if isinstance(node.ctx, ast.Store) and path_of(node) == f"{name}.grad":
                return True
            if node.attr == "zero_grad" or (node.attr == "zero_" and path_of(node.value) == f"{name}.grad"):
                return True
    return False


def _new_leaf(case: Case, stmt: ast.Assign) -> Iterator[Candidate]:
    """The result of an update as a new leaf, where no optimizer holds the old one."""
    program = case.program
    name = path_of(stmt.targets[0])
    if name is None or not reads_gradient(stmt.value, name) or makes_optimizer(program):
        return
    last = _last_binding(program, stmt, name)
    edit = layout.insert_after(program, last, [f"{name} = {name}.detach().requires_grad_()"])
    if edit is not None:
        message = f"Make a new leaf of `{name}` after its update: `{name} = {name}.detach().requires_grad_()`"
        yield Candidate(message, (edit,), Applicability.UNSAFE)


def _last_binding(program: Program, stmt: ast.stmt, name: str) -> ast.stmt:
    """The last of the statements of a block, from one on, that make a path from itself."""
    last = stmt
    for s in program.after(stmt):
        if isinstance(s, ast.Assign) and [path_of(t) for t in s.targets] == [name] and name in reads(s.value):
            last = s
    return last


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
