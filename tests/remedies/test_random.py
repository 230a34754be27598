"""Random programs that torch fails on: whatever is offered for them makes them run to their end."""

from __future__ import annotations

import random

import pytest

from retrograd import remedies
from retrograd.analyze import analyze
from retrograd.remedies import all_remedies, offer
from retrograd.remedies.editing.proof import RAISING
from retrograd.rules import all_rules
from retrograd.source.text import apply
from tests.differential.programs import write
from tests.torch_truth import outcome

SEEDS = range(60)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_fix_of_a_random_program_is_right(seed: int) -> None:
    text = write(random.Random(f"remedies {seed}").randrange, False)
    end = outcome(text)
    if end.rule not in RAISING:
        return
    analysis = analyze(text)
    for finding in (f for f in analysis.findings if f.rule == end.rule and f.site.line == end.line):
        for fix in offer(analysis, finding):
            mended = apply(text, fix.edits)
            assert outcome(mended).rule == "ok", f"{fix.message}\n{mended}"


@pytest.mark.parametrize("rule", [r for r in all_rules() if "## Example" in (r.__doc__ or "")], ids=lambda r: r.NAME)
def test_the_example_of_a_rule_is_mended(rule: object) -> None:
    text = (rule.__doc__ or "").split("## Example")[1].split("```python\n")[1].split("```")[0]
    analysis = analyze(text)
    found = [f for f in analysis.findings if f.rule == rule.NAME]  # type: ignore[attr-defined]
    assert found
    fixes = [fix for f in found for fix in offer(analysis, f)]
    assert fixes
    for fix in fixes:
        assert outcome(apply(text, fix.edits)).rule == "ok", fix.message


def test_a_remedy_that_fails_does_not_take_the_others_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "import torch\na = torch.ones(1, requires_grad=True)\nb = a * 2\nb.backward()\nb.backward()\n"
    analysis = analyze(text)
    (finding,) = analysis.findings
    before = [fix.remedy for fix in offer(analysis, finding)]
    first = next(m for m in all_remedies() if before[0] == m.NAME)

    def explode(case: object) -> None:
        raise ValueError

    monkeypatch.setattr(first, "propose", explode)
    assert [fix.remedy for fix in offer(analysis, finding)] == before[1:]
    assert remedies.all_remedies() == all_remedies()
