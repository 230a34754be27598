"""The one way in: a text becomes an Analysis. No IO of its own, and it raises on no input."""

from __future__ import annotations

from collections.abc import Callable

from .config import DEFAULT, Config
from .findings import Analysis

Sources = Callable[[str], "str | None"]
"""Gives the text of another file of the project by path, or None where there is no such file."""


def analyze(text: str, path: str | None = None, config: Config = DEFAULT, sources: Sources | None = None) -> Analysis:
    """Execute `text` in the abstract and say what it will do wrong.

    `path` names the file in findings and places it in its project; `sources` gives the texts of the files it imports.
    """
    return Analysis(path, text)
