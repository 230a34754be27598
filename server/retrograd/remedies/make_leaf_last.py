"""Do what is done to a fresh leaf before it becomes one: cast, move and scale first, then ask for its gradient."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..findings import Applicability, Edit
from .editing import layout
from .editing.calls import without_argument
from .editing.candidate import Candidate
from .editing.case import Case
from .editing.flow import binds, last_name, path_of, read_nodes
from .editing.program import Program

NAME = "make_leaf_last"
RULES = frozenset({"leaf-rebound"})


def rank(case: Case) -> int | None:
    """First where it applies: it leaves the program as it is meant."""
    return 0


def propose(case: Case) -> Iterator[Candidate]:
    """The leaf made of the result: in one statement, or where the statement that made the leaf stands."""
    stmt, program = case.program.statement_at(case.finding.site), case.program
    if not isinstance(stmt, ast.Assign) or len(stmt.targets) != 1:
        return
    name = path_of(stmt.targets[0])
    new = _leaf_of(program, stmt.value, stmt.value)
    if new is not None:
        yield _candidate(name, new, stmt.lineno, (Edit(program.span(stmt.value), new),))
    elif name is not None:
        yield from _earlier(program, stmt, name)


def _earlier(program: Program, stmt: ast.Assign, name: str) -> Iterator[Candidate]:
    """`x = x.to(d)` some way below `x = ....requires_grad_()`."""
    before = program.before(stmt)
    made = next((s for s in reversed(before) if name in binds(s)), None)
    if not isinstance(made, ast.Assign) or [path_of(t) for t in made.targets] != [name]:
        return
    if program.blocks[made] is not program.blocks[stmt]:
        return
    own = [node for path, node in read_nodes(stmt.value) if path == name or path.startswith(name + ".")]
    others = {path.split(".")[0] for path, _ in read_nodes(stmt.value) if path != name}
    late = set().union(*(binds(s) for s in before[before.index(made) + 1 :]), set())
    if len(own) != 1 or others & {p.split(".")[0] for p in late}:
        return
    found = _owner_of(own[0], name)
    new = _leaf_of(program, made.value, stmt.value, found) if found is not None else None
    if new is not None:
        edits = (Edit(program.span(made.value), new), layout.remove(program, stmt))
        yield _candidate(name, new, made.lineno, edits)


def _owner_of(node: ast.expr, name: str) -> ast.expr | None:
    """The node that is a path, within one that is the path or an attribute of it (`x` in `x.to`)."""
    at: ast.expr = node
    while path_of(at) != name:
        if not isinstance(at, ast.Attribute):
            return None
        at = at.value
    return at


def _candidate(name: str | None, new: str, line: int, edits: tuple[Edit, ...]) -> Candidate:
    words = " ".join(new.split())
    return Candidate(f"Make `{name or 'it'}` a leaf last, in line {line}: `{words}`", edits, Applicability.UNSAFE)


def _leaf_of(program: Program, maker: ast.expr, whole: ast.expr, place: ast.expr | None = None) -> str | None:
    """`whole` as the value of a leaf, where `maker` makes one; `place` in it stands for what the maker makes.

    Without a place the maker is a part of the whole.
    """
    makers = (
        [maker] if place is not None else [n for n in ast.walk(whole) if n is not whole and isinstance(n, ast.Call)]
    )
    for call in makers:
        parts = _taken_apart(program, call)
        if parts is None:
            continue
        value, head, tail = parts
        inner = _replaced(program, whole, place or call, value)
        simple = isinstance(whole, (ast.Name, ast.Attribute, ast.Call, ast.Subscript))
        return f"{head}{inner if simple or head else f'({inner})'}{tail}"
    return None


def _taken_apart(program: Program, call: ast.expr) -> tuple[str, str, str] | None:
    """A call that makes a leaf as its value, and what stands before and after that value to make it one."""
    if not isinstance(call, ast.Call):
        return None
    source = program.source(call)
    if last_name(call.func) in ("Parameter", "Variable") and call.args:
        value = program.span(call.args[0])
        base = program.lines.offset(program.span(call).start)
        start, end = program.lines.offset(value.start) - base, program.lines.offset(value.end) - base
        return source[start:end], source[:start], source[end:]
    if isinstance(call.func, ast.Attribute) and call.func.attr == "requires_grad_" and not call.args:
        return program.source(call.func.value), "", ".requires_grad_()"
    asked = any(k.arg == "requires_grad" and isinstance(k.value, ast.Constant) and k.value.value for k in call.keywords)
    plain = without_argument(source, "requires_grad") if asked else None
    return None if plain is None else (plain, "", ".requires_grad_()")


def _replaced(program: Program, whole: ast.expr, place: ast.expr, value: str) -> str:
    base = program.lines.offset(program.span(whole).start)
    span = program.span(place)
    start, end = program.lines.offset(span.start) - base, program.lines.offset(span.end) - base
    source = program.source(whole)
    tight = isinstance(ast.parse(value, mode="eval").body, (ast.Name, ast.Attribute, ast.Call, ast.Subscript))
    return source[:start] + (value if tight or whole is place else f"({value})") + source[end:]
