"""What earlier runs have come to, kept by the content of each file and of all the files it was read together with."""

from __future__ import annotations

import hashlib
import io
import os
import pickle
import sqlite3
import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from importlib.metadata import version
from typing import Any

from .. import findings
from ..report.outcome import Outcome
from .files import Project
from .study import Studied, Task, digest

FOLDER = ".retrograd_cache"
LARGEST = 256_000_000
"""A cache that has grown beyond this is begun anew."""

_TABLE = "CREATE TABLE IF NOT EXISTS studied (path TEXT PRIMARY KEY, key BLOB, fixes INTEGER, body BLOB) WITHOUT ROWID"


class Cache:
    """Answers of earlier runs. A cache that cannot be read or written is as good as an empty one: it never raises."""

    def __init__(self, folder: str, project: Project) -> None:
        self._project = project
        self._digests: dict[str, str | None] = {}
        self._engine = _engine()
        self._connection = _connect(folder)

    def get(self, task: Task) -> Outcome | None:
        """What `task` has come to, if neither the text nor anything it was read together with has changed."""
        if self._connection is None or task.path is None:
            return None
        try:
            query = "SELECT key, fixes, body FROM studied WHERE path = ?"
            row = self._connection.execute(query, (task.path,)).fetchone()
            if row is None or row[0] != self._key(task) or row[1] < task.fixes:
                return None
            asked, found, problems = _load(row[2])
            if any(self._digest(path) != was for path, was in asked.items()):
                return None
            if not task.fixes:
                found = tuple(replace(f, fixes=()) for f in found)
            return Outcome(task.name, task.path, task.text if found else "", found, problems, task.notebook)
        except (sqlite3.Error, UnicodeError, *_BROKEN):
            return None

    def put(self, studied: Iterable[tuple[Task, Studied]]) -> None:
        """Keep what was studied. What ended in an internal error is tried again the next time."""
        rows = [
            (task.path, self._key(task), task.fixes, _dump(result))
            for task, result in studied
            if task.path is not None and not any(p.kind == "internal" for p in result.outcome.problems)
        ]
        if self._connection is None or not rows:
            return
        try:
            with self._connection:
                self._connection.executemany("INSERT OR REPLACE INTO studied VALUES (?, ?, ?, ?)", rows)
        except (sqlite3.Error, UnicodeError):
            return

    def close(self) -> None:
        """Let go of the file."""
        if self._connection is not None:
            self._connection.close()

    def _key(self, task: Task) -> bytes:
        config = task.config
        ignored = config.ignore | config.ignored_in(task.path)
        severity = sorted((rule, word.value) for rule, word in config.severity.items())
        terms = repr((sorted(config.select), sorted(ignored), severity))
        parts = (self._engine, task.path or "", terms, task.text)
        return hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=16).digest()

    def _digest(self, path: str) -> str | None:
        if path not in self._digests:
            self._digests[path] = digest(self._project(path))
        return self._digests[path]


def folder_for(start: str) -> str:
    """Where the cache of the project at `start` is: beside its configuration or repository, else at `start`."""
    here = os.path.abspath(start)
    while True:
        if any(os.path.exists(os.path.join(here, mark)) for mark in ("retrograd.toml", "pyproject.toml", ".git")):
            return os.path.join(here, FOLDER)
        parent = os.path.dirname(here)
        if parent == here:
            return os.path.join(os.path.abspath(start), FOLDER)
        here = parent


def _engine() -> str:
    """Names the engine as it is: its version, its files and the Python that runs it."""
    package = os.path.dirname(os.path.dirname(__file__))
    marks = [version("retrograd"), sys.version]
    waiting = [package]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.is_dir():
                    if entry.name != "__pycache__":
                        waiting.append(entry.path)
                elif entry.name.endswith((".py", ".json")):
                    status = entry.stat()
                    marks.append(f"{entry.path} {status.st_mtime_ns} {status.st_size}")
    return hashlib.blake2b("\n".join(sorted(marks)).encode(), digest_size=16).hexdigest()


def _connect(folder: str) -> sqlite3.Connection | None:
    file = os.path.join(folder, "studied.db")
    try:
        if not os.path.isdir(folder):
            os.makedirs(folder)
            with open(os.path.join(folder, ".gitignore"), "w", encoding="utf-8") as ignore:
                ignore.write("*\n")
        if os.path.exists(file) and os.path.getsize(file) > LARGEST:
            os.remove(file)
        return _opened(file)
    except (OSError, sqlite3.Error):
        return None


def _opened(file: str) -> sqlite3.Connection:
    connection = sqlite3.connect(file, timeout=1.0)
    try:
        connection.execute(_TABLE)
        connection.execute("SELECT path, key, fixes, body FROM studied LIMIT 0")
    except sqlite3.DatabaseError as error:
        connection.close()
        # One that is only locked by another run is left alone.
        if isinstance(error, sqlite3.OperationalError):
            raise
        os.remove(file)
        connection = sqlite3.connect(file, timeout=1.0)
        connection.execute(_TABLE)
    return connection


_BROKEN = (pickle.UnpicklingError, EOFError, AttributeError, ImportError, IndexError, KeyError, TypeError, ValueError)
"""What a pickle that is not as it was written may raise."""


class _Values(pickle.Unpickler):
    """Reads the values that findings are made of and no others: a project may come with a cache of anybody's making."""

    def find_class(self, module: str, name: str) -> Any:
        known = _ALLOWED.get((module, name))
        if known is None:
            raise pickle.UnpicklingError(f"{module}.{name} does not belong into a cache")
        return known


def _allowed() -> Mapping[tuple[str, str], type]:
    from ..report.outcome import Found

    values = [value for value in vars(findings).values() if isinstance(value, type)]
    own = [value for value in (*values, Found) if value.__module__ in (findings.__name__, Found.__module__)]
    return {(value.__module__, value.__qualname__): value for value in own}


_ALLOWED = _allowed()


def _dump(studied: Studied) -> bytes:
    body = (dict(studied.asked), studied.outcome.found, studied.outcome.problems)
    return pickle.dumps(body, protocol=4)


def _load(body: bytes) -> Any:
    return _Values(io.BytesIO(body)).load()
