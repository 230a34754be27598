"""Adopting the checker in an old code base: a comment for everything that is found today."""

from __future__ import annotations

from collections.abc import Callable

from ..findings import Edit, Position, Span
from ..report.outcome import Outcome, Report
from ..source.ignore import ignore_here
from ..source.notebooks import rewritten
from ..source.text import apply, split_lines, strip_end
from .files import Unreadable, Unwritable, read
from .write import rewrite


def add_ignores(report: Report, complain: Callable[[str], None]) -> tuple[int, int]:
    """Put a suppression comment to every finding; how many were put, and into how many files.

    Each file that cannot be written is told to `complain`, in one line.
    """
    comments = files = 0
    for outcome in report.outcomes:
        added, program = _commented(outcome)
        if not added:
            continue
        try:
            _write(outcome, program)
        except (Unreadable, Unwritable) as error:
            complain(str(error))
            continue
        comments += added
        files += 1
    return comments, files


def _commented(outcome: Outcome) -> tuple[int, str]:
    """How many comments there are to add, and the program with them. A comment moves no line."""
    program = outcome.text
    seen: set[tuple[int, str]] = set()
    for found in outcome.found:
        fix = ignore_here(program, found.finding)
        if fix is None:
            continue
        mark = (fix.edits[0].span.start.line, found.finding.rule)
        if mark not in seen:
            seen.add(mark)
            program = apply(program, fix.edits)
    return len(seen), program


def _write(outcome: Outcome, program: str) -> None:
    if outcome.path is None:
        raise Unwritable(f"{outcome.name}: there is no file to add comments to")
    if outcome.notebook is None:
        rewrite(outcome.path, outcome.text, program)
        return
    before = read(outcome.path)
    edits = _changed_lines(outcome.text, program)
    rewrite(outcome.path, before, rewritten(before, outcome.notebook.edited(edits)))


def _changed_lines(before: str, after: str) -> list[Edit]:
    """The edits that make one text another of as many lines."""
    edits = []
    for number, (old, new) in enumerate(zip(split_lines(before), split_lines(after), strict=True), 1):
        if old != new:
            edits.append(Edit(Span(Position(number, 0), Position(number, len(strip_end(old)))), strip_end(new)))
    return edits
