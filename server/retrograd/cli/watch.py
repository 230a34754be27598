"""Checking again whenever a file changes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

import click

from .files import SKIPPED, SUFFIXES

_CLEAR = "\x1b[2J\x1b[H"


def watch(paths: Sequence[str], run: Callable[[], int]) -> None:
    """Run, and run again after each change to Python files, notebooks or configuration, until Ctrl-C.

    Raises KeyboardInterrupt.
    """
    from watchfiles import watch as changes

    roots = [path for path in paths if os.path.exists(path)]
    if not roots:
        raise click.UsageError("--watch needs a file or folder that exists")
    _round(run)
    for _ in changes(*roots, watch_filter=_matters, raise_interrupt=True):
        _round(run)


def _matters(change: object, path: str) -> bool:
    """Whether a change to `path` may change what is said."""
    parts = path.replace(os.sep, "/").split("/")
    return path.endswith((*SUFFIXES, ".toml")) and not SKIPPED.intersection(parts[:-1])


def _round(run: Callable[[], int]) -> None:
    if sys.stdout.isatty():
        click.echo(_CLEAR, nl=False)
    run()
    click.echo("Watching for changes; Ctrl-C ends.", err=True)
