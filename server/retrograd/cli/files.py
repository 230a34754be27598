"""Which files a run is about, and their texts."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pathspec

from ..source.text import Undecodable, decode

SKIPPED = frozenset(
    [
        ".git",
        ".hg",
        ".svn",
        ".venv",
        "venv",
        "env",
        "node_modules",
        "__pycache__",
        ".mypy_cache",
        ".ruff_cache",
        ".pytest_cache",
        ".tox",
        ".nox",
        "build",
        "dist",
        "site-packages",
        ".eggs",
    ]
)
LARGEST = 20_000_000


class Unreadable(Exception):
    """A path that cannot be read, with the reason in words."""


def find(path: Path) -> Iterator[Path]:
    """The Python files below a folder, in order, without what .gitignore or habit excludes; a file is itself."""
    if not path.is_dir():
        yield path
        return
    ignored: list[tuple[Path, pathspec.PathSpec[Any]]] = []
    for folder, folders, files in os.walk(path, onerror=_refuse):
        here = Path(folder)
        gitignore = here / ".gitignore"
        if gitignore.is_file():
            patterns = gitignore.read_text(encoding="utf-8", errors="replace").splitlines()
            ignored.append((here, pathspec.PathSpec.from_lines("gitwildmatch", patterns)))
        specs = [(base, spec) for base, spec in ignored if base == here or base in here.parents]
        folders[:] = sorted(d for d in folders if d not in SKIPPED and not _is_ignored(here / d, specs, True))
        for name in sorted(files):
            if name.endswith(".py") and not _is_ignored(here / name, specs, False):
                yield here / name


def _refuse(error: OSError) -> None:
    raise Unreadable(f"{error.filename}: {error.strerror}")


def _is_ignored(path: Path, specs: list[tuple[Path, pathspec.PathSpec[Any]]], folder: bool) -> bool:
    return any(spec.match_file(path.relative_to(base).as_posix() + ("/" if folder else "")) for base, spec in specs)


def read(path: Path) -> str:
    """The text of a file. Raises Unreadable with one clear line."""
    try:
        if path.stat().st_size > LARGEST:
            raise Unreadable(f"{path}: larger than {LARGEST // 1_000_000} MB")
        return decode(path.read_bytes())
    except FileNotFoundError:
        raise Unreadable(f"{path}: no such file or directory") from None
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or error}") from None
    except Undecodable as error:
        raise Unreadable(f"{path}: not readable as Python source: {error}") from None


class Project:
    """Texts of other files of the project, each read once; None for what is not there or cannot be read."""

    def __init__(self) -> None:
        self.known: dict[str, str | None] = {}

    def __call__(self, path: str) -> str | None:
        if path not in self.known:
            try:
                self.known[path] = read(Path(path)) if os.path.isfile(path) else None
            except Unreadable:
                self.known[path] = None
        return self.known[path]
