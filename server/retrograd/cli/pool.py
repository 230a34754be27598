"""Many studies at once: a process for each core, and none of them can take the run down with it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from ..findings import Problem
from ..links import ISSUES
from ..report.outcome import Outcome
from .files import Project
from .study import Studied, Task, study

FEW = 30_000
"""So much text is studied sooner than a second process has started."""


def cores() -> int:
    """How many processes may run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def study_all(tasks: Sequence[Task], jobs: int, project: Project) -> Iterator[tuple[int, Studied]]:
    """Study texts; each result comes, with the number of its task, as soon as it is there."""
    if jobs < 2 or len(tasks) < 2 or sum(len(task.text) for task in tasks) < FEW:
        for number, task in enumerate(tasks):
            yield number, study(task, project)
        return
    left = dict(enumerate(tasks))
    for number, studied in _shared(left, min(jobs, len(tasks))):
        del left[number]
        yield number, studied
    # A process has died, and nobody knows over which of these.
    for number, task in left.items():
        yield number, _alone(task)


def _executor(jobs: int) -> ProcessPoolExecutor:
    # Imported before the processes are forked, so that each has it already.
    from .. import analyze  # noqa: F401

    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin)


def _shared(tasks: dict[int, Task], jobs: int) -> Iterator[tuple[int, Studied]]:
    """The results of all tasks, or of those that came to an end before a process died."""
    executor = _executor(jobs)
    done = False
    try:
        # The longest first, so that none is left at the end for which the others wait.
        order = sorted(tasks, key=lambda number: -len(tasks[number].text))
        numbers = {executor.submit(_work, tasks[number]): number for number in order}
        waiting = set(numbers)
        while waiting:
            finished, waiting = wait(waiting, return_when="FIRST_COMPLETED")
            for future in finished:
                yield numbers[future], future.result()
        done = True
    except BrokenProcessPool:
        done = True
    finally:
        _end(executor, done)


def _alone(task: Task) -> Studied:
    executor = _executor(1)
    done = False
    try:
        future: Future[Studied] = executor.submit(_work, task)
        result = future.result()
        done = True
        return result
    except BrokenProcessPool:
        done = True
        message = f"internal error: the process that analysed this file died; please report it at {ISSUES}"
        return Studied(Outcome(task.name, task.path, "", problems=(Problem(None, message, "internal"),)))
    finally:
        _end(executor, done)


def _end(executor: ProcessPoolExecutor, done: bool) -> None:
    """Close a pool; when the run is broken off, at once."""
    if not done:
        for process in multiprocessing.active_children():
            process.kill()
    executor.shutdown(wait=done, cancel_futures=True)


_project = Project()


def _begin() -> None:
    # Ctrl-C is for the process that started this one, which then ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    silence()


def _work(task: Task) -> Studied:
    return study(task, _project)


def silence() -> None:
    """Keep tracebacks that are logged away from the terminal: what a user has to know is in the problems."""
    import logging

    logging.getLogger("retrograd").addHandler(logging.NullHandler())
    logging.getLogger("retrograd").propagate = False
