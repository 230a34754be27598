"""The processes that do the work: in order of urgency, replaceable, and always answering."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from retrograd.config import DEFAULT
from retrograd.lsp.engine import EngineError, Workers
from retrograd.lsp.worker import Mend, Study

TWICE = "b = a * 2\nb.backward()\nb.backward()\n"


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parent)


@contextlib.asynccontextmanager
async def workers(**options: Any) -> AsyncIterator[Workers]:
    made = Workers("fake_engine:analyze", "fake_engine:offer", **options)
    yield made
    await made.close()


def study(text: str, **unsaved: str) -> Study:
    return Study(text, "/project/a.py", DEFAULT, {f"/project/{name}.py": words for name, words in unsaved.items()})


async def test_an_analysis_and_its_fixes() -> None:
    async with workers() as engine:
        answer = await engine.analyze(study(TWICE))
        (finding,) = answer.analysis.findings
        fixes = await engine.mend(Mend(answer.analysis, finding))
        assert [fix.remedy for fix in fixes] == ["delete", "retain_graph", "ignore"]


async def test_unsaved_texts_go_before_files_and_lines_of_other_files_come_along(tmp_path: Path) -> None:
    there = tmp_path / "saved.py"
    there.write_text("# coding: latin-1\nx = 'é' \xe9", encoding="latin-1")
    async with workers() as engine:
        text = f"# needs {there}\n# needs /project/open.py\n# needs /project/missing.py\n"
        answer = await engine.analyze(study(text, open="one\x0c\ntwo words"))
        assert [finding.message for finding in answer.analysis.findings] == [
            f"{there} has 2 lines",
            "/project/open.py has 2 lines",
        ]
        assert answer.lines == {(str(there), 2): "x = 'é' é", ("/project/open.py", 2): "two words"}


async def test_a_failure_says_why_and_the_process_lives_on() -> None:
    async with workers(size=1) as engine:
        with pytest.raises(EngineError, match="told to explode"):
            await engine.analyze(study("# explode"))
        assert (await engine.analyze(study("x"))).analysis.text == "x"


async def test_a_dead_process_is_replaced() -> None:
    async with workers(size=1) as engine:
        with pytest.raises(EngineError, match="ended unexpectedly"):
            await engine.analyze(study("# die"))
        assert (await engine.analyze(study("x"))).analysis.text == "x"


async def test_an_engine_that_cannot_be_imported_is_a_failure_not_a_hang() -> None:
    engine = Workers("no_such_module:analyze", size=1)
    with pytest.raises(EngineError, match="ended unexpectedly"):
        await asyncio.wait_for(engine.analyze(study("x")), 10)
    await engine.close()


async def test_what_nobody_waits_for_is_ended() -> None:
    async with workers(size=1, patience=0.05) as engine:
        running = asyncio.create_task(engine.analyze(study("# sleep 60")))
        queued = asyncio.create_task(engine.analyze(study("# sleep 50")))
        await asyncio.sleep(0.5)
        started = time.monotonic()
        running.cancel()
        queued.cancel()
        assert (await engine.analyze(study("x"))).analysis.text == "x"
        assert time.monotonic() - started < 5


async def test_what_ends_soon_is_let_end() -> None:
    async with workers(size=1, patience=10) as engine:
        await engine.analyze(study("x"))
        running = asyncio.create_task(engine.analyze(study("# sleep 0.2")))
        await asyncio.sleep(0.05)
        running.cancel()
        answer = await engine.analyze(study("y"))
        assert answer.analysis.text == "y", "the answer to the cancelled question"


async def test_fixes_leave_a_process_for_analyses() -> None:
    async with workers(size=2) as engine:
        slow = study(TWICE + "# fixes take 0.4\n")
        analysis = (await engine.analyze(slow)).analysis
        mends = [asyncio.create_task(engine.mend(Mend(analysis, analysis.findings[0]))) for _ in range(4)]
        await asyncio.sleep(0.1)
        assert (await engine.analyze(study("x"))).analysis.text == "x"
        assert not any(mend.done() for mend in mends)
        assert len(await asyncio.gather(*mends)) == 4


async def test_the_more_urgent_goes_first() -> None:
    async with workers(size=1) as engine:
        answer = await engine.analyze(study(TWICE))
        order: list[str] = []

        async def mend() -> None:
            await engine.mend(Mend(answer.analysis, answer.analysis.findings[0]))
            order.append("fixes")

        async def analyze(text: str) -> None:
            await engine.analyze(study(text))
            order.append("analysis")

        running = asyncio.create_task(engine.analyze(study("# sleep 0.3")))
        await asyncio.sleep(0.05)
        await asyncio.gather(mend(), analyze("x"), running)
        assert order == ["analysis", "fixes"]
