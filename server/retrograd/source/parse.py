"""Parsing that never fails: what does not parse is reported and blanked out, the rest is analysed."""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass

from ..findings import Position, Problem, Site, Span
from .text import Lines

_TOP = re.compile(r"^[^\s#)\]}'\"]")
_CONTINUES = re.compile(r"^(elif|else|except|finally)\b")


@dataclass(frozen=True, slots=True)
class Parsed:
    """The syntax tree of a text, or of the parts of it that parse, with what does not."""

    tree: ast.Module
    problems: tuple[Problem, ...] = ()


def parse(text: str) -> Parsed:
    """Parse a text; on a syntax error, the top-level statements that parse on their own."""
    try:
        return Parsed(_tree(text))
    except SyntaxError as error:
        problem = Problem(_site(error), f"syntax error: {error.msg}")
    except (ValueError, RecursionError, MemoryError) as error:
        return Parsed(ast.Module([], []), (Problem(None, f"syntax error: {error or type(error).__name__}"),))
    body: list[ast.stmt] = []
    for first, part in _segments(text):
        try:
            tree = _tree("\n" * (first - 1) + part)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        body.extend(tree.body)
    return Parsed(ast.Module(body, []), (problem,))


def _tree(text: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def _site(error: SyntaxError) -> Site:
    line, column = max(error.lineno or 1, 1), max((error.offset or 1) - 1, 0)
    return Site(None, Span(Position(line, column), Position(line, column + 1)))


def _segments(text: str) -> list[tuple[int, str]]:
    """Stretches that begin at a top-level statement, with their first line."""
    lines = Lines(text)
    count = len(lines.starts)
    heads = [n for n in range(1, count + 1) if _TOP.match(lines.line(n)) and not _CONTINUES.match(lines.line(n))]
    heads = [n for n in heads if not (n - 1 in heads and lines.line(n - 1).startswith("@"))]
    found = []
    for i, head in enumerate(heads):
        end = heads[i + 1] if i + 1 < len(heads) else count + 1
        found.append((head, "\n".join(lines.line(n) for n in range(head, end))))
    return found
