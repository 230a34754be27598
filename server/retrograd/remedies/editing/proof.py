"""Proof that a change mends: the changed text is analysed again, and compared with what was known before."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

from ...analyze import Sources, analyze
from ...findings import Analysis, Edit, Finding, Position, Site
from ...source.difference import difference
from ...source.suppress import UNUSED
from ...source.text import Lines, apply
from .program import Program
from .reduced import Reduced

RAISING = frozenset({"freed-graph", "saved-tensor-modified", "no-grad-fn"})
HIDDEN = frozenset({"grad-not-zeroed"})
"""A rule whose findings an error hides: that they show once it is mended is no fault of the mending.

Nor is it one that a comment has nothing left to suppress.
"""

_EMPTY = re.compile(r"non-empty|'(int|float)' object has no attribute 'backward'|division by zero")
"""Errors of a loop that never runs or a list that stays empty: a path that the fault had hidden, no mistake of an edit."""


_BASES: dict[object, Analysis] = {}
"""Texts that were analysed before any change, the latest last."""
_MOST_BASES = 8


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a text: `mended` if the fault is gone, with the findings that were not there before.

    `again` is the finding that is still where the fault was. It may be another fault there (state that is carried by a
    second name): `moved` says that what carries the graph is another than before.
    `whole`: the analysis was not cut short by its budget. `lost`: places whose operations some backward went through before, and none does now.
    """

    text: str
    analysis: Analysis
    again: Finding | None
    moved: bool
    new: tuple[Finding, ...]
    lost: tuple[Site, ...]
    broken: bool
    whole: bool

    @property
    def mended(self) -> bool:
        """Whether the fault is gone."""
        return self.again is None

    @property
    def good(self) -> bool:
        """The fault is gone, and nothing came that was not there."""
        return self.mended and not self.new and not self.broken


@dataclass(frozen=True, slots=True)
class _Basis:
    """A text before any change, as it is known: what changed texts are compared with."""

    text: str
    analysis: Analysis
    finding: Finding
    shows: bool


