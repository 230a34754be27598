"""The rules: one module each, found by itself. A rule reads the log of an execution and says findings."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import Protocol

from ..findings import Finding, Severity
from .facts import Facts


class Rule(Protocol):
    """What a rule module has: its name, usual severity, documentation (the module's docstring), examples, and `check`."""

    NAME: str
    SEVERITY: Severity
    __doc__: str

    def check(self, facts: Facts) -> Iterator[Finding]:
        """Say what the execution shows against this rule."""
        ...


@functools.cache
def all_rules() -> tuple[ModuleType, ...]:
    """Every rule module, by name."""
    found = []
    for info in pkgutil.iter_modules(__path__):
        module = importlib.import_module(f"{__name__}.{info.name}")
        if hasattr(module, "NAME"):
            found.append(module)
    return tuple(sorted(found, key=lambda m: m.NAME))


def rule(name: str) -> ModuleType | None:
    """The rule module of that name."""
    return next((r for r in all_rules() if name == r.NAME), None)
