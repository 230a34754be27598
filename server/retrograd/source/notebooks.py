"""Notebooks: the code cells of one are one program, in their order; places of the program are places in its cells."""

from __future__ import annotations

import ast
import bisect
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..findings import Edit, Position, Span
from .text import apply, split_lines, strip_end

# Cell magics whose body is Python of this program; that of any other is another language, or runs elsewhere.
_TRANSPARENT = frozenset({"%%time", "%%timeit", "%%capture", "%%prun", "%%memit", "%%mprun"})
_LINE_MAGIC = re.compile(r"(?P<indent>\s*)(?:[%!?].*|[\w.]+\?{1,2}\s*)$")
_ASSIGNED_MAGIC = re.compile(r"(?P<target>\s*[\w.,* ]+=\s*)[%!](?!=).*$")


class NotANotebook(ValueError):
    """The text is not the JSON of a notebook; the words say why."""


@dataclass(frozen=True)
class Joined:
    """The texts of code cells, joined to one program."""

    cells: tuple[str, ...]

    @cached_property
    def text(self) -> str:
        """The program; what only IPython understands is made harmless, line for line."""
        return "".join("".join(lines) for lines in self._lines)

    @cached_property
    def first_lines(self) -> Sequence[int]:
        """The line of the program, from 1, in which each cell begins."""
        firsts = [1]
        for lines in self._lines:
            firsts.append(firsts[-1] + len(lines))
        return firsts[:-1]

    @cached_property
    def _lines(self) -> Sequence[Sequence[str]]:
        return [_ended(split_lines(blank_magics(cell))) for cell in self.cells]

    def at(self, line: int) -> int:
        """The index of the cell that `line` of the program is in."""
        return max(bisect.bisect_right(self.first_lines, line) - 1, 0)

    def edited(self, edits: Iterable[Edit]) -> Joined:
        """The cells after edits of the program, each of which is one of the cell that it begins in."""
        own: dict[int, list[Edit]] = {}
        for edit in edits:
            index = self.at(edit.span.start.line)
            shift = self.first_lines[index] - 1
            start, end = (Position(at.line - shift, at.column) for at in (edit.span.start, edit.span.end))
            own.setdefault(index, []).append(Edit(Span(start, end), edit.content))
        return Joined(tuple(apply(cell, tuple(own.get(index, ()))) for index, cell in enumerate(self.cells)))


def read(text: str) -> Joined:
    """The Python cells of a notebook's JSON. Raises NotANotebook."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotANotebook(f"no notebook: {error}") from None
    if not isinstance(content, dict):
        raise NotANotebook("no notebook: an object is expected")
    language = _language(content.get("metadata"))
    if language != "python":
        return Joined(())
    return Joined(tuple(_code(content)))


def rewritten(text: str, joined: Joined) -> str:
    """The JSON of a notebook with other texts in its Python cells, of which there must be as many as before."""
    content = json.loads(text)
    for cell, source in zip(_cells(content), joined.cells, strict=True):
        key = "source" if "source" in cell else "input"
        cell[key] = split_lines(source) if isinstance(cell.get(key), list) else source
    indent = re.match(r"\{\r?\n( +|\t+)", text)
    plain = text.isascii() and "\\u" in text
    separators = None if indent or '": ' in text else (",", ":")
    written = json.dumps(content, indent=indent[1] if indent else None, ensure_ascii=plain, separators=separators)
    return written + text[len(text.rstrip()) :]


def _language(metadata: object) -> str:
    """The language of a notebook's kernel: Python where nothing is said."""
    if not isinstance(metadata, dict):
        return "python"
    for section, key in (("language_info", "name"), ("kernelspec", "language")):
        held = metadata.get(section)
        if isinstance(held, dict) and isinstance(held.get(key), str):
            return str(held[key]).lower()
    return "python"


def _code(content: dict[str, Any]) -> Iterator[str]:
    for cell in _cells(content):
        source = cell.get("source", cell.get("input", ""))
        yield "".join(map(str, source)) if isinstance(source, list) else str(source)


def _cells(content: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The Python cells. Raises NotANotebook where there is no list of cells."""
    # Format 3 and before kept the cells in a worksheet, and a cell's text as its "input".
    holders = content["worksheets"] if isinstance(content.get("worksheets"), list) else [content]
    for holder in holders:
        cells = holder.get("cells") if isinstance(holder, dict) else None
        if not isinstance(cells, list):
            raise NotANotebook("no notebook: it has no list of cells")
        for cell in cells:
            if isinstance(cell, dict) and cell.get("cell_type") == "code" and not _is_foreign(cell):
                yield cell


def _is_foreign(cell: dict[str, Any]) -> bool:
    """Whether an editor has marked a cell as one of another language."""
    metadata = cell.get("metadata")
    editor = metadata.get("vscode") if isinstance(metadata, dict) else None
    language = editor.get("languageId") if isinstance(editor, dict) else None
    return language not in (None, "python")


def blank_magics(text: str) -> str:
    """The text of a cell with the lines that only IPython understands made harmless.

    A cell that is Python as it stands has none, so that a line of a string that begins with a percent sign is safe.
    """
    lines = split_lines(text)
    head = next((line.split()[0] for line in lines if line.strip()), "")
    if head.startswith("%%") and head not in _TRANSPARENT:
        return "".join(map(_blank, lines))
    if _is_python(text):
        return text
    return "".join(map(_without_magic, lines))


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _without_magic(line: str) -> str:
    if found := _LINE_MAGIC.match(strip_end(line)):
        return f"{found['indent']}pass{_blank(line)}"
    if found := _ASSIGNED_MAGIC.match(strip_end(line)):
        return f"{found['target']}None{_blank(line)}"
    return line


def _blank(line: str) -> str:
    """Only the end of `line`."""
    return line[len(strip_end(line)) :]


def _ended(lines: list[str]) -> list[str]:
    """The lines of a cell, the last one ended as well, and at least one."""
    if not lines:
        return ["\n"]
    if not lines[-1].endswith(("\r", "\n")):
        lines[-1] += "\n"
    return lines
