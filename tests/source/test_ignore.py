"""The comment that ignores a finding stands where Python takes it for a comment, and changes nothing else."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrograd.findings import Finding, Position, Severity, Site, Span
from retrograd.source.ignore import ignore_here
from retrograd.source.text import split_lines


def ignore(text: str, line: int) -> str | None:
    """`text` after the edit for a finding that begins in `line`."""
    site = Site(None, Span(Position(line, 0), Position(line, 1)))
    fix = ignore_here(text, Finding("freed-graph", "double-call", Severity.ERROR, "m", site))
    if fix is None:
        return None
    (edit,) = fix.edits
    lines = split_lines(text)
    assert edit.span.start.line == edit.span.end.line
    content = lines[edit.span.start.line - 1]
    lines[edit.span.start.line - 1] = content[: edit.span.start.column] + edit.content + content[edit.span.end.column :]
    return "".join(lines)


COMMENT = "  # retrograd: ignore[freed-graph]"


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("b.backward()\n", 1, f"b.backward(){COMMENT}\n"),
        ("b.backward()", 1, f"b.backward(){COMMENT}"),
        ("b.backward()\r\nc\r\n", 1, f"b.backward(){COMMENT}\r\nc\r\n"),
        ("b.backward()   \n", 1, f"b.backward(){COMMENT}\n"),
        ("b.backward()  # noqa\n", 1, f"b.backward()  # noqa{COMMENT}\n"),
        ("b.backward(\n    g,\n)\n", 1, f"b.backward({COMMENT}\n    g,\n)\n"),
        ("b \\\n  .backward()\n", 1, f"b \\\n  .backward(){COMMENT}\n"),
        ("f('''\n''', b.backward())\n", 1, f"f('''\n''', b.backward()){COMMENT}\n"),
        ("f('''\n''', b.backward())\n", 2, f"f('''\n''', b.backward()){COMMENT}\n"),
        ("x = f'''{b.backward(\n)}'''\n", 1, f"x = f'''{{b.backward(\n)}}'''{COMMENT}\n"),
        (
            "b.backward()  # retrograd: ignore[no-grad-fn]\n",
            1,
            "b.backward()  # retrograd: ignore[no-grad-fn, freed-graph]\n",
        ),
        ("b.backward()  # retrograd: ignore[]\n", 1, "b.backward()  # retrograd: ignore[freed-graph]\n"),
        ("if x:\n\tb.backward('é😀')\n", 2, f"if x:\n\tb.backward('é😀'){COMMENT}\n"),
        ("s = '\x0c'\nb.backward()\n", 2, f"s = '\x0c'\nb.backward(){COMMENT}\n"),
        ("b.backward()\n\nif (:\n", 1, f"b.backward(){COMMENT}\n\nif (:\n"),
    ],
)
def test_where_the_comment_goes(text: str, line: int, expected: str) -> None:
    assert ignore(text, line) == expected


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("b.backward()  # retrograd: ignore\n", 1),
        ("f('''\n", 1),
        ("x = 1\n", 9),
        ("", 1),
    ],
)
def test_where_no_comment_can_go_there_is_no_fix(text: str, line: int) -> None:
    assert ignore(text, line) is None


@given(
    st.lists(
        st.sampled_from(["f(", ")", "'''", "\n", "\\\n", "b", " + ", "# c\n", "'s'", "x = ", "f'''{b}"]), max_size=12
    )
)
def test_the_program_stays_the_same(parts: list[str]) -> None:
    text = "".join(parts)
    try:
        tree = ast.dump(ast.parse(text))
    except (SyntaxError, ValueError):
        return
    for line in range(1, len(split_lines(text)) + 1):
        changed = ignore(text, line)
        assert changed is None or ast.dump(ast.parse(changed)) == tree
