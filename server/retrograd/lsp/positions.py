"""Between the engine's positions (line from 1, column in code points) and the units the client counts in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from lsprotocol import types
from pygls.workspace import PositionCodec

from ..findings import Position, Span
from ..source.text import split_lines, strip_end


@dataclass(frozen=True)
class Ruler:
    """Converts positions in one text to and from the units of one client."""

    text: str
    codec: PositionCodec

    @cached_property
    def lines(self) -> Sequence[str]:
        """The lines of the text without their ends."""
        return [strip_end(line) for line in split_lines(self.text)]

    def to_client(self, position: Position) -> types.Position:
        """The client's position; what lies outside of the text is moved to its nearest edge."""
        line = max(position.line - 1, 0)
        if line >= len(self.lines):
            return self.end
        return types.Position(line, to_units(self.lines[line], position.column, self.codec))

    def to_range(self, span: Span) -> types.Range:
        """The client's range for `span`."""
        return types.Range(start=self.to_client(span.start), end=self.to_client(span.end))

    def from_client(self, position: types.Position) -> Position:
        """The engine's position; a place past the end of a line is the end of that line."""
        if position.line >= len(self.lines):
            return Position(len(self.lines) + 1, 0)
        line = self.lines[position.line]
        units = min(position.character, self.codec.client_num_units(line))
        found = self.codec.position_from_client_units([line], types.Position(0, units))
        return Position(position.line + 1, found.character)

    def from_range(self, range_: types.Range) -> Span:
        """The engine's span for `range_`."""
        return Span(self.from_client(range_.start), self.from_client(range_.end))

    @property
    def end(self) -> types.Position:
        """Where the text ends, in the client's units."""
        if not self.lines or self.text.endswith(("\r", "\n")):
            return types.Position(len(self.lines), 0)
        last = self.lines[-1]
        return types.Position(len(self.lines) - 1, self.codec.client_num_units(last))


def to_units(line: str, column: int, codec: PositionCodec) -> int:
    """The code-point `column` of `line` in the client's units, never outside of the line."""
    units: int = codec.client_num_units(line[: max(column, 0)])
    return units


def contains(span: Span, position: Position) -> bool:
    """Whether `position` is in `span` or at one of its ends."""
    return span.start <= position <= span.end


def overlaps(one: Span, other: Span) -> bool:
    """Whether two spans share a place; touching counts, so that a caret at the end of a call still means the call."""
    return one.start <= other.end and other.start <= one.end
