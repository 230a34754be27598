"""Which files a run is about, and their texts."""

from __future__ import annotations

import errno
import glob
import os
import stat
from collections.abc import Callable, Iterable, Iterator

from ..configuration.resolver import Resolver
from ..source.text import Undecodable, decode
from .gitignore import Ignores

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
        ".ipynb_checkpoints",
        ".mypy_cache",
        ".ruff_cache",
        ".pytest_cache",
        ".retrograd_cache",
        ".tox",
        ".nox",
        "build",
        "dist",
        "site-packages",
        ".eggs",
    ]
)
"""Folders that hold nobody's own code; one that is named is walked all the same."""

SUFFIXES = (".py", ".ipynb")
LARGEST = 20_000_000


class Failed(Exception):
    """Something that could not be done, with the reason in words that name the file."""


class Unreadable(Failed):
    """A file that cannot be read."""


class Unwritable(Failed):
    """A file that was not written; it is as it was."""


class Finder:
    """Walks folders. What cannot be walked is told to `complain`, in one line, and the rest goes on."""

    def __init__(self, resolver: Resolver, complain: Callable[[str], None], force_exclude: bool = False) -> None:
        self._resolver = resolver
        self._complain = complain
        self._force = force_exclude

    def find(self, names: Iterable[str]) -> Iterator[tuple[str, str]]:
        """The files below the named files, folders and globs, in order, each once: as they are shown, and where they are.

        A file that is named is given although it is excluded, unless `force_exclude`.
        """
        seen: set[str] = set()
        for name in names:
            for shown, path in self._named(name):
                if path not in seen:
                    seen.add(path)
                    yield shown, path

    def _named(self, name: str) -> Iterator[tuple[str, str]]:
        if os.path.isdir(name):
            yield from self._walk(name)
        elif os.path.lexists(name) or not glob.has_magic(name):
            if not (self._force and self._excluded(name)):
                yield _given(name)
        else:
            matching = sorted(glob.glob(name, recursive=True))
            if not matching:
                self._complain(f"{name}: no file matches")
            for path in matching:
                if os.path.isdir(path):
                    continue
                if path.endswith(SUFFIXES) and not self._excluded(path):
                    yield _given(path)

    def _excluded(self, name: str) -> bool:
        path = os.path.abspath(name)
        return self._resolver.of(path).config.excludes(path)

    def _walk(self, top: str) -> Iterator[tuple[str, str]]:
        folder = os.path.abspath(top)
        prefix = "" if os.path.normpath(top) == os.curdir else os.path.normpath(top)
        above = Ignores.above(folder)
        # Who names a folder that is ignored wants what is in it.
        waiting = [(folder, prefix, Ignores() if above.ignore(folder, True) else above)]
        while waiting:
            folders: list[tuple[str, str, Ignores]] = []
            yield from self._files(*waiting.pop(), folders)
            waiting.extend(reversed(folders))

    def _files(
        self, folder: str, shown: str, ignores: Ignores, folders: list[tuple[str, str, Ignores]]
    ) -> Iterator[tuple[str, str]]:
        """The files in a folder; the folders in it are added to `folders`."""
        try:
            with os.scandir(folder) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError as error:
            self._complain(f"{shown or folder}: {error.strerror or error}")
            return
        ignores = ignores.within(folder, any(entry.name == ".gitignore" for entry in entries))
        config = self._resolver.of_folder(folder).config
        for entry in entries:
            name, path = entry.name, f"{folder}{os.sep}{entry.name}"
            is_folder = _is_folder(entry)
            if is_folder:
                # A link to a folder may lead back to where it is.
                if name in SKIPPED or entry.is_symlink():
                    continue
            elif not name.endswith(SUFFIXES):
                continue
            if ignores.ignore(path, is_folder) or (config.exclude and config.excludes(path, is_folder)):
                continue
            beside = f"{shown}{os.sep}{name}" if shown else name
            if is_folder:
                folders.append((path, beside, ignores))
            else:
                yield beside, path


def _given(name: str) -> tuple[str, str]:
    return os.path.normpath(name), os.path.abspath(name)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def read(path: str) -> str:
    """The text of a file. Raises Unreadable with one clear line."""
    try:
        with open(path, "rb", opener=_open) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise Unreadable(f"{path}: not a regular file")
            if status.st_size > LARGEST:
                raise Unreadable(f"{path}: larger than {LARGEST // 1_000_000} MB")
            data = file.read()
    except OSError as error:
        raise Unreadable(f"{path}: {_reason(error)}") from None
    except ValueError as error:
        raise Unreadable(f"{path!r}: {error}") from None
    return text_of(path, data)


def text_of(name: str, data: bytes) -> str:
    """The text in bytes that were read from `name`. Raises Unreadable with one clear line."""
    try:
        return decode(data)
    except Undecodable as error:
        raise Unreadable(f"{name}: not readable as Python source: {error}") from None


def _open(path: str, flags: int) -> int:
    """Opens a file; without waiting for somebody to write, should it be a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _reason(error: OSError) -> str:
    if error.errno == errno.ENOENT:
        return "no such file or directory"
    if error.errno == errno.ELOOP:
        return "a symbolic link that leads to itself"
    return error.strerror or str(error)


class Project:
    """Texts of other files of the project, each read once; None for what is not there or cannot be read."""

    def __init__(self) -> None:
        self.known: dict[str, str | None] = {}

    def __call__(self, path: str) -> str | None:
        """The text of the file at `path`."""
        if path not in self.known:
            try:
                self.known[path] = read(path) if os.path.isfile(path) else None
            except Unreadable:
                self.known[path] = None
        return self.known[path]
