"""The edits that make one text another."""

from __future__ import annotations

import difflib

from ..findings import Edit, Span
from .text import Lines, split_lines


def difference(old: str, new: str) -> tuple[Edit, ...]:
    """The smallest edits, by lines and within them, that make one text another."""
    one, two = split_lines(old), split_lines(new)
    lines = Lines(old)
    starts = [0]
    for line in one:
        starts.append(starts[-1] + len(line))
    edits = []
    for kind, a, b, c, d in difflib.SequenceMatcher(None, one, two, autojunk=False).get_opcodes():
        if kind != "equal":
            was, now = "".join(one[a:b]), "".join(two[c:d])
            head = _common(was, now)
            tail = _common(was[head:][::-1], now[head:][::-1])
            span = Span(lines.place(starts[a] + head), lines.place(starts[b] - tail))
            edits.append(Edit(span, now[head : len(now) - tail]))
    return tuple(edits)


def _common(one: str, two: str) -> int:
    for i, (a, b) in enumerate(zip(one, two)):
        if a != b:
            return i
    return min(len(one), len(two))
