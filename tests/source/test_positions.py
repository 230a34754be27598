"""Places stay right, whatever characters, line ends and layouts come before them."""

from __future__ import annotations

import ast
import codecs

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from retrograd.analyze import analyze
from retrograd.findings import Edit, Position, Span
from retrograd.remedies import offer
from retrograd.source.text import Lines, apply, decode, split_lines, strip_end

WORDS = st.text(st.sampled_from("ab é日😀𝒳\t\x0c"), max_size=6)
ENDS = st.sampled_from(["\n", "\r\n", "\r"])
CALLS = ("b.backward()", "b.backward(\n    gradient=None\n)", "b \\\n  .backward()", "(b\n\t.backward\n\t())")


@st.composite
def programs(draw: st.DrawFn) -> tuple[str, str]:
    """A program with one fault, the last call in it, written in many ways; and that call as it is written."""
    parts = ["import torch\n", "a = torch.ones(1, requires_grad=True)\n", "b = a * 2\n"]
    filler = st.one_of(
        WORDS.map(lambda w: f"# {w}\n"),
        WORDS.map(lambda w: f'x = "{w}"\n'),
        WORDS.map(lambda w: f'x = """{w}\n{w}"""\n'),
        st.just("\x0c\n"),
        st.just("\n"),
        st.just("x = 1 + \\\n  2\n"),
    )
    text = ""
    for part in (*parts, "b.backward()\n"):
        text += "".join(draw(st.lists(filler, max_size=3))) + part
    before = draw(st.one_of(st.just(""), WORDS.map(lambda w: f'"{w}"; ')))
    call = draw(st.sampled_from(CALLS))
    end = draw(ENDS)
    text = text + before + call + draw(st.sampled_from(["", "\n", "  # 😀\n"]))
    return text.replace("\n", end), call.replace("\n", end)


@given(programs(), st.booleans())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_finding_covers_its_call_and_nothing_else(program: tuple[str, str], bom: bool) -> None:
    text, call = program
    data = text.encode("utf-8")
    decoded = decode(codecs.BOM_UTF8 + data if bom else data)
    assert decoded == text
    (finding,) = [f for f in analyze(decoded).findings if f.rule == "freed-graph"]
    lines = Lines(decoded)
    covered = decoded[lines.offset(finding.site.span.start) : lines.offset(finding.site.span.end)]
    # The parentheses around an expression are not part of it.
    assert covered in (call, call[1:-1])
    for related in finding.related:
        start, end = lines.offset(related.site.span.start), lines.offset(related.site.span.end)
        assert decoded[start:end] in ("a * 2", "b = a * 2", "b.backward()")


@given(programs())
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_fixes_of_such_texts_are_python_without_the_fault(program: tuple[str, str]) -> None:
    text, _ = program
    analysis = analyze(text)
    finding = next(f for f in analysis.findings if f.rule == "freed-graph")
    for fix in offer(analysis, finding):
        mended = apply(text, fix.edits)
        ast.parse(mended)
        assert not [f for f in analyze(mended).findings if f.rule == "freed-graph"]
        assert {strip_end(line) for line in split_lines(text)} & {strip_end(line) for line in split_lines(mended)}


TEXTS = st.text(st.sampled_from("ab😀\t\x0c\n\r\u2028é"), max_size=40)


@given(TEXTS)
def test_lines_are_those_of_the_tokenizer(text: str) -> None:
    lines = split_lines(text)
    assert "".join(lines) == text
    numbered = Lines(text)
    assert [numbered.line(n) for n in range(1, len(lines) + 1)] == [strip_end(line) for line in lines]


@given(TEXTS, st.data())
def test_offsets_count_code_points_from_the_start_of_the_line(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    head = split_lines(text[:offset])
    last = head[-1] if head and strip_end(head[-1]) == head[-1] else ""
    if text[:offset].endswith("\r") and text[offset : offset + 1] == "\n":
        return
    line = len(head) + (1 if not last else 0)
    assert Lines(text).offset(Position(line, len(last))) == offset


@given(TEXTS, st.lists(st.tuples(st.integers(0, 40), st.text("xy😀\n", max_size=3)), max_size=4), st.data())
def test_edits_that_do_not_overlap_are_independent(text: str, cuts: list[tuple[int, str]], data: st.DataObject) -> None:
    lines = Lines(text)

    def position(offset: int) -> Position:
        line = max(n for n, start in enumerate(lines.starts, 1) if start <= offset)
        return Position(line, offset - lines.starts[line - 1])

    places = sorted({min(at, len(text)) for at, _ in cuts})
    edits: list[Edit] = []
    expected, since = "", 0
    for at, (_, content) in zip(places, cuts):
        expected += text[since:at] + content
        since = at
        edits.append(Edit(Span(position(at), position(at)), content))
    expected += text[since:]
    order = data.draw(st.permutations(edits))
    assert apply(text, tuple(order)) == expected
