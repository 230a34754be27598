"""Bytes to text as Python reads source files, and positions in a text."""

from __future__ import annotations

import io
import re
import tokenize
from bisect import bisect_right

from ..findings import Edit, Position

_BREAKS = re.compile(r"\r\n|\r|\n")
_COOKIE = b"coding"
_HEAD = 1024
"""So much of a file is looked through for a cookie, which may be in its first two lines."""
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


class Undecodable(ValueError):
    """The bytes are not text in the encoding that they declare."""


def decode(data: bytes) -> str:
    """The text of a source file: BOM and PEP 263 cookie are honoured, line ends are kept. Raises Undecodable."""
    # Without a cookie it is UTF-8, which is quicker to see here, and better said where it is not.
    if _COOKIE not in data[:_HEAD]:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            line = len(_BREAKS.findall(data[: error.start].decode("utf-8"))) + 1
            raise Undecodable(f"byte 0x{data[error.start]:02x} in line {line} is not UTF-8") from None
    else:
        text = _declared(data)
    if "\0" in text:
        raise Undecodable("it holds null bytes; is it a binary file?")
    return text.removeprefix("\ufeff")


def _declared(data: bytes) -> str:
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError) as error:
        raise Undecodable(str(error)) from None


class Lines:
    """The lines of a text as the syntax tree counts them (a form feed does not end a line)."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0, *(m.end() for m in _BREAKS.finditer(text))]

    def offset(self, position: Position) -> int:
        """The index in the text of a position, kept within the text."""
        if position.line < 1:
            return 0
        if position.line > len(self.starts):
            return len(self.text)
        return min(self.starts[position.line - 1] + position.column, len(self.text))

    def place(self, offset: int) -> Position:
        """The position of an index of the text."""
        line = bisect_right(self.starts, offset)
        return Position(line, offset - self.starts[line - 1])

    def line(self, number: int) -> str:
        """One line without its end; empty where there is none."""
        if not 1 <= number <= len(self.starts):
            return ""
        end = self.starts[number] if number < len(self.starts) else len(self.text)
        return self.text[self.starts[number - 1] : end].rstrip("\r\n")


def apply(text: str, edits: tuple[Edit, ...]) -> str:
    """The text after edits that do not overlap."""
    lines = Lines(text)
    spots = [(lines.offset(e.span.start), lines.offset(e.span.end), e.content) for e in edits]
    for begin, end, content in sorted(spots, key=lambda s: (s[0], s[1]), reverse=True):
        text = text[:begin] + content + text[end:]
    return text


def split_lines(text: str) -> list[str]:
    """The lines of `text` with their ends, as editors and Python's tokenizer count them.

    `str.splitlines` will not do: it also splits at form feeds and Unicode separators, after which every line is off.
    """
    return _LINE.findall(text)


def strip_end(line: str) -> str:
    """`line` without its end."""
    return line.rstrip("\r\n")
