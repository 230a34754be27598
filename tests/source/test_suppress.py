"""Comments that suppress, and those that do not."""

from __future__ import annotations

import pytest

from retrograd.analyze import analyze
from retrograd.config import Config
from retrograd.findings import Severity
from retrograd.remedies import offer
from retrograd.source.suppress import UNUSED, comments
from retrograd.source.text import apply

HEAD = "import torch\na = torch.ones(1, requires_grad=True)\nb = a * 2\nb.backward()\n"


def rules(text: str, config: Config | None = None) -> list[str]:
    return [f.rule for f in analyze(text, config=config or Config()).findings]


@pytest.mark.parametrize(
    "last",
    [
        "b.backward()  # retrograd: ignore",
        "b.backward()  # retrograd: ignore[freed-graph]",
        "b.backward()  #retrograd:ignore[ freed-graph ] it is meant to raise",
        "b.backward()  # noqa # retrograd: ignore[freed-graph] # type: ignore",
        "b.backward(  # retrograd: ignore[freed-graph]\n    gradient=None,\n)",
        "b.backward(\n    gradient=None,\n)  # retrograd: ignore[freed-graph]",
        "b.backward(\n    gradient=None,  # retrograd: ignore[freed-graph]\n)",
        "if True:\n    b.backward()  # retrograd: ignore[freed-graph]",
        "b.backward()  # retrograd: ignore[freed-graph, unused-suppression, no-grad-fn]",
        "b.backward()\n# retrograd: skip-file",
    ],
)
def test_suppressed(last: str) -> None:
    assert rules(HEAD + last + "\n") == []


@pytest.mark.parametrize(
    "last",
    [
        "b.backward()\n'# retrograd: ignore'",
        "b.backward()\n# retrograde: ignore",
        "# retrogradation\nb.backward()",
    ],
)
def test_not_suppressed(last: str) -> None:
    assert rules(HEAD + last + "\n") == ["freed-graph"]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("x = 1  # retrograd: ignore", "x = 1", "nothing in this statement"),
        ("x = 1  # retrograd: ignore[freed-graph] why", "x = 1", "suppresses freed-graph"),
        ("x = 1\n# retrograd: ignore\ny = 2", "x = 1\ny = 2", "nothing in this statement"),
        ("x = 1  # noqa: E1  # retrograd: ignore  # fmt: skip", "x = 1  # noqa: E1  # fmt: skip", "nothing"),
        ("x = '😀'  # retrograd: ignore[freed-grph]", "x = '😀'", 'suppresses "freed-grph", and there is no such rule'),
        ("# retrograd: skip-file\nx = 1", "x = 1", "nothing in this file"),
        (
            "b.backward()  # retrograd: ignore[no-grad-fn, freed-graph] why",
            "b.backward()  # retrograd: ignore[freed-graph] why",
            "suppresses no-grad-fn",
        ),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_unused_ones_are_reported_and_removed(before: str, after: str, words: str, end: str) -> None:
    text = (HEAD + before + "\n").replace("\n", end)
    analysis = analyze(text)
    (finding,) = analysis.findings
    assert finding.rule == UNUSED
    assert words in finding.message
    (fix,) = offer(analysis, finding)
    mended = apply(text, fix.edits)
    assert mended == (HEAD + after + "\n").replace("\n", end)
    assert rules(mended) == []


def test_several_in_one_comment_go_one_after_the_other() -> None:
    text = HEAD + "x = 1  # retrograd: ignore[freed-graph, no-grad-fn]\n"
    for left in (1, 0):
        analysis = analyze(text)
        assert len(analysis.findings) == left + 1
        (fix,) = offer(analysis, analysis.findings[0])
        text = apply(text, fix.edits)
    assert text == HEAD + "x = 1\n"


def test_a_text_that_has_nothing_else_to_do_with_torch() -> None:
    assert rules("x = 1  # retrograd: ignore\n") == [UNUSED]


def test_what_was_not_looked_for_is_not_missed() -> None:
    text = HEAD + "x = 1  # retrograd: ignore[growing-graph]\n"
    assert rules(text) == [UNUSED]
    assert rules(text, Config(ignore=frozenset({"growing-graph"}))) == []
    assert rules(text, Config(ignore=frozenset({UNUSED}))) == []
    assert rules(HEAD + "x = 1  # retrograd: ignore\n", Config(ignore=frozenset({"growing-graph"}))) == []
    assert rules(text + "def broken(:\n") == []


def test_its_severity_can_be_set() -> None:
    config = Config(severity={UNUSED: Severity.ERROR})
    (finding,) = analyze(HEAD + "x = 1  # retrograd: ignore\n", "train.py", config).findings
    assert finding.severity is Severity.ERROR
    assert finding.site.path == "train.py"


def test_a_remedy_may_leave_a_comment_without_work() -> None:
    text = HEAD + "b.backward()\nb.backward()  # retrograd: ignore[freed-graph]\n"
    analysis = analyze(text)
    assert [f.site.line for f in analysis.findings if f.rule == "freed-graph"] == [5]
    assert offer(analysis, analysis.findings[0])


def test_comments_end_where_the_next_begins() -> None:
    (found,) = comments("x = 1  # a # retrograd: ignore[b] why # c\n")
    assert (found.column, found.end, found.rules) == (11, 37, (("b", 31),))
