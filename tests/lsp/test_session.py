"""The session: which versions are analysed, when, and what stays known meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from retrograd.config import Config
from retrograd.findings import Analysis, Finding, Fix, Position, Problem, Severity, Site, Span
from retrograd.lsp.session import Session, Terms
from retrograd.lsp.worker import Answer, Mend, MendAll, Study

PAUSE = 0.02
URI = "file:///a.py"


def finding(line: int = 1) -> Finding:
    return Finding("r", "c", Severity.ERROR, "m", Site(None, Span(Position(line, 0), Position(line, 1))))


@dataclass
class FakeEngine:
    """Answers when it is let; what it answers depends on words in the text."""

    studies: list[Study] = field(default_factory=list)
    mends: list[Mend] = field(default_factory=list)
    cancelled: list[str] = field(default_factory=list)
    gate: asyncio.Event = field(default_factory=asyncio.Event)

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    async def analyze(self, study: Study) -> Answer:
        self.studies.append(study)
        try:
            await self.gate.wait()
        except asyncio.CancelledError:
            self.cancelled.append(study.text)
            raise
        if "raise" in study.text:
            raise RuntimeError("told to")
        kinds = {"broken": "syntax", "crash": "internal", "long": "budget"}
        problems = tuple(Problem(None, "m", kind) for word, kind in kinds.items() if word in study.text)
        findings = tuple(finding(line) for line, words in enumerate(study.text.split("\n"), 1) if "fault" in words)
        dependencies = ("/b.py",) if "import b" in study.text else ()
        return Answer(Analysis(study.path, study.text, findings, problems, dependencies=dependencies))

    async def mend(self, mend: Mend) -> tuple[Fix, ...]:
        self.mends.append(mend)
        return (Fix("f", "Mend it", ()),)

    async def mend_all(self, mend: MendAll) -> str:
        if "no fixes" in mend.study.text:
            raise RuntimeError("told to")
        await self.gate.wait()
        return mend.study.text.replace("fault", mend.rule or "mended")

    @property
    def texts(self) -> list[str]:
        return [study.text for study in self.studies]


@dataclass
class Bench:
    engine: FakeEngine
    session: Session
    told: list[tuple[str, bool]]
    terms: Terms = field(default_factory=Terms)


@contextlib.asynccontextmanager
async def bench() -> AsyncIterator[Bench]:
    engine = FakeEngine()
    engine.gate.set()
    told: list[tuple[str, bool]] = []

    async def terms(uri: str, path: str | None) -> Terms:
        return made.terms

    session = Session(engine, terms, lambda uri, asked: told.append((uri, asked)), PAUSE)
    made = Bench(engine, session, told)
    yield made
    for uri in (URI, "file:///b.py"):
        session.close(uri)


async def lines(session: Session, uri: str = URI) -> list[int]:
    view = await session.settled(uri)
    assert view is not None
    return [finding.site.line for finding in view.analysis.findings]


async def test_an_opened_text_is_analysed_at_once_and_told() -> None:
    async with bench() as b:
        b.session.open(URI, 1, "fault", "/a.py")
        assert await lines(b.session) == [1]
        assert b.engine.studies[0].path == "/a.py"
        assert b.told == [(URI, True)]


async def test_only_the_last_of_a_burst_is_analysed() -> None:
    async with bench() as b:
        b.session.open(URI, 1, "a", None)
        await b.session.settled(URI)
        for version in range(2, 30):
            b.session.change(URI, version, "a" * version)
            await asyncio.sleep(0)
        view = await b.session.settled(URI)
        assert view is not None
        assert (view.version, view.known, view.current) == (29, 29, True)
        assert b.engine.texts == ["a", "a" * 29]


async def test_a_newer_version_cancels_the_work_on_an_older() -> None:
    async with bench() as b:
        b.engine.gate.clear()
        b.session.open(URI, 1, "old", None)
        await asyncio.sleep(PAUSE)
        b.session.change(URI, 2, "new")
        await asyncio.sleep(2 * PAUSE)
        assert b.engine.cancelled == ["old"]
        b.engine.gate.set()
        view = await b.session.settled(URI)
        assert view is not None
        assert view.analysis.text == "new"
        assert b.told == [(URI, True)]


async def test_who_waits_gets_the_newest_version() -> None:
    async with bench() as b:
        b.session.open(URI, 1, "fault", None)
        waiting = asyncio.create_task(lines(b.session))
        await asyncio.sleep(0)
        b.session.change(URI, 2, "\nfault")
        assert await waiting == [2]


async def test_while_it_is_typed_the_last_answer_is_carried_along() -> None:
    async with bench() as b:
        b.session.open(URI, 1, "x\nfault\n", None)
        await b.session.settled(URI)
        b.session.change(URI, 2, "x\ny\nfault\n")
        view = b.session.view(URI)
        assert view is not None
        assert not view.current
        assert [finding.site.line for finding in view.analysis.findings] == [3]
        assert view.analysis.text == "x\ny\nfault\n"


async def test_a_broken_text_keeps_the_last_whole_answer() -> None:
    async with bench() as b:
        b.session.open(URI, 1, "fault\n", None)
        await b.session.settled(URI)
        b.session.change(URI, 2, "broken\nfault\n")
        assert await lines(b.session) == [2]
        b.session.change(URI, 3, "mended\n\n")
        assert await lines(b.session) == []


async def test_an_error_inside_of_the_engine_keeps_the_last_answer_and_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with bench() as b:
        b.session.open(URI, 1, "fault\n", None)
        await b.session.settled(URI)
        b.session.change(URI, 2, "crash\n\n")
        b.session.change(URI, 3, "crash\nfault\n")
        assert await lines(b.session) == [2]
        assert URI in caplog.text


async def test_what_was_found_within_the_budget_counts() -> None:
    async with bench() as b:
        b.session.open(URI, 1, "fault", None)
        await b.session.settled(URI)
        b.session.change(URI, 2, "long\nfault\nfault")
        assert await lines(b.session) == [2, 3]


async def test_a_text_that_was_broken_from_the_start_shows_what_is_known_of_it() -> None:
    async with bench() as b:
        b.session.open(URI, 1, "broken fault", None)
        assert await lines(b.session) == [1]
        b.session.change(URI, 2, "broken\nfault")
        assert await lines(b.session) == [2]


async def test_a_failure_keeps_the_last_answer() -> None:
    async with bench() as b:
        b.session.open(URI, 1, "fault", None)
        await b.session.settled(URI)
        b.session.change(URI, 2, "fault raise")
        assert await lines(b.session) == [1]
        assert len(b.told) == 1


async def test_the_same_text_under_the_same_terms_is_not_analysed_again() -> None:
    async with bench() as b:
        b.session.open(URI, 1, "fault", None)
        await b.session.settled(URI)
        b.session.reconfigure()
        await b.session.settled(URI)
        b.session.change(URI, 2, "fault!")
        b.session.change(URI, 3, "fault")
        view = await b.session.settled(URI)
        assert view is not None
        assert (view.known, view.current) == (3, True)
        assert b.engine.texts == ["fault"]
        assert b.told == [(URI, True), (URI, True)]


async def test_other_terms_are_an_occasion_to_tell_unasked() -> None:
    async with bench() as b:
        b.session.open(URI, 1, "fault", None)
        await b.session.settled(URI)
        b.terms = Terms(config=Config(ignore=frozenset({"r"})))
        b.session.reconfigure()
        await b.session.settled(URI)
        assert b.engine.studies[-1].config.ignore == {"r"}
        assert b.told == [(URI, True), (URI, False)]


async def test_switched_off_and_on_again() -> None:
    async with bench() as b:
        b.session.open(URI, 1, "fault", None)
        await b.session.settled(URI)
        b.terms = Terms(enable=False)
        b.session.reconfigure()
        assert await lines(b.session) == []
        b.terms = Terms()
        b.session.reconfigure()
        assert await lines(b.session) == [1]


async def test_a_text_is_analysed_again_when_one_it_read_changes() -> None:
    async with bench() as b:
        b.session.open(URI, 1, "import b", "/a.py")
        b.session.open("file:///b.py", 1, "b", "/b.py")
        await b.session.settled("file:///b.py")
        await b.session.settled(URI)
        b.session.change("file:///b.py", 2, "bb")
        await b.session.settled(URI)
        assert b.engine.studies[-1].text == "import b"
        assert b.engine.studies[-1].unsaved == {"/b.py": "bb"}
        count = len(b.engine.studies)
        b.session.files_changed(["/elsewhere.py"])
        await b.session.settled(URI)
        assert len(b.engine.studies) == count
        b.session.files_changed(["/b.py"])
        await b.session.settled(URI)
        assert len(b.engine.studies) == count + 1
        assert b.told[-1] == (URI, False)


async def test_on_save_only_saving_starts_an_analysis() -> None:
    async with bench() as b:
        b.terms = Terms(on_type=False)
        b.session.open(URI, 1, "a", None)
        await b.session.settled(URI)
        b.session.change(URI, 2, "fault")
        assert await lines(b.session) == []
        b.session.save(URI)
        assert await lines(b.session) == [1]


async def test_fixes_are_worked_out_once_and_only_for_the_text_at_hand() -> None:
    async with bench() as b:
        b.session.open(URI, 1, "fault", None)
        view = await b.session.settled(URI)
        assert view is not None
        (found,) = view.analysis.findings
        first, second = await asyncio.gather(b.session.fixes(URI, found), b.session.fixes(URI, found))
        assert first == second == (Fix("f", "Mend it", ()),)
        assert len(b.engine.mends) == 1
        b.session.change(URI, 2, "fault!")
        assert await b.session.fixes(URI, found) == ()


async def test_a_closed_text_is_forgotten() -> None:
    async with bench() as b:
        b.engine.gate.clear()
        b.session.open(URI, 1, "fault", None)
        waiting = asyncio.create_task(b.session.settled(URI))
        await asyncio.sleep(PAUSE)
        assert b.session.close(URI)
        assert await waiting is None
        assert not b.session.close(URI)
        b.session.change(URI, 2, "x")
        b.session.save(URI)
        assert b.session.view(URI) is None
        assert b.told == []


async def test_a_whole_text_is_mended_in_the_version_that_is_asked_for() -> None:
    async with bench() as b:
        b.session.open(URI, 1, "a fault", None)
        await b.session.settled(URI)
        assert await b.session.mended(URI, 1) == "a mended"
        assert await b.session.mended(URI, 1, "r") == "a r"
        assert await b.session.mended(URI, 2) is None
        assert await b.session.mended("file:///other.py", 1) is None
        b.engine.gate.clear()
        waiting = asyncio.create_task(b.session.mended(URI, 1))
        await asyncio.sleep(PAUSE)
        b.session.change(URI, 2, "another fault")
        b.engine.gate.set()
        assert await waiting is None


async def test_a_text_that_cannot_be_mended_is_none() -> None:
    async with bench() as b:
        b.session.open(URI, 1, "no fixes", None)
        await b.session.settled(URI)
        assert await b.session.mended(URI, 1) is None
