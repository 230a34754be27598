"""What is known of each open text: one analysis at a time for each, the newest version wins, the last answer stays.

The session knows nothing of the protocol; `analyze` and `mend` of the engine it is given are the seam for tests.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from ..config import Config
from ..findings import Analysis, Finding, Fix
from .drift import carry
from .engine import Engine
from .worker import Answer, Mend, MendAll, Study

log = logging.getLogger(__name__)

TYPING_PAUSE = 0.15
"""How many seconds of rest after a change make a pause."""

PREPARED = 8
"""For how many findings of a text the fixes are worked out before somebody asks."""

REST = 0.4
"""How many seconds after an analysis that begins, so that it does not begin between two words."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How a text is to be treated: whether at all, whether while it is typed, and with which configuration."""

    enable: bool = True
    on_type: bool = True
    config: Config = field(default_factory=Config)


@dataclass(frozen=True, slots=True)
class View:
    """What can be said of a text now.

    `analysis` speaks of `text` in any case; unless it is `current` it was made of an earlier version and carried over.
    """

    uri: str
    version: int
    text: str
    analysis: Analysis
    lines: Mapping[tuple[str, int], str]
    current: bool
    known: int


@dataclass(frozen=True, slots=True)
class _Known:
    version: int
    answer: Answer
    terms: Terms

    @property
    def text(self) -> str:
        return self.answer.analysis.text

    @property
    def whole(self) -> bool:
        """Whether all of the text was analysed, as far as the budget went."""
        return not any(problem.kind in ("syntax", "internal") for problem in self.answer.analysis.problems)


@dataclass(slots=True)
class _Subject:
    uri: str
    path: str | None
    version: int
    text: str
    known: _Known | None = None
    stale: bool = False
    on_type: bool = True
    task: asyncio.Task[None] | None = None
    preparing: asyncio.Task[None] | None = None
    fixes: dict[Finding, asyncio.Task[tuple[Fix, ...]]] = field(default_factory=dict)

    def drop(self) -> None:
        """Stop all work on the present text."""
        for task in (self.task, self.preparing, *self.fixes.values()):
            if task is not None:
                task.cancel()
        self.fixes = {}

    def depends_on(self, paths: frozenset[str]) -> bool:
        """Whether one of `paths` was read for what is known."""
        return self.known is not None and any(_key(path) in paths for path in self.known.answer.analysis.dependencies)


