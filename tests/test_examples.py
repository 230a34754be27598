"""The examples: the flagged line is the one that raises under torch, and nothing else is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from retrograd.analyze import analyze
from tests.torch_truth import outcome

EXAMPLES = Path(__file__).parent.parent / "examples"
EXPECTED = {
    "double_backward.py": [(9, "freed-graph", "double-call")],
    "loop_invariant.py": [(9, "freed-graph", "loop-invariant-graph")],
    "lstm_carried_hidden.py": [(31, "freed-graph", "carried-hidden-state")],
    "mended_loop.py": [],
    "no_reset_loop.py": [(8, "grad-not-zeroed", "missing-zero-grad")],
    "retain_twice.py": [(8, "needless-retain-graph", "habitual-flag")],
    "sum_twice.py": [],
}


def test_every_example_is_judged() -> None:
    assert {p.name for p in EXAMPLES.glob("*.py")} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_example(name: str) -> None:
    text = (EXAMPLES / name).read_text()
    found = [(f.site.line, f.rule, f.cause) for f in analyze(text, name).findings]
    assert found == EXPECTED[name]
    raising = [(rule, line) for line, rule, _ in found if rule == "freed-graph"]
    said = outcome(text)
    assert (said.rule, said.line) == (raising[0] if raising else ("ok", None)), said.error
