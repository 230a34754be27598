"""The engine as the server sees it: requests in, answers out, never in the way of the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import logging
import os
import pickle
import subprocess
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, Protocol

from ..findings import Fix
from .worker import ANALYZE, HEADER, OFFER, Answer, Mend, MendAll, Study, pack

log = logging.getLogger(__name__)

# An explicit sys.path, for Python puts the folder that the editor was started in first, and that is the user's.
_BOOT = "import sys; sys.path[:] = sys.argv[3:]; from retrograd.lsp.worker import main; main(sys.argv[1], sys.argv[2])"
_ANALYSIS, _FIXES = 0, 1


class EngineError(Exception):
    """A request that came to no answer; the text says why."""


class Engine(Protocol):
    """What analyses texts and prepares fixes."""

    async def start(self) -> None:
        """Get ready, so that the first answer comes soon."""
        ...

    async def close(self) -> None:
        """End all work."""
        ...

    async def analyze(self, study: Study) -> Answer:
        """Analyse a text; raises EngineError."""
        ...

    async def mend(self, mend: Mend) -> tuple[Fix, ...]:
        """The fixes of a finding, best first; raises EngineError."""
        ...

    async def mend_all(self, mend: MendAll) -> str:
        """A text in which everything is mended that can be mended safely; raises EngineError."""
        ...


class Workers:
    """An engine in processes of its own.

    Analyses come before fixes, and at most all processes but one are at fixes. When a caller is cancelled, a request
    that waits is dropped, and one that runs has `patience` seconds to end before its process is replaced. After
    `deadline` seconds a request is given up.

    `analyze` and `offer` name the two functions of the engine as "module:function".
    """

    def __init__(
        self,
        analyze: str = ANALYZE,
        offer: str = OFFER,
        size: int = 2,
        patience: float = 0.3,
        deadline: float = 30.0,
    ) -> None:
        self._workers = [_Worker(analyze, offer) for _ in range(size)]
        self._idle = list(self._workers)
        self._waiting: list[tuple[int, int, asyncio.Future[_Worker]]] = []
        self._turn = itertools.count()
        self._fixes = asyncio.Semaphore(max(size - 1, 1))
        self._patience = patience
        self._deadline = deadline
        self._background: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Start the processes, so that the first request finds the engine imported."""
        await asyncio.gather(*(worker.start() for worker in self._workers))

    async def analyze(self, study: Study) -> Answer:
        """Analyse a text; raises EngineError."""
        answer: Answer = await self._run(study, _ANALYSIS)
        return answer

    async def mend(self, mend: Mend) -> tuple[Fix, ...]:
        """The fixes of a finding, best first; raises EngineError."""
        async with self._fixes:
            fixes: tuple[Fix, ...] = await self._run(mend, _FIXES)
        return fixes

    async def mend_all(self, mend: MendAll) -> str:
        """A text in which everything is mended that can be mended safely; raises EngineError."""
        async with self._fixes:
            text: str = await self._run(mend, _FIXES)
        return text

    async def close(self) -> None:
        """End the processes."""
        for task in self._background:
            task.cancel()
        await asyncio.gather(*(worker.stop() for worker in self._workers))

    async def _run(self, request: Study | Mend | MendAll, urgency: int) -> Any:
        worker = await self._acquire(urgency)
        asking = asyncio.create_task(worker.ask(request))
        try:
            await asyncio.wait({asking}, timeout=self._deadline)
        except asyncio.CancelledError:
            self._spawn(self._reclaim(worker, asking))
            raise
        if not asking.done():
            self._spawn(self._replace(worker, asking))
            raise EngineError(f"no answer within {self._deadline:g} seconds")
        self._release(worker)
        return asking.result()

    async def _reclaim(self, worker: _Worker, asking: asyncio.Task[Any]) -> None:
        await asyncio.wait({asking}, timeout=self._patience)
        await self._replace(worker, asking)

    async def _replace(self, worker: _Worker, asking: asyncio.Task[Any]) -> None:
        if not asking.done():
            await worker.stop()
        with contextlib.suppress(EngineError, OSError):
            await asking
        try:
            await worker.start()
        except OSError:
            log.exception("cannot start an analysis process")
        self._release(worker)

    async def _acquire(self, urgency: int) -> _Worker:
        if self._idle:
            return self._idle.pop()
        future: asyncio.Future[_Worker] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (urgency, next(self._turn), future))
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self._release(future.result())
            raise

    def _release(self, worker: _Worker) -> None:
        while self._waiting:
            _, _, future = heapq.heappop(self._waiting)
            if not future.done():
                future.set_result(worker)
                return
        self._idle.append(worker)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)


class _Worker:
    """One process, started when it is first needed and again after it has died."""

    def __init__(self, analyze: str, offer: str) -> None:
        self._arguments = ["-c", _BOOT, analyze, offer, *_search_path()]
        self._process: asyncio.subprocess.Process | None = None
        self._starting = asyncio.Lock()

    async def start(self) -> None:
        """Start the process unless it runs; raises OSError."""
        async with self._starting:
            if self._process is None:
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    *self._arguments,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
                )

    async def ask(self, request: Study | Mend | MendAll) -> Any:
        """The answer to `request`; raises EngineError if it failed or the process died of it."""
        frame = pack(request)
        try:
            await self.start()
            kind, value = await self._exchange(frame)
        except (OSError, EOFError) as error:
            await self.stop()
            raise EngineError(f"the analysis process ended unexpectedly ({error})") from error
        if kind == "failed":
            raise EngineError(str(value))
        return value

    async def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    async def _exchange(self, frame: bytes) -> tuple[str, Any]:
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise EOFError("not running")
        process.stdin.write(frame)
        await process.stdin.drain()
        (length,) = HEADER.unpack(await process.stdout.readexactly(HEADER.size))
        kind, value = pickle.loads(await process.stdout.readexactly(length))
        return kind, value


def _search_path() -> list[str]:
    """Where the processes import from: what this one does, without the folder it was started in."""
    own = Path(__file__).resolve().parents[2]
    paths = (os.path.abspath(path) for path in sys.path if path)
    return [*(path for path in paths if path != os.getcwd()), str(own)]
