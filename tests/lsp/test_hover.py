"""What a hover says, in both languages of clients."""

from __future__ import annotations

import pytest
from pygls.workspace import PositionCodec
from retrograd.findings import Analysis, Built, Finding, Position, Related, Run, Severity, Site, Span
from retrograd.lsp.hover import MOST_OPERATIONS, Page, hover
from retrograd.lsp.places import DocumentPlaces
from retrograd.lsp.rule_texts import rule_text
from retrograd.lsp.session import View
from retrograd.rules import all_rules

TEXT = "a = leaf()\nb = a * 2\nc = b + 1\nc.backward(retain_graph=True)\nc.backward()\n"
URI = "file:///project/my%20(old)%20train.py"


def site(line: int, start: int = 0, end: int = 9, path: str | None = None) -> Site:
    return Site(path, Span(Position(line, start), Position(line, end)))


def said(analysis: Analysis, line: int, column: int = 0, markdown: bool = True, uri: str = URI) -> str | None:
    """The words of the hover at a place."""
    view = View(uri, 1, analysis.text, analysis, {}, True, 1)
    page = Page(DocumentPlaces(view, PositionCodec("utf-16")), markdown, lambda rule: f"About {rule}.")
    found = hover(analysis, Position(line, column), page)
    return None if found is None else found.contents.value  # type: ignore[union-attr]


def running(**facts: object) -> Analysis:
    run = Run(site(5, 0, 12), "c.backward()", **{"frees": True, **facts})  # type: ignore[arg-type]
    return Analysis(None, TEXT, runs=(run,))


MUL, ADD = Built(site(2), "mul", True), Built(site(3), "add", False)


def test_a_run_tells_where_its_graph_was_built_and_what_becomes_of_it() -> None:
    where = "file:///project/my%20%28old%29%20train.py"
    assert said(running(built=(MUL, ADD)), 5) == (
        "**The graph of `c.backward()`**\n\n"
        "It goes back through\n\n"
        f"- `mul` in [line 2]({where}#L2), keeps tensors\n"
        f"- `add` in [line 3]({where}#L3), keeps nothing\n\n"
        "The tensors it keeps are freed here; nothing goes through it again."
    )


def test_the_same_in_plain_words() -> None:
    assert said(running(built=(MUL, ADD), used_again=(site(4), site(5))), 5, markdown=False) == (
        "The graph of `c.backward()`\n\n"
        "It goes back through\n\n"
        "- `mul` in line 2, keeps tensors\n"
        "- `add` in line 3, keeps nothing\n\n"
        "The tensors it keeps are freed here, and it is gone through again in line 4 and line 5."
    )


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"frees": False}, "The graph is kept here, and nothing goes through it again."),
        ({"frees": False, "used_again": (site(5),)}, "The graph is kept here, and gone through again in line 5."),
        ({"built": (ADD,)}, "None of this keeps tensors: there is nothing to free, and it can be gone through again."),
        ({"used_again": (site(3), site(4), site(4), site(5))}, "again in line 3, line 4 and line 5."),
    ],
)
def test_the_fate_of_a_graph(facts: dict[str, object], words: str) -> None:
    told = said(running(**facts), 5, markdown=False)
    assert told is not None
    assert told.endswith(words)


def test_a_long_graph_is_cut_short() -> None:
    told = said(running(built=(MUL,) * (MOST_OPERATIONS + 3)), 5, markdown=False)
    assert told is not None
    assert told.count("- `mul`") == MOST_OPERATIONS
    assert "and 3 operations more." in told


def test_a_finding_comes_before_the_run_it_is_in_and_names_its_places() -> None:
    finding = Finding(
        "needless-retain-graph",
        "needless",
        Severity.WARNING,
        "`__init__` keeps *it* [for] nobody",
        site(4, 11, 28),
        related=(Related(site(2), "built here"), Related(site(7, path="/lib/net_a.py"), "called here")),
        assumptions=("net is a network",),
    )
    outer = Run(site(4, 0, 29), "c.backward(retain_graph=True)", False)
    analysis = Analysis(None, TEXT, (finding,), runs=(outer,))
    told = said(analysis, 4, 15, uri="untitled:Untitled-1")
    assert told is not None
    story, life = told.split("\n\n---\n\n")
    assert story == (
        "**warning**: `__init__` keeps \\*it\\* \\[for\\] nobody\n\n"
        "- line 2: built here\n"
        "- [net\\_a.py line 7](file:///lib/net_a.py#L7): called here\n\n"
        "Assumed: net is a network.\n\n"
        "About needless-retain-graph.\n\n"
        "Rule [needless-retain-graph]"
        "(https://github.com/retrograd-dev/retrograd/blob/main/docs/rules/needless-retain-graph.md)"
    )
    assert life.startswith("**The graph of `c.backward(retain_graph=True)`**")
    assert said(analysis, 4, 2) != told
    assert said(analysis, 1) is None


def test_of_nested_runs_the_inner_one_is_told() -> None:
    outer = Run(site(4, 0, 29), "outer()", True)
    inner = Run(site(4, 6, 20), "inner()", True)
    analysis = Analysis(None, TEXT, runs=(inner, outer))
    told = said(analysis, 4, 10)
    assert told is not None
    assert "inner()" in told
    assert "outer()" not in told


def test_every_rule_says_what_happens() -> None:
    for rule in all_rules():
        text = rule_text(rule.NAME)
        assert text
        assert "##" not in text
    assert rule_text("no-such-rule") == ""