class Session:
    """All open texts.

    `terms` says how a text is to be treated; `announce(uri, asked)` is called whenever more is known of a text, with
    `asked` False where that is not the answer to an opening or an edit of that text itself.
    """

    def __init__(
        self,
        engine: Engine,
        terms: Callable[[str, str | None], Awaitable[Terms]],
        announce: Callable[[str, bool], None],
        pause: float = TYPING_PAUSE,
    ) -> None:
        self._engine = engine
        self._terms = terms
        self._announce = announce
        self._pause = pause
        self._subjects: dict[str, _Subject] = {}

    def open(self, uri: str, version: int, text: str, path: str | None) -> None:
        """Take up a text and analyse it at once."""
        self.close(uri)
        subject = self._subjects[uri] = _Subject(uri, path, version, text)
        self._study(subject, 0)
        self._study_dependents(subject)

    def change(self, uri: str, version: int, text: str) -> None:
        """Note a newer version; what runs for older ones is cancelled."""
        subject = self._subjects.get(uri)
        if subject is None:
            return
        subject.version, subject.text = version, text
        self._study(subject, self._pause, typed=True)
        self._study_dependents(subject)

    def save(self, uri: str) -> None:
        """Analyse now what was only noted while it was typed."""
        subject = self._subjects.get(uri)
        if subject is not None and not subject.on_type:
            self._study(subject, 0)

    def close(self, uri: str) -> bool:
        """Forget a text; whether it was open."""
        subject = self._subjects.pop(uri, None)
        if subject is None:
            return False
        subject.drop()
        self._study_dependents(subject)
        return True

    def reconfigure(self) -> None:
        """Analyse again whatever other terms hold for now."""
        for subject in self._subjects.values():
            self._study(subject, 0, asked=False)

    def files_changed(self, paths: Iterable[str]) -> None:
        """Analyse again what was read from `paths`."""
        keys = frozenset(map(_key, paths))
        for subject in self._subjects.values():
            if subject.depends_on(keys):
                self._restudy(subject, self._pause)

    def view(self, uri: str) -> View | None:
        """What is known now, without waiting."""
        subject = self._subjects.get(uri)
        if subject is None or subject.known is None:
            return None
        known = subject.known
        return View(
            uri,
            subject.version,
            subject.text,
            carry(known.answer.analysis, subject.text),
            known.answer.lines,
            current=known.text == subject.text,
            known=known.version,
        )

    async def settled(self, uri: str) -> View | None:
        """What is known once no work on the newest version is left."""
        while (subject := self._subjects.get(uri)) and subject.task and not subject.task.done():
            await asyncio.wait({subject.task})
        return self.view(uri)

    async def fixes(self, uri: str, finding: Finding, wait: float | None = None) -> tuple[Fix, ...]:
        """The fixes for a finding of the current version; none if they are not there within `wait` seconds."""
        subject = self._subjects.get(uri)
        if subject is None:
            return ()
        task = self._mend(subject, finding)
        if task is None:
            return ()
        await asyncio.wait({task}, timeout=wait)
        return task.result() if task.done() and not task.cancelled() else ()

    async def mended(self, uri: str, version: int, rule: str | None = None) -> str | None:
        """The text of `version` with everything mended that can be mended safely; None where it is no longer that."""
        subject = self._subjects.get(uri)
        if subject is None or subject.version != version or subject.known is None or subject.known.text != subject.text:
            return None
        try:
            mended = await self._engine.mend_all(MendAll(self._as_study(subject, subject.known.terms), rule))
        except Exception:
            log.exception("%s could not be mended", uri)
            return None
        return mended if subject is self._subjects.get(uri) and subject.version == version else None

    def _study_dependents(self, subject: _Subject) -> None:
        if subject.path is None:
            return
        keys = frozenset({_key(subject.path)})
        for other in self._subjects.values():
            if other is not subject and other.depends_on(keys):
                self._restudy(other, self._pause)

    def _restudy(self, subject: _Subject, delay: float) -> None:
        subject.stale = True
        self._study(subject, delay, asked=False)

    def _study(self, subject: _Subject, delay: float, *, typed: bool = False, asked: bool = True) -> None:
        subject.drop()
        subject.task = asyncio.create_task(self._learn(subject, delay, typed, asked))

    async def _learn(self, subject: _Subject, delay: float, typed: bool, asked: bool) -> None:
        await asyncio.sleep(delay)
        try:
            terms = await self._terms(subject.uri, subject.path)
            subject.on_type = terms.on_type
            if typed and not terms.on_type:
                return
            news = await self._ask(subject, terms)
        except Exception:
            log.exception("the analysis of %s failed; what was known of it before stays", subject.uri)
            return
        if news is None:
            return
        for problem in news.answer.analysis.problems:
            if problem.kind == "internal":
                log.error("%s: %s", subject.uri, problem.message)
        subject.stale = False
        known = subject.known
        if news.whole or known is None or not known.whole or not _same(known.terms, news.terms):
            subject.known = news
            subject.preparing = asyncio.create_task(self._prepare(subject, news.answer.analysis.findings[:PREPARED]))
        self._announce(subject.uri, asked)

    async def _ask(self, subject: _Subject, terms: Terms) -> _Known | None:
        """A new answer, or None where the one that is known still holds."""
        known = subject.known
        if known and known.text == subject.text and _same(known.terms, terms) and not subject.stale:
            return None if known.version == subject.version else replace(known, version=subject.version)
        if not terms.enable:
            return _Known(subject.version, Answer(Analysis(subject.path, subject.text)), terms)
        return _Known(subject.version, await self._engine.analyze(self._as_study(subject, terms)), terms)

    def _as_study(self, subject: _Subject, terms: Terms) -> Study:
        others = (other for other in self._subjects.values() if other is not subject)
        unsaved = {other.path: other.text for other in others if other.path is not None}
        return Study(subject.text, subject.path, terms.config, unsaved)

    async def _prepare(self, subject: _Subject, findings: tuple[Finding, ...]) -> None:
        await asyncio.sleep(REST)
        for finding in findings:
            self._mend(subject, finding)

    def _mend(self, subject: _Subject, finding: Finding) -> asyncio.Task[tuple[Fix, ...]] | None:
        known = subject.known
        if known is None or known.text != subject.text:
            return None
        if finding not in subject.fixes:
            subject.fixes[finding] = asyncio.create_task(
                self._offer(Mend(known.answer.analysis, finding, self._as_study(subject, known.terms).unsaved))
            )
        return subject.fixes[finding]

    async def _offer(self, mend: Mend) -> tuple[Fix, ...]:
        finding = mend.finding
        try:
            return await self._engine.mend(mend)
        except Exception:
            log.exception("the fixes of %s in line %d could not be worked out", finding.rule, finding.site.line)
            return ()


def _same(one: Terms, other: Terms) -> bool:
    """Whether the same answer holds under both."""
    return one.enable == other.enable and one.config == other.config


def _key(path: str) -> str:
    return os.path.normcase(os.path.abspath(path))
