"""One file from its text to what is said of it: what a worker does, and what is kept of it for the next run."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..config import Config
from ..findings import Analysis, Finding, Fix
from ..internal import internal_problem
from ..report.outcome import Found, Outcome
from ..source.notebooks import Joined
from .files import Project


@dataclass(frozen=True, slots=True)
class Task:
    """A text that is to be analysed; with `fixes`, what is found is to be mended too."""

    name: str
    path: str | None
    text: str
    config: Config
    fixes: bool = False
    notebook: Joined | None = None


@dataclass(frozen=True, slots=True)
class Studied:
    """What a text has come to, and which other files were asked for on the way, with a digest of what they were."""

    outcome: Outcome
    asked: Mapping[str, str | None] = field(default_factory=dict)


def digest(text: str | None) -> str | None:
    """Names a text by its content; None for a file that is not there."""
    if text is None:
        return None
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


class Recorder:
    """The sources of a project, noting what is asked of them."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self.asked: dict[str, str | None] = {}

    def __call__(self, path: str) -> str | None:
        """The text of the file at `path`."""
        text = self._project(path)
        if path not in self.asked:
            self.asked[path] = digest(text)
        return text


def study(task: Task, project: Project) -> Studied:
    """Analyse a text. Whatever goes wrong becomes a problem of its outcome."""
    from ..analyze import analyze

    sources = Recorder(project)
    analysis = analyze(task.text, task.path, task.config, sources)
    problems = list(analysis.problems)
    found: list[Found] = []
    for finding in analysis.findings:
        try:
            found.append(Found(finding, _fixes(task, analysis, finding, sources)))
        except Exception as error:
            found.append(Found(finding))
            problems.append(internal_problem(f"the search for fixes of {finding.rule}", error))
    text = task.text if found else ""
    outcome = Outcome(task.name, task.path, text, tuple(found), tuple(problems), task.notebook)
    return Studied(outcome, sources.asked)


def _fixes(task: Task, analysis: Analysis, finding: Finding, sources: Recorder) -> tuple[Fix, ...]:
    """The fixes of a finding (libcst is loaded only now)."""
    if not task.fixes:
        return ()
    from ..remedies import offer

    return offer(analysis, finding, sources)
