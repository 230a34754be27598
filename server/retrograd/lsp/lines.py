"""How a text falls into lines."""

from __future__ import annotations

import re

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


def split_lines(text: str) -> list[str]:
    """The lines of `text` with their ends, as the protocol and Python's tokenizer count them.

    `str.splitlines` will not do: it also splits at form feeds and Unicode separators, after which every line is off.
    """
    return _LINE.findall(text)


def strip_end(line: str) -> str:
    """`line` without its end."""
    return line.rstrip("\r\n")
