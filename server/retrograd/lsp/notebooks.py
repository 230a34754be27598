"""Notebooks: the cells of one are one program, in their order, and what is found lands in its cell."""

from __future__ import annotations

import ast
import bisect
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from lsprotocol import types
from pygls.workspace import PositionCodec

from ..findings import Edit, Position, Site, Span
from .documents import LANGUAGE
from .lines import split_lines, strip_end
from .places import foreign_label, foreign_location
from .positions import Ruler
from .session import View

SYNC = types.NotebookDocumentSyncOptions(
    notebook_selector=[
        types.NotebookDocumentFilterWithNotebook(
            notebook=types.NotebookDocumentFilterNotebookType(notebook_type=kind),
            cells=[types.NotebookCellLanguage(language=LANGUAGE)],
        )
        for kind in ("jupyter-notebook", "interactive")
    ],
    save=True,
)
"""Which notebooks, and which of their cells, the client keeps the server in step with."""

# Cell magics whose body is Python of this program; that of any other is another language, or runs elsewhere.
_TRANSPARENT = frozenset({"%%time", "%%timeit", "%%capture", "%%prun", "%%memit", "%%mprun"})
_LINE_MAGIC = re.compile(r"(?P<indent>\s*)(?:[%!?].*|[\w.]+\?{1,2}\s*)$")
_ASSIGNED_MAGIC = re.compile(r"(?P<target>\s*[\w.,* ]+=\s*)[%!](?!=).*$")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of code as it is in the client."""

    uri: str
    version: int | None
    text: str


@dataclass(frozen=True)
class Program:
    """The cells of a notebook, joined."""

    cells: tuple[Cell, ...]

    @cached_property
    def text(self) -> str:
        """The program; what only IPython understands is made harmless, line for line."""
        return "".join("".join(lines) for lines in self._lines)

    @cached_property
    def first_lines(self) -> Sequence[int]:
        """The line of the program, from 1, in which each cell begins."""
        firsts = [1]
        for lines in self._lines:
            firsts.append(firsts[-1] + len(lines))
        return firsts[:-1]

    @cached_property
    def _lines(self) -> Sequence[Sequence[str]]:
        return [_ended(split_lines(blank_magics(cell.text))) for cell in self.cells]

    def at(self, line: int) -> int:
        """The index of the cell that `line` of the program is in."""
        return max(bisect.bisect_right(self.first_lines, line) - 1, 0)


@dataclass(frozen=True)
class NotebookPlaces:
    """The places of a text that is a notebook."""

    view: View
    program: Program
    codec: PositionCodec

    @property
    def documents(self) -> tuple[types.OptionalVersionedTextDocumentIdentifier, ...]:
        """The cells."""
        return tuple(
            types.OptionalVersionedTextDocumentIdentifier(cell.uri, cell.version) for cell in self.program.cells
        )

    @cached_property
    def _rulers(self) -> Sequence[Ruler]:
        return [Ruler(cell.text, self.codec) for cell in self.program.cells]

    def location(self, site: Site) -> types.Location:
        """The cell and the client's range in it; what goes beyond the cell is cut off at its end."""
        foreign = foreign_location(site, self.view, self.codec)
        if foreign is not None or not self.program.cells:
            return foreign or types.Location(self.view.uri, types.Range(types.Position(0, 0), types.Position(0, 0)))
        return types.Location(*self._range(site.span))

    def position(self, uri: str, position: types.Position) -> Position:
        """The place in the program of a position in the cell `uri`."""
        for cell, ruler, first in zip(self.program.cells, self._rulers, self.program.first_lines, strict=True):
            if cell.uri == uri:
                inside = ruler.from_client(position)
                return replace(inside, line=inside.line + first - 1)
        return Position(0, 0)

    def edit(self, edit: Edit) -> tuple[str, types.TextEdit]:
        """The edit, as one of the cell it begins in."""
        uri, range_ = self._range(edit.span)
        return uri, types.TextEdit(range_, edit.content)

    def label(self, site: Site) -> str:
        """Which cell, and which line in it."""
        index = self.program.at(site.line)
        line = site.line - self.program.first_lines[index] + 1 if self.program.cells else site.line
        return foreign_label(site, self.view) or f"cell {index + 1} line {line}"

    def _range(self, span: Span) -> tuple[str, types.Range]:
        index = self.program.at(span.start.line)
        first, ruler = self.program.first_lines[index], self._rulers[index]
        start = replace(span.start, line=span.start.line - first + 1)
        end = replace(span.end, line=span.end.line - first + 1)
        return self.program.cells[index].uri, ruler.to_range(Span(start, end))


def blank_magics(text: str) -> str:
    """The text of a cell with the lines that only IPython understands made harmless.

    A cell that is Python as it stands has none, so that a line of a string that begins with a percent sign is safe.
    """
    lines = split_lines(text)
    head = next((line.split()[0] for line in lines if line.strip()), "")
    if head.startswith("%%") and head not in _TRANSPARENT:
        return "".join(map(_blank, lines))
    if _is_python(text):
        return text
    return "".join(map(_without_magic, lines))


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _without_magic(line: str) -> str:
    if found := _LINE_MAGIC.match(strip_end(line)):
        return f"{found['indent']}pass{_blank(line)}"
    if found := _ASSIGNED_MAGIC.match(strip_end(line)):
        return f"{found['target']}None{_blank(line)}"
    return line


def _blank(line: str) -> str:
    """Only the end of `line`."""
    return line[len(strip_end(line)) :]


def _ended(lines: list[str]) -> list[str]:
    """The lines of a cell, the last one ended as well, and at least one."""
    if not lines:
        return ["\n"]
    if not lines[-1].endswith(("\r", "\n")):
        lines[-1] += "\n"
    return lines
