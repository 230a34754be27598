"""What a hover says, in both languages of clients."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pygls.workspace import PositionCodec

from retrograd.findings import Analysis, Built, Finding, Position, Related, Run, Severity, Site, Span
from retrograd.lsp.hover import MOST_PLACES, Page, hover
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
        f"- [line 2]({where}#L2): `mul` keeps tensors\n"
        f"- [line 3]({where}#L3): `add` keeps nothing\n\n"
        "The tensors it keeps are freed here, and no later call goes through it again."
    )


def test_the_same_in_plain_words() -> None:
    also = Built(site(2), "sum", False)
    assert said(running(built=(MUL, ADD, also), used_again=(site(3), site(4))), 5, markdown=False) == (
        "The graph of `c.backward()`\n\n"
        "It goes back through\n\n"
        "- line 2: `mul` keeps tensors; `sum` keeps nothing\n"
        "- line 3: `add` keeps nothing\n\n"
        "The tensors it keeps are freed here, and it is gone through again in line 3 and in line 4."
    )


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"frees": False}, "The graph is kept here, and no later call goes through it again."),
        ({"frees": False, "used_again": (site(6),)}, "The graph is kept here, and gone through again in line 6."),
        ({"built": (ADD,)}, "None of this keeps tensors: there is nothing to free, and it can be gone through again."),
        ({"used_again": (site(3), site(4), site(4), site(6))}, "again in line 3, in line 4 and in line 6."),
        ({"used_again": (site(5, 0, 12),)}, "again here, in a later pass."),
    ],
)
def test_the_fate_of_a_graph(facts: dict[str, object], words: str) -> None:
    told = said(running(**facts), 5, markdown=False)
    assert told is not None
    assert told.endswith(words)


def test_a_long_graph_is_cut_short() -> None:
    built = tuple(Built(site(line), name, True) for line in range(1, MOST_PLACES + 4) for name in ("mul", "add", "mul"))
    told = said(running(built=built), 5, markdown=False)
    assert told is not None
    assert told.count("`mul`, `add` keep tensors") == MOST_PLACES
    assert "and 3 places more." in told


def test_a_run_that_fails_goes_through_the_graph_again() -> None:
    call = site(5, 0, 12)
    again = Finding("freed-graph", "double-call", Severity.ERROR, "m", site(9), run=site(9), freed=call)
    in_a_loop = replace(again, site=call, run=call)
    run = Run(call, "backward", True)
    for finding, words in ((again, "again in line 9."), (in_a_loop, "again here, in a later pass.")):
        told = said(Analysis(None, TEXT, (finding,), runs=(run,)), 5, markdown=False)
        assert told is not None
        assert told.endswith(words)


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
    outer = Run(site(1, 0, 13), "backward", True)
    inner = Run(site(1, 6, 12), "backward", True)
    told = said(Analysis(None, "outer(inner())", runs=(inner, outer)), 1, 10)
    assert told is not None
    assert "The graph of `inner(`" in told


def test_a_long_call_is_named_by_its_kind() -> None:
    for text in ("x" * 90, "x(\n)", "x(`)"):
        lines = text.split("\n")
        run = Run(Site(None, Span(Position(1, 0), Position(len(lines), len(lines[-1])))), "backward", True)
        told = said(Analysis(None, text, runs=(run,)), 1)
        assert told is not None
        assert "The graph of `backward`" in told


def test_every_rule_says_what_happens() -> None:
    for rule in all_rules():
        text = rule_text(rule.NAME)
        assert text
        assert "##" not in text
    assert rule_text("no-such-rule") == ""
