"""What a user may set, as a value: which rules hold, how grave they are, what is left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .findings import Severity


@dataclass(frozen=True, slots=True)
class Config:
    """Settings that hold for one file. `select` empty means every rule."""

    select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()
    severity: Mapping[str, Severity] = field(default_factory=dict)
    exclude: tuple[str, ...] = ()
    per_file_ignores: Mapping[str, frozenset[str]] = field(default_factory=dict)


DEFAULT = Config()
