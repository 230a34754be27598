"""Findings for people and machines: one module a format, each a function of a Report."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass

from .outcome import Report


@dataclass(frozen=True, slots=True)
class Format:
    """A format by the function that renders it, named so that only the one that is used is imported."""

    module: str
    function: str = "render"
    fixes: bool = False

    def render(self, report: Report) -> str:
        """The report in this format."""
        render: Callable[[Report], str] = getattr(importlib.import_module(f"{__name__}.{self.module}"), self.function)
        return render(report)


FULL = "full"
"""The format that is printed to a console, in colour where that is a terminal, with the fixes by their titles."""

FORMATS = {
    "concise": Format("concise"),
    "grouped": Format("concise", "render_grouped"),
    "json": Format("json", fixes=True),
    "json-lines": Format("json", "render_lines", fixes=True),
    "sarif": Format("sarif", fixes=True),
    "github": Format("github"),
    "gitlab": Format("gitlab"),
    "junit": Format("junit"),
}
"""The formats that are text."""
