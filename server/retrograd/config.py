"""What a user may set, as a value: which rules hold, how grave they are, what is left out."""

from __future__ import annotations

import functools
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from .findings import Severity

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


@dataclass(frozen=True, slots=True)
class Config:
    """Settings that hold for one file. `select` empty means every rule; `root` is the folder globs are counted from."""

    select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()
    severity: Mapping[str, Severity] = field(default_factory=dict)
    exclude: tuple[str, ...] = ()
    per_file_ignores: Mapping[str, frozenset[str]] = field(default_factory=dict)
    root: str | None = None

    def overlaid(
        self,
        select: frozenset[str] = frozenset(),
        ignore: frozenset[str] = frozenset(),
        extend_select: frozenset[str] = frozenset(),
        severity: Mapping[str, Severity] | None = None,
    ) -> Config:
        """These settings with those of somebody nearer to the user on top (the editor, the command line).

        A rule that is selected there holds although the project ignores it; what is ignored there never holds.
        """
        chosen = select or self.select
        return replace(
            self,
            select=chosen | extend_select if chosen else chosen,
            ignore=(self.ignore - select - extend_select) | ignore,
            severity={**self.severity, **(severity or {})},
        )

    def enables(self, rule: str, ignored: frozenset[str] = frozenset()) -> bool:
        """Whether `rule` holds; `ignored` are the rules that are left out for the file at hand besides."""
        return (not self.select or rule in self.select) and rule not in self.ignore and rule not in ignored

    def ignored_in(self, path: str | None) -> frozenset[str]:
        """The rules that are left out in one file."""
        if path is None or not self.per_file_ignores:
            return frozenset()
        found = (rules for globs, rules in self.per_file_ignores.items() if matches((globs,), path, self.root))
        return frozenset().union(*found)

    def excludes(self, path: str, folder: bool = False) -> bool:
        """Whether a file (or a folder, with all that is in it) is left out altogether."""
        return matches(self.exclude, path, self.root, folder)


def relative(path: str, root: str | None) -> str:
    """The path as globs see it: from `root` on, or its name alone where it is not below `root`."""
    if root is not None:
        path, base = os.path.abspath(path), os.path.join(root, "")
        if os.path.normcase(path).startswith(os.path.normcase(base)):
            return path[len(base) :]
    return os.path.basename(path)


def matches(globs: tuple[str, ...], path: str, root: str | None, folder: bool = False) -> bool:
    """Whether one of `globs`, in the way of .gitignore and counted from `root`, names a file or folder."""
    return bool(globs) and _spec(globs).match_file(relative(path, root) + "/" * folder)


@functools.lru_cache(maxsize=256)
def _spec(globs: tuple[str, ...]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(globs)


DEFAULT = Config()
