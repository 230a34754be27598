"""What there is to say of a pasted traceback, as a value."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from ..analyze import analyze
from ..config import Config
from ..findings import Analysis, Finding, Run, Span
from ..source.notebooks import Joined, NotANotebook
from ..source.notebooks import read as notebook
from .errors import Complaint, Modified, era, modified, recognise
from .locate import lines_of, locate
from .read import Frame, Traceback, read


@dataclass(frozen=True, slots=True)
class Seen:
    """The file of the error as the analysis sees it, with the fault and the call at the line of the error."""

    name: str
    analysis: Analysis
    notebook: Joined | None
    finding: Finding | None = None
    run: Run | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """A complaint of torch that was recognised, where it was raised, and what the analysis sees there."""

    complaint: Complaint
    traceback: Traceback
    versions: str | None
    modified: Modified | None
    frame: Frame | None
    seen: Seen | None
    notes: tuple[str, ...] = field(default=())


def explain(
    text: str,
    sources: Callable[[str], str | None],
    files: Callable[[], Iterable[str]],
    given: str | None = None,
) -> Explanation | None:
    """Explain a traceback; None where it holds no complaint of autograd.

    `files` are those among which the user's may be, and `given` is the file that the user says it is.
    """
    complaint = recognise(text)
    if complaint is None:
        return None
    traceback = read(text)
    frame = traceback.deepest
    notes = [traceback.through] if traceback.through else []
    seen: Seen | None = None
    path = given or (locate(frame, files) if frame is not None else None)
    if path is not None:
        seen = _look(path, frame, traceback, complaint, sources, notes)
    elif frame is not None:
        notes.append(f"The file of the error, {frame.file}, is not here: name it with --file, or run this beside it.")
    else:
        notes.append("The text shows no line of your own code: paste the traceback from its first line on.")
    return Explanation(complaint, traceback, era(text), modified(text), frame, seen, tuple(notes))


def _look(
    path: str,
    frame: Frame | None,
    traceback: Traceback,
    complaint: Complaint,
    sources: Callable[[str], str | None],
    notes: list[str],
) -> Seen | None:
    text = sources(path)
    if text is None:
        notes.append(f"{path} cannot be read.")
        return None
    joined: Joined | None = None
    if path.endswith(".ipynb"):
        try:
            joined = notebook(text)
        except NotANotebook as error:
            notes.append(f"{path}: {error}")
            return None
        text = joined.text
    analysis = analyze(text, os.path.abspath(path), Config(), sources)
    lines = lines_of(frame, text) if frame is not None else []
    if frame is not None and not lines:
        notes.append(
            f"Line {frame.line} of the traceback is not in {path} as it is now; the file may have changed since."
        )
    finding = _finding(analysis, complaint, lines, traceback, text)
    run = next((run for run in analysis.runs if any(_covers(run.site.span, line) for line in lines)), None)
    return Seen(path, analysis, joined, finding, run)


def _finding(
    analysis: Analysis, complaint: Complaint, lines: list[int], traceback: Traceback, text: str
) -> Finding | None:
    """The finding of the rule at the line of the error; else at a line that led there; else the only one there is."""
    found = [finding for finding in analysis.findings if finding.rule == complaint.rule]
    name = os.path.basename(analysis.path or "")
    callers = [n for f in reversed(traceback.frames) if os.path.basename(f.file) == name for n in lines_of(f, text)]
    for wanted in (*lines, *callers):
        for finding in found:
            sites = [finding.site, *([finding.run] if finding.run else [])]
            if any(_covers(site.span, wanted) for site in sites):
                return finding
    return found[0] if len(found) == 1 and not lines else None


def _covers(span: Span, line: int) -> bool:
    return span.start.line <= line <= span.end.line
