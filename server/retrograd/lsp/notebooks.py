"""Notebooks: the cells of one are one program, in their order, and what is found lands in its cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from lsprotocol import types
from pygls.workspace import PositionCodec

from ..findings import Edit, Position, Site, Span
from ..source.notebooks import Joined
from .documents import LANGUAGE
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
    def _joined(self) -> Joined:
        return Joined(tuple(cell.text for cell in self.cells))

    @property
    def text(self) -> str:
        """The program; what only IPython understands is made harmless, line for line."""
        return self._joined.text

    @property
    def first_lines(self) -> Sequence[int]:
        """The line of the program, from 1, in which each cell begins."""
        return self._joined.first_lines

    def at(self, line: int) -> int:
        """The index of the cell that `line` of the program is in."""
        return self._joined.at(line)


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
