"""What rules read: the log of an execution, with places turned into sites of the text."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import Any

from ..findings import Position, Related, Site, Span
from ..interp.events import Log

_LINES = re.compile(r"\r\n|\r|\n")


class Places:
    """Turns syntax nodes of a text (UTF-8 byte columns) into sites (code points), and back into source."""

    def __init__(self, text: str, path: str | None) -> None:
        self.path = path
        self.lines = _LINES.split(text)

    def position(self, line: int, column: int) -> Position:
        """A place of the syntax tree."""
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        if not text.isascii():
            column = len(text.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "ignore"))
        return Position(line, column)

    def span(self, node: ast.AST) -> Span:
        """The span of a syntax node."""
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        end, end_column = getattr(node, "end_lineno", line) or line, getattr(node, "end_col_offset", column)
        return Span(self.position(line, column), self.position(end, end_column or 0))

    def site(self, node: ast.AST) -> Site:
        """The site of a syntax node."""
        return Site(self.path, self.span(node))

    def source(self, node: ast.AST, limit: int = 48) -> str:
        """The node as it is written, on one line, cut to `limit`."""
        try:
            text = ast.unparse(node)
        except (ValueError, RecursionError, AttributeError):
            text = ""
        text = " ".join(text.split())
        return text if len(text) <= limit else text[: limit - 1] + "…"


@dataclass(frozen=True, slots=True)
class Facts:
    """One execution, for the rules."""

    log: Log
    places: Places
    tree: ast.Module
    complete: bool
    machine: Any

    def related(self, node: ast.AST | None, message: str) -> tuple[Related, ...]:
        """A related place, where there is one."""
        return () if node is None else (Related(self.places.site(node), message),)
