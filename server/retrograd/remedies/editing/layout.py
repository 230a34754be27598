"""Edits of whole statements: insert, remove, move, indent. What is not edited stays byte for byte.

A statement may share its line with others (`a; b`, `if x: a`). What is inserted there is joined with `; `, what is
removed takes its semicolon along. Each function answers None where the edit cannot be made.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Sequence

from ...findings import Edit, Position, Span
from .program import Program

_CELL = re.compile(r"#\s*(%%|In\[)")
_SEMICOLON = re.compile(r"[ \t]*;[ \t]*")


def begins_line(program: Program, stmt: ast.stmt) -> bool:
    """Whether nothing stands before a statement on its line."""
    start = program.span(stmt).start
    return not program.lines.line(start.line)[: start.column].strip(" \t\f")


def ends_line(program: Program, stmt: ast.stmt) -> bool:
    """Whether nothing but a comment stands after a statement on its last line."""
    end = program.span(stmt).end
    rest = program.lines.line(end.line)[end.column :].strip()
    return not rest or rest.startswith("#")


def alone(program: Program, stmt: ast.stmt) -> bool:
    """Whether a statement has its lines for itself."""
    return begins_line(program, stmt) and ends_line(program, stmt)


def first_line(program: Program, stmt: ast.stmt) -> int:
    """The first line of a statement, or of the comments that stand directly above it (a cell marker is none)."""
    first = stmt.lineno
    decorators = getattr(stmt, "decorator_list", None)
    if decorators:
        first = decorators[0].lineno
    while first > 1:
        above = program.lines.line(first - 1).strip()
        if not above.startswith("#") or _CELL.match(above):
            break
        first -= 1
    return first


def insert_before(
    program: Program, stmt: ast.stmt, sources: Sequence[str], above_comments: bool = False
) -> Edit | None:
    """New statements before one, in its block. With `above_comments` they go above the comments that belong to it."""
    start = program.span(stmt).start
    if not begins_line(program, stmt):
        return None if _compound(sources) else Edit(Span(start, start), "".join(f"{s}; " for s in sources))
    line = first_line(program, stmt) if above_comments else _own_line(stmt)
    at = Position(line, 0)
    return Edit(Span(at, at), _as_lines(program, program.indent(stmt), sources))


def insert_after(program: Program, stmt: ast.stmt, sources: Sequence[str]) -> Edit | None:
    """New statements after one, in its block."""
    end = program.span(stmt).end
    if not ends_line(program, stmt) or not begins_line(program, stmt):
        return None if _compound(sources) else Edit(Span(end, end), "".join(f"; {s}" for s in sources))
    return _below(program, end.line, program.indent(stmt), sources)


def prepend(program: Program, body: Sequence[ast.stmt], sources: Sequence[str]) -> Edit | None:
    """New statements at the top of a block; a block on the line of its header is opened up where it must be."""
    top = body[0]
    if begins_line(program, top):
        return insert_before(program, top, sources, above_comments=True)
    if not _compound(sources):
        return insert_before(program, top, sources)
    header = program.parents[top]
    inner = program.indent(header) + program.unit
    start = program.span(top).start
    gap = re.search(r"[ \t]*$", program.lines.line(start.line)[: start.column])
    begin = Position(start.line, gap.start() if gap else start.column)
    lines = _as_lines(program, inner, sources)
    return Edit(Span(begin, start), program.newline + lines + inner)


def remove(program: Program, stmt: ast.stmt, comments: bool = False, along: Collection[ast.stmt] = ()) -> Edit:
    """A statement away, with the comments directly above it if asked.

    Where its block would be empty without it and those that go `along`, `pass` stays.
    """
    span = program.span(stmt)
    block = program.blocks[stmt]
    if stmt is block[0] and not isinstance(program.parents[stmt], ast.Module) and all(s in along for s in block[1:]):
        return Edit(span, "pass")
    if alone(program, stmt):
        first = first_line(program, stmt) if comments else _own_line(stmt)
        return _without_lines(program, first, span.end.line)
    line = program.lines.line(span.end.line)
    semicolon = _SEMICOLON.match(line, span.end.column)
    if semicolon is not None and line[semicolon.end() :].strip():
        return Edit(Span(span.start, Position(span.end.line, semicolon.end())), "")
    before = re.search(r"[ \t]*;[ \t]*$", program.lines.line(span.start.line)[: span.start.column])
    begin = before.start() if before else span.start.column
    end = semicolon.end() if semicolon else span.end.column
    return Edit(Span(Position(span.start.line, begin), Position(span.end.line, end)), "")


def taken(program: Program, stmt: ast.stmt, comments: bool = True, trailing: bool = False) -> list[str]:
    """A statement as lines without its indentation, with the comments above it and at its end, to be put elsewhere.

    Without `comments` there is no comment but, if `trailing`, the one at its end.
    """
    if not alone(program, stmt):
        return program.source(stmt).splitlines()
    outer = program.indent(stmt)
    first = first_line(program, stmt) if comments else _own_line(stmt)
    end = program.span(stmt).end
    fixed = inside_strings(stmt)
    found = []
    for number in range(first, end.line + 1):
        line = program.lines.line(number)
        if not (comments or trailing) and number == end.line:
            line = line[: end.column]
        found.append(line if number in fixed else line.removeprefix(outer))
    return found


def wrap(program: Program, stmts: Sequence[ast.stmt], header: str) -> tuple[Edit, ...] | None:
    """Neighbouring statements of one block under a new header (`with torch.no_grad():`)."""
    if not all(alone(program, s) for s in stmts):
        return None
    first, last = first_line(program, stmts[0]), program.span(stmts[-1]).end.line
    fixed: set[int] = set().union(*(inside_strings(s) for s in stmts))
    edits = []
    for number in range(first, last + 1):
        if program.lines.line(number).strip() and number not in fixed:
            above = program.indent(stmts[0]) + header + program.newline if number == first else ""
            edits.append(Edit(Span(Position(number, 0), Position(number, 0)), above + program.unit))
    return tuple(edits)


def inside_strings(node: ast.AST) -> set[int]:
    """Lines that begin within a string: their white space belongs to a value."""
    found: set[int] = set()
    for n in ast.walk(node):
        if isinstance(n, ast.JoinedStr) or (isinstance(n, ast.Constant) and isinstance(n.value, (str, bytes))):
            found.update(range(n.lineno + 1, (n.end_lineno or n.lineno) + 1))
    return found


def _own_line(stmt: ast.stmt) -> int:
    decorators = getattr(stmt, "decorator_list", None)
    return decorators[0].lineno if decorators else stmt.lineno


def _compound(sources: Sequence[str]) -> bool:
    """Whether statements need lines of their own: a comment, a line break or a block."""
    return any("\n" in s or "#" in s or s.rstrip().endswith(":") for s in sources)


def _as_lines(program: Program, indent: str, sources: Sequence[str]) -> str:
    return "".join(line + program.newline for s in sources for line in _indented(s, indent))


def _indented(source: str, indent: str) -> list[str]:
    lines = source.split("\n")
    try:
        fixed = inside_strings(ast.parse(source))
    except SyntaxError:
        fixed = set()
    return [line if n in fixed or not line.strip() else indent + line for n, line in enumerate(lines, 1)]


def _below(program: Program, line: int, indent: str, sources: Sequence[str]) -> Edit:
    """At the end of the line rather than the start of the next, which may be another cell of a notebook."""
    text = _as_lines(program, indent, sources)
    at = Position(line, len(program.lines.line(line)))
    return Edit(Span(at, at), program.newline + text.removesuffix(program.newline))


def _without_lines(program: Program, first: int, last: int) -> Edit:
    """Whole lines away; at the end of a text without a last line end, the one before them."""
    if last < len(program.lines.starts) or first == 1:
        return Edit(Span(Position(first, 0), Position(last + 1, 0)), "")
    start = Position(first - 1, len(program.lines.line(first - 1)))
    return Edit(Span(start, Position(last, len(program.lines.line(last)))), "")
