"""Mending a whole text: which fixes are taken, and how one is applied after the other.

A fix is proved against the text as it is, and alone. So they are applied one at a time, and after each the text is
analysed again, until nothing that is found has a fix that may be taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from .findings import Analysis, Applicability, Edit, Finding, Fix
from .source.text import apply

MOST = 200
"""So many fixes are applied to one text."""

Offers = Iterable["tuple[Finding, tuple[Fix, ...]]"]
"""Findings with the fixes that are offered for them; worked out as they are asked for."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which fixes may be taken: the preferred one of a finding where it is safe, or what is asked for beyond that.

    `rule` keeps to the findings of one rule.
    """

    unsafe: bool = False
    remedies: frozenset[str] = frozenset()
    rule: str | None = None

    def of(self, finding: Finding, fixes: Sequence[Fix]) -> Fix | None:
        """The fix to take. A remedy that was asked for by its name is taken although it may be unsafe."""
        if self.rule is not None and finding.rule != self.rule:
            return None
        if self.remedies:
            return next((f for f in fixes if f.remedy in self.remedies), None)
        best = next((f for f in fixes if f.preferred), None)
        if best is None or (best.applicability is not Applicability.SAFE and not self.unsafe):
            return None
        return best

    def passes(self, finding: Finding, fixes: Sequence[Fix]) -> bool:
        """Whether there is a preferred fix that is only not taken because it is unsafe."""
        asked = self.remedies or self.unsafe or self.rule is not None
        return not asked and any(f.preferred for f in fixes) and self.of(finding, fixes) is None


@dataclass(slots=True)
class Mending:
    """A text under repair. `edit` makes the text after edits; `offers` analyses a text and says what can be done.

    `count` fixes were applied so far; `passed` findings have one that was not safe enough.
    """

    text: str
    choice: Choice
    offers: Callable[[str], Offers]
    edit: Callable[[str, tuple[Edit, ...]], str] = apply
    count: int = 0
    passed: int = 0

    def run(self, first: Offers | None = None) -> None:
        """Apply fix after fix. `first` are the offers for the text as it is, where they are known."""
        offers = self.offers(self.text) if first is None else first
        while (fix := self._next(offers)) is not None and self.count < MOST:
            self.count += 1
            self.text = self.edit(self.text, fix.edits)
            offers = self.offers(self.text)

    def _next(self, offers: Offers) -> Fix | None:
        self.passed = 0
        for finding, fixes in offers:
            fix = self.choice.of(finding, fixes)
            if fix is not None:
                return fix
            self.passed += self.choice.passes(finding, fixes)
        return None


def offers_by(
    analyze: Callable[[str], Analysis], offer: Callable[[Analysis, Finding], tuple[Fix, ...]], rule: str | None = None
) -> Callable[[str], Offers]:
    """What says the offers for a text, given what analyses it and what offers fixes; for one rule, or for all."""

    def offers(text: str) -> Offers:
        analysis = analyze(text)
        for finding in analysis.findings:
            if rule is None or finding.rule == rule:
                yield finding, offer(analysis, finding)

    return offers
