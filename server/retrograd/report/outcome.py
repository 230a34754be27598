"""What a run has found, as a value: reports are made of it and of nothing else."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..findings import Finding, Fix, Problem, Severity, Site, Span
from ..source.notebooks import Joined

Read = Callable[[str], "str | None"]
"""Gives the text of a file by path, or None where it cannot be read."""

GRAVITY = {Severity.ERROR: 3, Severity.WARNING: 2, Severity.INFORMATION: 1, Severity.HINT: 0}
"""How grave a severity is, the higher the graver."""


_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


@dataclass(frozen=True, slots=True)
class Found:
    """A finding, and the fixes that are offered for it, where somebody asked for them."""

    finding: Finding
    fixes: tuple[Fix, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one file has come to. `name` is the file as the user knows it, `path` where it is."""

    name: str
    path: str | None
    text: str
    found: tuple[Found, ...] = ()
    problems: tuple[Problem, ...] = ()
    notebook: Joined | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """Everything a run has come to; `outcomes` are those that have something to say, in the order of the files."""

    outcomes: tuple[Outcome, ...]
    files: int
    read: Read

    def __iter__(self) -> Iterator[tuple[Outcome, Found]]:
        """Every finding with the file it is in."""
        for outcome in self.outcomes:
            for found in outcome.found:
                yield outcome, found

    @property
    def total(self) -> int:
        """How many findings there are."""
        return sum(len(outcome.found) for outcome in self.outcomes)

    def counts(self) -> list[tuple[str, int]]:
        """How often each rule was broken, the most frequent first."""
        counted = Counter(found.finding.rule for _, found in self)
        return sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))


@dataclass(frozen=True, slots=True)
class Place:
    """A site as people count: file as it is shown, cell of a notebook, rows and columns from 1."""

    filename: str
    row: int
    column: int
    end_row: int
    end_column: int
    cell: int | None = None

    def __str__(self) -> str:
        cell = f":cell {self.cell}" if self.cell is not None else ""
        return f"{self.filename}{cell}:{self.row}:{self.column}"


def place(outcome: Outcome, site: Site) -> Place:
    """Where a site is, for people."""
    if is_own(outcome, site):
        return own_place(outcome, site.span)
    start, end = site.span.start, site.span.end
    return Place(shown(site.path or ""), start.line, start.column + 1, end.line, end.column + 1)


def own_place(outcome: Outcome, span: Span) -> Place:
    """Where a span of the file itself is; of a notebook, in which cell."""
    first, cell = 1, None
    if outcome.notebook is not None and outcome.notebook.cells:
        index = outcome.notebook.at(span.start.line)
        first, cell = outcome.notebook.first_lines[index], index + 1
    row, end = span.start.line - first + 1, span.end.line - first + 1
    return Place(outcome.name, row, span.start.column + 1, end, span.end.column + 1, cell)


def is_own(outcome: Outcome, site: Site) -> bool:
    """Whether a site is in the file of the outcome, and not in one that it imports."""
    return site.path is None or site.path == outcome.path


def shown(path: str) -> str:
    """A path as a person at this prompt would write it: from the working folder on where it is below that."""
    base = os.path.join(os.getcwd(), "")
    return path[len(base) :] if path.startswith(base) else path


def visible(text: str) -> str:
    """Text as it can be shown: control characters, which a terminal would obey, as their pictures."""
    return _CONTROL.sub(_picture, text)


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    return chr(0x2421 if code == 0x7F else 0x2400 + code) if code < 0x80 else "\ufffd"


def plural(count: int, what: str) -> str:
    """`3 files`."""
    return f"{count} {what}{'' if count == 1 else 's'}"
