"""From paths to a report: find, read, pass over what has no part in this, take what is known, study the rest."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from ..config import Config
from ..configuration.resolver import Resolver
from ..report.outcome import Outcome, Report
from ..source.notebooks import NotANotebook
from ..source.notebooks import read as notebook
from ..source.words import may_mention, mentions_autograd, mentions_retrograd
from .files import Finder, Project, Unreadable, read, text_of
from .progress import Progress
from .study import Studied, Task

STDIN = "-"

BATCH = 500
"""After so many files what they have come to is kept, for a long run may be ended in the middle."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a run is asked for."""

    paths: tuple[str, ...]
    resolver: Resolver
    over: Callable[[Config], Config]
    stdin_filename: str | None = None
    fixes: bool = False
    force_exclude: bool = False
    jobs: int | None = None
    caching: bool = True
    cache_folder: str | None = None
    progress: bool = False


@dataclass(slots=True)
class Run:
    """A run: what it has come to, and what it could not do, each of which was told in one line.

    `checked` are the files that could be read, and under which settings.
    """

    request: Request
    complain: Callable[[str], None]
    failed: bool = False
    project: Project = field(default_factory=Project)
    checked: dict[str, Config] = field(default_factory=dict)
    _told: set[str] = field(default_factory=set)

    def report(self) -> Report:
        """Do it."""
        tasks: list[Task] = []
        files = 0
        for shown, path, reading in self._files():
            files += 1
            task = self._task(shown, path, reading)
            if task is not None:
                tasks.append(task)
        outcomes = tuple(o for o in self._outcomes(tasks) if o.found or o.problems)
        for outcome in outcomes:
            self._problems(outcome)
        return Report(outcomes, files, self.project)

    def fail(self, line: str) -> None:
        """Something could not be done; it is told once."""
        self.failed = True
        if line not in self._told:
            self._told.add(line)
            self.complain(line)

    def _files(self) -> Iterator[tuple[str, str | None, Callable[[], str]]]:
        """Each file as it is shown, where it is (standard input is nowhere unless it was given a name), how it is read."""
        if STDIN in self.request.paths:
            given = self.request.stdin_filename
            shown = given or STDIN
            yield shown, os.path.abspath(given) if given else None, lambda: text_of(shown, sys.stdin.buffer.read())
        finder = Finder(self.request.resolver, self.fail, self.request.force_exclude)
        for shown, path in finder.find(path for path in self.request.paths if path != STDIN):
            yield shown, path, functools.partial(read, shown)

    def _task(self, shown: str, path: str | None, reading: Callable[[], str]) -> Task | None:
        """What there is to do for a file; nothing for one that cannot be read or has no part in this."""
        resolved = self.request.resolver.of_folder(os.path.dirname(path) if path else os.getcwd())
        for problem in resolved.problems:
            self.fail(problem)
        try:
            text = reading()
            config = self.request.over(resolved.config)
            if path is not None:
                self.checked[path] = config
            if not may_mention(text):
                return None
            joined = notebook(text) if shown.endswith(".ipynb") else None
            program = text if joined is None else joined.text
            if not (mentions_autograd(program) or mentions_retrograd(program)):
                return None
            return Task(shown, path, program, config, self.request.fixes, joined)
        except Unreadable as error:
            self.fail(str(error))
        except NotANotebook as error:
            self.fail(f"{shown}: {error}")
        return None

    def _outcomes(self, tasks: Sequence[Task]) -> Sequence[Outcome]:
        if not tasks:
            return ()
        known: dict[int, Outcome] = {}
        cache = None
        if self.request.caching:
            from .cache import Cache, folder_for

            cache = Cache(self.request.cache_folder or folder_for(os.getcwd()), self.project)
            for number, task in enumerate(tasks):
                if (outcome := cache.get(task)) is not None:
                    known[number] = outcome
        new = [number for number in range(len(tasks)) if number not in known]
        fresh: list[tuple[Task, Studied]] = []
        try:
            for number, studied in self._study([tasks[number] for number in new]):
                known[new[number]] = studied.outcome
                fresh.append((tasks[new[number]], studied))
                if cache is not None and len(fresh) == BATCH:
                    cache.put(fresh)
                    fresh.clear()
        finally:
            if cache is not None:
                cache.put(fresh)
                cache.close()
        return [known[number] for number in range(len(tasks))]

    def _study(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Studied]]:
        if not tasks:
            return
        from .pool import cores, silence, study_all

        silence()
        with Progress(len(tasks), self.request.progress) as progress:
            for pair in study_all(tasks, self.request.jobs or cores(), self.project):
                yield pair
                progress.advance()

    def _problems(self, outcome: Outcome) -> None:
        from ..report.outcome import place

        for problem in outcome.problems:
            if problem.kind == "budget":
                continue
            where = outcome.name if problem.site is None else place(outcome, problem.site)
            self.complain(f"{where}: {problem.message}")
            self.failed = self.failed or problem.kind == "internal"
