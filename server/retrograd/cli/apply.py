"""Mending files: what `check --fix` writes and `check --diff` shows."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..analyze import analyze
from ..config import Config
from ..findings import Edit
from ..mending import Choice, Mending, offers_by
from ..report.outcome import Outcome, Report
from ..source.notebooks import Joined, rewritten
from ..source.text import apply, split_lines
from .files import Project, Unreadable, Unwritable, read
from .study import Task, study
from .write import rewrite


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
    from ..remedies import offer

    # Not the project of the run: files that are imported may have been mended since.
    project = Project()
    cells = _Cells(outcome.notebook)
    offers = offers_by(
        lambda text: analyze(text, outcome.path, config, project),
        lambda analysis, finding: offer(analysis, finding, project),
    )
    mending = Mending(outcome.text, choice, offers, cells.edit)
    mending.run([(found.finding, found.fixes) for found in outcome.found])
    return Mended(outcome, mending.text, cells.joined, mending.count, mending.passed)


class _Cells:
    """The notebook that goes along with a text, if there is one: an edit of the text is one of a cell."""

    def __init__(self, joined: Joined | None) -> None:
        self.joined = joined

    def edit(self, text: str, edits: tuple[Edit, ...]) -> str:
        """The text after edits."""
        if self.joined is None:
            return apply(text, edits)
        self.joined = self.joined.edited(edits)
        return self.joined.text


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
