"""Positions survive the way to the client and back, whatever the text."""

from __future__ import annotations

import ast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lsprotocol import types
from pygls.workspace import PositionCodec, TextDocument

from retrograd.findings import Position, Span
from retrograd.lsp.documents import Document
from retrograd.lsp.positions import Ruler
from retrograd.source.text import split_lines

ENCODINGS = ("utf-8", "utf-16", "utf-32")
texts = st.text(st.sampled_from("ab \t\r\n\x0c\x0b\x1c\x85\u2028é漢😀𝄞\ufeff"), max_size=40)
encodings = st.sampled_from(ENCODINGS)


def units(text: str, encoding: str) -> int:
    """How long `text` is, counted without the help of the code under test."""
    widths = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
    name, width = widths[encoding]
    return len(text.encode(name)) // width


def places(text: str) -> list[Position]:
    """Every place of a text that is not within the end of a line."""
    return [
        Position(number, column)
        for number, line in enumerate(split_lines(text), 1)
        for column in range(len(line.rstrip("\r\n")) + 1)
    ]


@given(texts)
def test_lines_are_those_of_the_text(text: str) -> None:
    lines = split_lines(text)
    assert "".join(lines) == text
    assert all(line.endswith(("\r", "\n")) for line in lines[:-1])
    ended = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert len(lines) == len(ended) - (ended[-1] == "")


def test_lines_are_counted_as_python_counts_them() -> None:
    text = "a = '\x0c\u2028'\n\x0cb = 1\r\nc = 2\rd = 3\n"
    assert [node.lineno for node in ast.parse(text).body] == [1, 2, 3, 4]
    assert len(split_lines(text)) == 4


@given(texts, encodings)
def test_there_and_back_is_where_one_was(text: str, encoding: str) -> None:
    ruler = Ruler(text, PositionCodec(encoding))
    for place in places(text):
        there = ruler.to_client(place)
        line = split_lines(text)[place.line - 1]
        assert there == types.Position(place.line - 1, units(line[: place.column], encoding))
        assert ruler.from_client(there) == place


@given(texts, encodings, st.integers(-3, 9), st.integers(-3, 60))
@example("ab", "utf-8", 1, -1)
@example("ab", "utf-8", 1, 50)
def test_places_outside_of_the_text_are_moved_to_it(text: str, encoding: str, line: int, column: int) -> None:
    ruler = Ruler(text, PositionCodec(encoding))
    there = ruler.to_client(Position(line, column))
    lines = [*split_lines(text), ""]
    assert 0 <= there.line < len(lines)
    assert 0 <= there.character <= units(lines[there.line].rstrip("\r\n"), encoding)
    if column <= 0:
        assert there.character == 0 or line > len(lines) - 1
    back = ruler.from_client(types.Position(max(line, 0), 100))
    if line >= len(lines) - 1:
        assert back == Position(len(split_lines(text)) + 1, 0)
    else:
        ending = Position(max(line, 0) + 1, len(lines[max(line, 0)].rstrip("\r\n")))
        assert back == ending


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 6), ("utf-16", 4), ("utf-32", 3)])
def test_an_emoji_is_as_wide_as_the_client_says(encoding: str, column: int) -> None:
    ruler = Ruler("x\n'😀'b()\n", PositionCodec(encoding))
    there = ruler.to_range(Span(Position(2, 3), Position(2, 6)))
    assert there == types.Range(types.Position(1, column), types.Position(1, column + 3))


@given(texts, texts, encodings, st.data())
def test_changes_are_applied_where_the_client_means(text: str, new: str, encoding: str, data: st.DataObject) -> None:
    codec = PositionCodec(encoding)
    ruler = Ruler(text, codec)
    everywhere = [*places(text), ruler.from_client(ruler.end)]
    start, end = sorted(data.draw(st.lists(st.sampled_from(everywhere), min_size=2, max_size=2)))
    document = Document("file:///x.py", text, 1, position_codec=codec)
    assert isinstance(document, TextDocument)
    range_ = types.Range(ruler.to_client(start), ruler.to_client(end))
    document.apply_change(types.TextDocumentContentChangePartial(range=range_, text=new))

    def offset(place: Position) -> int:
        return sum(map(len, split_lines(text)[: place.line - 1])) + place.column

    assert document.source == text[: offset(start)] + new + text[offset(end) :]
