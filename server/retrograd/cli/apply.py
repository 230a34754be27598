"""Mending files.

Fixes are proved one at a time against the text as it is, so they are applied one at a time: after each, the text is
analysed again, until nothing that is found has a fix that may be applied.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ..analyze import analyze
from ..config import Config
from ..findings import Applicability, Fix
from ..report.outcome import Outcome, Report
from ..source.notebooks import Joined, rewritten
from ..source.text import apply, split_lines
from .files import Project, Unreadable, Unwritable, read
from .study import Task, study
from .write import rewrite

MOST = 200
"""So many fixes are applied to one file in one run."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which fixes may be applied: the preferred one of a finding where it is safe, or what is asked for beyond that."""

    unsafe: bool = False
    remedies: frozenset[str] = frozenset()

    def of(self, fixes: Sequence[Fix]) -> Fix | None:
        """The fix to apply. A remedy that was asked for by its name is applied although it may be unsafe."""
        if self.remedies:
            return next((f for f in fixes if f.remedy in self.remedies), None)
        best = next((f for f in fixes if f.preferred), None)
        if best is None or (best.applicability is not Applicability.SAFE and not self.unsafe):
            return None
        return best

    def passes(self, fixes: Sequence[Fix]) -> bool:
        """Whether there is a preferred fix that is only not applied because it is unsafe."""
        return not self.remedies and not self.unsafe and any(f.preferred for f in fixes) and self.of(fixes) is None


@dataclass(frozen=True, slots=True)
class Mended:
    """A file as it was, and what it became by so many fixes; `passed` findings have a fix that was not safe enough."""

    was: Outcome
    text: str
    notebook: Joined | None
    fixes: int
    passed: int


@dataclass(slots=True)
class Tally:
    """How much a run has mended, or would, and how many findings that are left have a fix that was not safe enough."""

    fixed: int = 0
    files: int = 0
    passed: int = 0

    def add(self, mended: Mended) -> None:
        """Count a file."""
        self.fixed += mended.fixes
        self.files += bool(mended.fixes)
        self.passed += mended.passed


ConfigOf = Callable[[Outcome], Config]


def fix_files(
    report: Report, config_of: ConfigOf, choice: Choice, tally: Tally, complain: Callable[[str], None]
) -> Report:
    """Mend and write the files of a report whose findings have their fixes, and report what is left of it.

    A file that cannot be written stays as it is, and is told to `complain` in one line.
    """
    left: list[Outcome] = []
    for outcome in report.outcomes:
        config = config_of(outcome)
        mended = mend(outcome, config, choice)
        if mended.fixes:
            try:
                _write(mended)
            except (Unreadable, Unwritable) as error:
                complain(str(error))
                left.append(outcome)
                continue
            task = Task(outcome.name, outcome.path, mended.text, config, True, mended.notebook)
            outcome = study(task, Project()).outcome
        tally.add(mended)
        if outcome.found or outcome.problems:
            left.append(outcome)
    return Report(tuple(left), report.files, report.read)


def differences(report: Report, config_of: ConfigOf, choice: Choice, tally: Tally) -> Iterator[str]:
    """What `fix_files` would change, as a unified diff for each file, counted in `tally`."""
    for outcome in report.outcomes:
        mended = mend(outcome, config_of(outcome), choice)
        tally.add(mended)
        if mended.fixes:
            yield "".join(_diff(mended))


def mend(outcome: Outcome, config: Config, choice: Choice) -> Mended:
    """Apply fix after fix to the text of a file, each to what the one before has left."""
    # Not the project of the run: files that are imported may have been mended since.
    project = Project()
    text, notebook = outcome.text, outcome.notebook
    offers: Iterator[tuple[Fix, ...]] = iter([found.fixes for found in outcome.found])
    count = 0
    while True:
        fix, passed = _next(offers, choice)
        if fix is None or count == MOST:
            return Mended(outcome, text, notebook, count, passed)
        count += 1
        if notebook is None:
            text = apply(text, fix.edits)
        else:
            notebook = notebook.edited(fix.edits)
            text = notebook.text
        offers = _offers(text, outcome.path, config, project)


def _next(offers: Iterator[tuple[Fix, ...]], choice: Choice) -> tuple[Fix | None, int]:
    """The first fix that may be applied; where there is none, how many findings have one that was not safe enough."""
    passed = 0
    for fixes in offers:
        fix = choice.of(fixes)
        if fix is not None:
            return fix, 0
        passed += choice.passes(fixes)
    return None, passed


def _offers(text: str, path: str | None, config: Config, project: Project) -> Iterator[tuple[Fix, ...]]:
    from ..remedies import offer

    analysis = analyze(text, path, config, project)
    for finding in analysis.findings:
        yield offer(analysis, finding, project)


def _write(mended: Mended) -> None:
    was = mended.was
    if was.path is None:
        raise Unwritable(f"{was.name}: there is no file to write to")
    if mended.notebook is None:
        rewrite(was.path, was.text, mended.text)
    else:
        before = read(was.path)
        rewrite(was.path, before, rewritten(before, mended.notebook))


def _diff(mended: Mended) -> Iterator[str]:
    """The change as `patch` takes it; of a notebook, that of each cell."""
    name = mended.was.name
    if mended.notebook is None or mended.was.notebook is None:
        yield from _unified(name, mended.was.text, mended.text)
        return
    for number, (old, new) in enumerate(zip(mended.was.notebook.cells, mended.notebook.cells, strict=True), 1):
        yield from _unified(f"{name}:cell {number}", old, new)


def _unified(name: str, before: str, after: str) -> Iterator[str]:
    for line in difflib.unified_diff(split_lines(before), split_lines(after), name, name):
        yield line if line.endswith(("\n", "\r")) else f"{line}\n\\ No newline at end of file\n"


def remedy_names() -> list[str]:
    """The names of all remedies."""
    from ..remedies import all_remedies

    return [m.NAME for m in all_remedies()]
