"""Finding the file and the line of a frame here, though it may come from another machine or an earlier version."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence

from ..source.text import Lines
from .read import Frame

MANY = 20_000
"""So many files are looked at in search of one that has moved."""


def locate(frame: Frame, files: Callable[[], Iterable[str]]) -> str | None:
    """The file that a frame is in: where it says, else at the end of its path from here on, else among `files`."""
    parts = [part for part in frame.file.replace("\\", "/").split("/") if part not in ("", ".", "~")]
    if os.path.isfile(frame.file):
        return frame.file
    for first in range(len(parts)):
        path = os.path.join(*parts[first:])
        if os.path.isfile(path):
            return path
    if frame.cell is not None or not parts:
        return None
    best: tuple[int, str] | None = None
    for _, path in zip(range(MANY), files(), strict=False):
        common = _common(path.replace("\\", "/").split("/"), parts)
        if common and (best is None or common > best[0]):
            best = (common, path)
    return None if best is None else best[1]


def _common(path: Sequence[str], parts: Sequence[str]) -> int:
    """How many parts two paths have in common, from their ends on."""
    count = 0
    for one, other in zip(reversed(path), reversed(parts)):
        if one != other:
            break
        count += 1
    return count


def lines_of(frame: Frame, text: str) -> list[int]:
    """The line of a frame in the text as it is now; where that has moved on, every line where its source now stands."""
    lines = Lines(text)
    if not frame.source:
        return [frame.line] if frame.line <= len(lines.starts) and frame.cell is None else []
    if frame.cell is None and lines.line(frame.line).strip() == frame.source:
        return [frame.line]
    standing = [n for n in range(1, len(lines.starts) + 1) if lines.line(n).strip() == frame.source]
    return sorted(standing, key=lambda n: abs(n - frame.line))
