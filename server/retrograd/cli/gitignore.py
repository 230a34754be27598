"""What .gitignore files leave out."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


@dataclass(frozen=True, slots=True)
class Ignores:
    """The .gitignore files that hold in a folder, the outermost first, each with the folder it counts from."""

    specs: tuple[tuple[str, GitIgnoreSpec], ...] = ()

    @staticmethod
    def above(folder: str) -> Ignores:
        """Those of the folders above `folder`, up to the root of its repository; none outside of one."""
        above: list[str] = []
        here = folder
        while not os.path.exists(os.path.join(here, ".git")):
            parent = os.path.dirname(here)
            if parent == here:
                return Ignores()
            above.append(parent)
            here = parent
        ignores = Ignores()._with(here, os.path.join(here, ".git", "info", "exclude"))
        for outer in reversed(above):
            ignores = ignores.within(outer, True)
        return ignores

    def within(self, folder: str, has_file: bool) -> Ignores:
        """Those that hold in `folder`, which has a .gitignore of its own or not."""
        return self._with(folder, os.path.join(folder, ".gitignore")) if has_file else self

    def _with(self, folder: str, file: str) -> Ignores:
        try:
            with open(file, encoding="utf-8", errors="replace") as lines:
                patterns = lines.read().splitlines()
        except OSError:
            return self
        return Ignores((*self.specs, (os.path.join(folder, ""), _spec(patterns))))

    def ignore(self, path: str, is_folder: bool) -> bool:
        """Whether `path` is left out: the innermost file that speaks of it decides."""
        for base, spec in reversed(self.specs):
            inside = path[len(base) :].replace(os.sep, "/") + ("/" if is_folder else "")
            said = spec.check_file(inside).include
            if said is not None:
                return said
        return False


def _spec(patterns: list[str]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec

    try:
        return GitIgnoreSpec.from_lines(patterns)
    except ValueError:
        return GitIgnoreSpec.from_lines(filter(_is_pattern, patterns))


def _is_pattern(line: str) -> bool:
    """Whether git would heed a line."""
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True
