"""Carrying what is known of one text over to a slightly edited one.

While somebody types there is an answer for an older text only. Its findings still hold outside of the stretch that
was edited: what comes before stays where it is, what comes after moves along.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from ..findings import Analysis, Position, Site, Span
from ..source.text import split_lines

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Drift:
    """The stretch in which two texts differ: from `start` to `old_end` in the old, to `new_end` in the new."""

    start: Position
    old_end: Position
    new_end: Position

    def start_of(self, position: Position) -> Position:
        """Where something that begins at `position` of the old text begins in the new; text put before it moves it."""
        return position if position < self.start else self._past(position)

    def end_of(self, position: Position) -> Position:
        """Where something that ends at `position` of the old text ends in the new; text put behind it does not."""
        return position if position <= self.start else self._past(position)

    def span(self, span: Span) -> Span:
        """Where `span` of the old text is in the new."""
        start = self.start_of(span.start)
        return Span(start, max(start, self.end_of(span.end)))

    def _past(self, position: Position) -> Position:
        if position < self.old_end:
            return min(position, self.new_end)
        line = position.line - self.old_end.line + self.new_end.line
        if position.line > self.old_end.line:
            return Position(line, position.column)
        return Position(line, position.column - self.old_end.column + self.new_end.column)


def measure(old: str, new: str) -> Drift:
    """The smallest single stretch whose replacement turns `old` into `new`."""
    before, after = split_lines(old), split_lines(new)
    head = _same(before, after)
    tail = _same(before[head:][::-1], after[head:][::-1])
    old_mid = "".join(before[head : len(before) - tail])
    new_mid = "".join(after[head : len(after) - tail])
    lead = _same(old_mid, new_mid)
    trail = _same(old_mid[lead:][::-1], new_mid[lead:][::-1])
    start = _advance(Position(head + 1, 0), old_mid[:lead])
    return Drift(
        start,
        _advance(start, old_mid[lead : len(old_mid) - trail]),
        _advance(start, new_mid[lead : len(new_mid) - trail]),
    )


def carry(analysis: Analysis, text: str) -> Analysis:
    """`analysis` with each of its own places moved to where it is in `text`; what was edited away is gone."""
    if analysis.text == text:
        return analysis
    drift = measure(analysis.text, text)
    moved = _move(dataclasses.replace(analysis, text=""), drift, analysis.path)
    return dataclasses.replace(
        moved,
        text=text,
        findings=tuple(finding for finding in moved.findings if _is_there(finding.site)),
        runs=tuple(run for run in moved.runs if _is_there(run.site)),
    )


def _is_there(site: Site) -> bool:
    return site.span.start < site.span.end


def _move(value: T, drift: Drift, path: str | None) -> T:
    if isinstance(value, Site):
        own = value.path is None or value.path == path
        return dataclasses.replace(value, span=drift.span(value.span)) if own else value
    if isinstance(value, tuple):
        return tuple(_move(item, drift, path) for item in value)  # type: ignore[return-value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return dataclasses.replace(value, **{name: _move(item, drift, path) for name, item in fields.items()})
    return value


def _same(one: Sequence[str], other: Sequence[str]) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _advance(position: Position, text: str) -> Position:
    lines = split_lines(text)
    if not lines:
        return position
    ended = lines[-1].endswith(("\r", "\n"))
    line = position.line + len(lines) - (0 if ended else 1)
    if ended:
        return Position(line, 0)
    return Position(line, len(lines[-1]) + (position.column if len(lines) == 1 else 0))
