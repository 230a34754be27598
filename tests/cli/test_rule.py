"""`retrograd rule`."""

from __future__ import annotations

import json

from retrograd.configuration.names import rule_names

from .conftest import Retrograd


def test_a_page_as_text_and_as_markdown(retrograd: Retrograd) -> None:
    for form in ("text", "markdown"):
        page = retrograd("rule", "freed-graph", "--output-format", form).stdout
        assert page.startswith("# freed-graph\n\n")
        assert "## What happens" in page


def test_a_page_as_json(retrograd: Retrograd) -> None:
    page = json.loads(retrograd("rule", "freed-graph", "--output-format", "json").stdout)
    assert page["code"] == "freed-graph"
    assert page["severity"] == "error"
    assert page["documentation"].startswith(page["summary"])
    assert page["url"].endswith("/freed-graph.md")


def test_all_pages(retrograd: Retrograd) -> None:
    text = retrograd("rule", "--all").stdout
    assert [line[2:] for line in text.splitlines() if line.startswith("# ") and line[2:] in rule_names()] == list(
        rule_names()
    )
    pages = json.loads(retrograd("rule", "--all", "--output-format", "json").stdout)
    assert [page["code"] for page in pages] == list(rule_names())


def test_a_rule_that_is_none(retrograd: Retrograd) -> None:
    result = retrograd("rule", "freed-grph")
    assert result.exit_code == 2
    assert result.stderr == 'retrograd: unknown rule "freed-grph"; did you mean "freed-graph"?\n'


def test_neither_or_both(retrograd: Retrograd) -> None:
    assert retrograd("rule").exit_code == 2
    assert retrograd("rule", "--all", "freed-graph").exit_code == 2
