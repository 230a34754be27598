"""What is known of a text is carried over to an edited one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrograd.findings import Analysis, Carrier, Finding, Position, Related, Severity, Site, Span
from retrograd.lsp.drift import carry, measure
from retrograd.source.text import split_lines

texts = st.text(st.sampled_from("ab\n"), max_size=30)


def at(text: str, place: Position) -> str:
    """All of the text from `place` on."""
    lines = split_lines(text)
    return "".join([lines[place.line - 1][place.column :], *lines[place.line :]]) if place.line <= len(lines) else ""


def before(text: str, place: Position) -> str:
    return text[: len(text) - len(at(text, place))]


@given(texts, texts, texts, texts)
def test_what_was_not_edited_is_found_again(head: str, old: str, new: str, tail: str) -> None:
    one, other = head + old + tail, head + new + tail
    drift = measure(one, other)
    assert before(one, drift.start) == before(other, drift.start)
    assert at(one, drift.old_end) == at(other, drift.new_end)


@pytest.mark.parametrize(
    ("old", "new", "span", "moved"),
    [
        ("a\nb()\n", "a\nx\nb()\n", ((2, 0), (2, 3)), ((3, 0), (3, 3))),
        ("a\nb()\n", "b()\n", ((2, 0), (2, 3)), ((1, 0), (1, 3))),
        ("a; b()\n", "aaa; b()\n", ((1, 3), (1, 6)), ((1, 5), (1, 8))),
        ("b(); a\n", "b(); aaa\n", ((1, 0), (1, 3)), ((1, 0), (1, 3))),
        ("b()\n", "b(x)\n", ((1, 0), (1, 3)), ((1, 0), (1, 4))),
        ("b()\n", "b()c\n", ((1, 0), (1, 3)), ((1, 0), (1, 3))),
        ("b()\n", "cb()\n", ((1, 0), (1, 3)), ((1, 1), (1, 4))),
        ("a\nb()\nc\n", "a\nc\n", ((2, 0), (2, 3)), ((2, 0), (2, 0))),
        ("b()\n", "", ((1, 0), (1, 3)), ((1, 0), (1, 0))),
    ],
)
def test_a_span_moves_with_its_text(
    old: str,
    new: str,
    span: tuple[tuple[int, int], tuple[int, int]],
    moved: tuple[tuple[int, int], tuple[int, int]],
) -> None:
    start, end = (Position(*place) for place in span)
    assert measure(old, new).span(Span(start, end)) == Span(Position(*moved[0]), Position(*moved[1]))


def test_every_place_of_a_finding_moves_except_those_in_other_files() -> None:
    def site(line: int, path: str | None = "a.py") -> Site:
        return Site(path, Span(Position(line, 0), Position(line, 1)))

    def finding(one: int, two: int) -> Finding:
        return Finding(
            "freed-graph",
            "double-call",
            Severity.ERROR,
            "m",
            site(two),
            run=site(two, None),
            freed=site(one),
            built=site(2, "b.py"),
            carrier=Carrier("x", "variable", site(two)),
            related=(Related(site(two), "r"), Related(site(2, "b.py"), "elsewhere")),
        )

    old = Analysis("a.py", "x\ny\nz\n", (finding(1, 3),))
    new = carry(old, "x\n\n\ny\nz\n")
    assert new == Analysis("a.py", "x\n\n\ny\nz\n", (finding(1, 5),))
    assert carry(old, old.text) is old


def test_a_finding_goes_with_the_text_it_was_about() -> None:
    def about(line: int) -> Finding:
        return Finding("r", "c", Severity.ERROR, "m", Site(None, Span(Position(line, 0), Position(line, 3))))

    old = Analysis(None, "one\ntwo\nthree\n", (about(1), about(2)))
    assert carry(old, "one\nthree\n").findings == (about(1),)
