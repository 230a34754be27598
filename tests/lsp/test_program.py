"""The cells of a notebook as one program."""

from __future__ import annotations

import pytest
from lsprotocol import types
from pygls.workspace import PositionCodec

from retrograd.findings import Analysis, Edit, Position, Site, Span
from retrograd.lsp.notebooks import Cell, NotebookPlaces, Program
from retrograd.lsp.session import View
from retrograd.source.notebooks import blank_magics


@pytest.mark.parametrize(
    ("cell", "python"),
    [
        ("x = 1\n", "x = 1\n"),
        ("%matplotlib inline\nx = 1\n", "pass\nx = 1\n"),
        ("!pip install torch", "pass"),
        ("if x:\n    %load_ext y\r\nz = 1", "if x:\n    pass\r\nz = 1"),
        ("files = !ls\nn: int = %magic\n", "files = None\nn: int = %magic\n"),
        ("torch.grad?\nx\n", "pass\nx\n"),
        ("%%capture out\nx = 1\n", "pass\nx = 1\n"),
        ("\n%%bash\nls -l\n\n", "\n\n\n\n"),
        ("s = '''\n%s\n'''\nt = (a\n% b)\n", "s = '''\n%s\n'''\nt = (a\n% b)\n"),
        ("", ""),
    ],
)
def test_magics_are_blanked_line_for_line(cell: str, python: str) -> None:
    assert blank_magics(cell) == python


def test_places_of_a_program_and_of_its_cells_are_the_same() -> None:
    program = Program((Cell("c:1", 4, "a\nb"), Cell("c:2", 5, ""), Cell("c:3", 6, "é😀c\n")))
    assert program.text == "a\nb\n\né😀c\n"
    assert list(program.first_lines) == [1, 3, 4]
    view = View("file:///n.ipynb", 1, program.text, Analysis(None, program.text), {}, True, 1)
    places = NotebookPlaces(view, program, PositionCodec("utf-16"))
    for uri, line, character, there in [
        ("c:1", 1, 0, Position(2, 0)),
        ("c:2", 0, 0, Position(3, 0)),
        ("c:3", 0, 3, Position(4, 2)),
    ]:
        assert places.position(uri, types.Position(line, character)) == there
        location = places.location(Site(None, Span(there, there)))
        assert (location.uri, location.range.start) == (uri, types.Position(line, character))
    last_line = Span(Position(2, 0), Position(3, 0))
    uri, edit = places.edit(Edit(last_line, ""))
    assert (uri, edit.range) == ("c:1", types.Range(types.Position(1, 0), types.Position(1, 1)))
