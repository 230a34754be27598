"""A bar on standard error while a person waits."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any

PATIENCE = 0.7
"""So many seconds nobody needs to be told that something is going on."""


class Progress:
    """Shows how many of `total` files are done, once that takes its time; nothing unless `wanted` and on a terminal."""

    def __init__(self, total: int, wanted: bool) -> None:
        self._total = total
        self._wanted = wanted and sys.stderr.isatty()
        self._done = 0
        self._since = time.monotonic()
        self._bar: Any = None

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()

    def advance(self) -> None:
        """One more is done."""
        self._done += 1
        if self._bar is None and self._wanted and time.monotonic() - self._since > PATIENCE:
            self._bar = _bar(self._total)
        if self._bar is not None:
            self._bar.update(0, completed=self._done)


def _bar(total: int) -> Any:
    from rich import progress
    from rich.console import Console

    columns = (progress.TextColumn("Checking"), progress.BarColumn(), progress.MofNCompleteColumn())
    bar = progress.Progress(*columns, console=Console(stderr=True), transient=True)
    bar.add_task("", total=total)
    bar.start()
    return bar