class Proof:
    """The proofs of one finding. Analyses each changed text once, within a time limit.

    What has nothing to do with the finding is left out of the texts that are analysed; changes must keep off it.
    """

    def __init__(
        self, analysis: Analysis, program: Program, finding: Finding, sources: Sources | None, seconds: float
    ) -> None:
        self.text = analysis.text
        self._path = analysis.path
        self._sources = sources
        self._dependencies = analysis.dependencies
        self._wanted = finding
        self._known: dict[str, Verdict] = {}
        self._began = time.monotonic()
        self._seconds = seconds
        self._left = 0
        self._part = Reduced(program, finding)
        basis = self._basis(self._part.text)
        self._reduced = self._part.smaller and basis.shows
        if self._part.smaller and not basis.shows:
            basis = self._basis(self.text)
        self._was = basis
        self.before = basis.analysis
        self.finding = basis.finding
        self.shows = basis.shows

    def _basis(self, text: str) -> _Basis:
        """A text that was not changed; the texts of one file are asked for once for each of its findings."""
        others = tuple(self._sources(d) if self._sources else None for d in self._dependencies)
        key = (text, self._path, others)
        analysis = _BASES.get(key)
        if analysis is None:
            analysis = self._analyse(text)
            while len(_BASES) >= _MOST_BASES:
                _BASES.pop(next(iter(_BASES)))
            _BASES[key] = analysis
        found = next((f for f in analysis.findings if _same(f, self._wanted)), None)
        return _Basis(text, analysis, found or self._wanted, found is not None)

    @property
    def spent(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() - self._began > self._seconds

    @property
    def exhausted(self) -> bool:
        """Whether three times the time is up, or what was allowed is used: nothing more is tried."""
        return time.monotonic() - self._began > 3 * self._seconds or self._left <= 0

    def allow(self, texts: int) -> None:
        """Allow so many texts to be analysed from now on."""
        self._left = texts

    def concerns(self, edits: tuple[Edit, ...]) -> bool:
        """Whether edits keep to what the finding has to do with."""
        return not self._reduced or self._part.holds(edits)

    def try_edits(self, edits: tuple[Edit, ...]) -> Verdict:
        """Judge the text with these edits made."""
        text = apply(self.text, edits)
        if text not in self._known:
            self._left -= 1
            self._known[text] = self._judge(self._was, text, edits)
        return self._known[text]

    def try_text(self, text: str) -> Verdict:
        """Judge another version of the text."""
        return self.try_edits(difference(self.text, text))

    def _analyse(self, text: str) -> Analysis:
        return analyze(text, self._path, sources=self._sources)

    def _judge(self, basis: _Basis, text: str, edits: tuple[Edit, ...]) -> Verdict:
        before, finding = basis.analysis, basis.finding
        after = self._analyse(text if basis.text == self.text else apply(basis.text, edits))
        shift = Shift(self.text, text, edits)
        old = {(f.rule, shift(f.site.span.start)) for f in before.findings if f is not finding}
        fault = (finding.rule, shift(finding.site.span.start))
        masked = (HIDDEN if finding.rule in RAISING else frozenset()) | {UNUSED}
        new = tuple(
            f
            for f in after.findings
            if (f.rule, f.site.span.start) not in old and (f.rule, f.site.span.start) != fault and f.rule not in masked
        )
        again = next((f for f in after.findings if (f.rule, f.site.span.start) == fault), None)
        moved = again is not None and _origin(again, None) != _origin(finding, shift)
        kinds = {p.kind for p in before.problems} | {"budget"}
        broken = any(p.kind not in kinds for p in after.problems)
        broken |= any(not _EMPTY.search(e) for e in set(after.ends) - set(before.ends)) or not self._reached(
            basis, after, shift
        )
        whole = not any(p.kind == "budget" for p in after.problems)
        return Verdict(text, after, again, moved, new, self._lost(before, after, shift), broken, whole)

    def _reached(self, basis: _Basis, after: Analysis, shift: Shift) -> bool:
        """Whether the analysis got as far as to go backward, and through a graph that it knows."""
        if not after.runs and any(p.kind == "budget" for p in after.problems):
            return False
        run = basis.finding.run
        known = any(r.built and run is not None and r.site.span == run.span for r in basis.analysis.runs)
        to = shift(run.span.start) if run is not None and known else None
        return to is None or all(r.built for r in after.runs if r.site.span.start == to)

    def _lost(self, before: Analysis, after: Analysis, shift: Shift) -> tuple[Site, ...]:
        now = {b.site.span.start for r in after.runs for b in r.built}
        found = {b.site.span.start: b.site for r in before.runs for b in r.built if b.keeps}
        moved = {start: shift(start) for start in found}
        return tuple(found[s] for s, to in moved.items() if to is not None and to not in now)


class Shift:
    """Where places of a text are after edits; None for what was within an edit."""

    def __init__(self, old: str, new: str, edits: tuple[Edit, ...]) -> None:
        self._old, self._new = Lines(old), Lines(new)
        self._edits = sorted(
            (self._old.offset(e.span.start), self._old.offset(e.span.end), len(e.content)) for e in edits
        )

    def __call__(self, position: Position) -> Position | None:
        offset = self._old.offset(position)
        moved = offset
        for start, end, size in self._edits:
            if start == end == offset:
                # an insertion right before what stands here
                moved += size
            elif end <= offset:
                moved += size - (end - start)
            elif start < offset or (start == offset and end > offset and size == 0):
                return None
        return self._new.place(moved)


def _origin(finding: Finding, shift: Shift | None) -> tuple[object, ...]:
    """What tells one fault at a call from another: where its graph was built, and what carries it."""
    built = finding.built.span.start if finding.built else None
    if built is not None and shift is not None:
        built = shift(built)
    return built, finding.carrier.name if finding.carrier else None


def _same(one: Finding, other: Finding) -> bool:
    return one.rule == other.rule and one.site.span == other.site.span


__all__ = ["RAISING", "Proof", "Shift", "Verdict"]
