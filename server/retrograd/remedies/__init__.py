"""The remedies: one module each, found by itself; what is offered was applied in memory and analysed again.

A remedy module has NAME, RULES, `rank(case)` (how early it comes for this fault, None where it is out of place) and
`propose(case)`, which yields candidates, the likeliest first. Nothing is offered on the strength of a candidate alone:
applied to the text, the fault must be gone, no finding may be new, the program must not end in an error that it did not
have, and a candidate that promises to keep gradients must keep every backward it had.
"""

from __future__ import annotations

import functools
import importlib
import logging
import pkgutil
from collections.abc import Iterator
from itertools import islice
from types import ModuleType
from typing import Protocol

from ..analyze import Sources
from ..findings import Analysis, Edit, Finding, Fix
from ..source.difference import difference
from ..source.suppress import UNUSED, removal
from ..source.text import apply
from . import remove_retain_graph
from .editing.candidate import Candidate
from .editing.case import LAST_RESORT, Case
from .editing.learned import loses_training
from .editing.program import Program
from .editing.proof import Proof, Verdict

log = logging.getLogger(__name__)

MOST = 5
"""So many fixes are offered for one finding."""
TRIES = 8
"""So many candidates of one remedy are tried for one finding."""
ANALYSES = 16
"""So many texts are analysed for one remedy, with what further findings need."""
FURTHER = 5
"""So many for each remedy beside the first that holds."""
SECONDS = 4.0
"""So long proofs may take for one finding, once there is a fix to offer; without one, three times as long."""
DEPTH = 4
"""So many places may one remedy mend, one after the other, where a fault shows in each in turn."""


class Remedy(Protocol):
    """What a remedy module has."""

    NAME: str
    RULES: frozenset[str]

    def rank(self, case: Case) -> int | None:
        """How early the remedy comes for a fault (0 first); None where it is out of place."""
        ...

    def propose(self, case: Case) -> Iterator[Candidate]:
        """Edits that may mend the fault, the likeliest first."""
        ...


@functools.cache
def all_remedies() -> tuple[ModuleType, ...]:
    """Every remedy module, by name."""
    found = (importlib.import_module(f"{__name__}.{i.name}") for i in pkgutil.iter_modules(__path__) if not i.ispkg)
    return tuple(sorted(found, key=lambda m: m.NAME))


def offer(analysis: Analysis, finding: Finding, sources: Sources | None = None) -> tuple[Fix, ...]:
    """The fixes that are right for a finding, best first; the first is preferred unless it only hides the fault."""
    if finding.rule == UNUSED:
        fix = removal(analysis.text, finding)
        return () if fix is None else (fix,)
    program = Program(analysis.text)
    proof = Proof(analysis, program, finding, sources, SECONDS)
    if not proof.shows:
        return ()  # what is not found again cannot be seen to be gone
    case = Case(program, proof.finding, proof.before)
    ranked = [(order, m) for m in all_remedies() if finding.rule in m.RULES and (order := m.rank(case)) is not None]
    ranked.sort(key=lambda pair: (pair[0], pair[1].NAME))
    fixes: list[Fix] = []
    seen: set[str] = set()
    for order, remedy in ranked:
        proof.allow(FURTHER if fixes else ANALYSES)
        if fixes and order >= LAST_RESORT:
            break
        if len(fixes) == MOST or (proof.spent if fixes else proof.exhausted):
            break
        try:
            done = _mend(proof, remedy, case, case)
        except Exception:
            log.exception("internal error in the remedy %s; the others are tried", remedy.NAME)
            continue
        if done is None:
            continue
        candidate, edits = done
        text = apply(analysis.text, edits)
        if text in seen or text == analysis.text:
            continue
        seen.add(text)
        hides = remedy.NAME == "retain_graph" and case.grows
        preferred = not hides and not any(f.preferred for f in fixes)
        fixes.append(Fix(remedy.NAME, candidate.message, edits, preferred, candidate.applicability))
    return tuple(sorted(fixes, key=lambda f: not f.preferred))


def _mend(
    proof: Proof, remedy: ModuleType, first: Case, case: Case, depth: int = 1
) -> tuple[Candidate, tuple[Edit, ...]] | None:
    """The first candidate that holds, with its edits to the original text.

    Where none does, but one mends a place and the same fault then shows in another, the remedy is applied there too.
    """
    text = case.program.text
    partial: list[tuple[Candidate, Verdict, Finding]] = []
    for candidate in islice(remedy.propose(case), TRIES):
        if proof.exhausted:
            return None
        edits = candidate.edits if depth == 1 else difference(proof.text, apply(text, candidate.edits))
        if not proof.concerns(edits):
            continue
        verdict = proof.try_edits(edits)
        if verdict.broken or not (candidate.sure or verdict.whole) or loses_training(first, verdict):
            continue
        if verdict.good:
            return candidate, edits
        freed = _without_needless(proof, verdict)
        if freed is not None:
            message = f"{candidate.message}; retain_graph=True is no longer needed"
            return Candidate(message, candidate.edits, candidate.applicability), freed
        rest = _rest(verdict, first.finding.rule)
        if rest is not None:
            partial.append((candidate, verdict, rest))
    for candidate, verdict, rest in partial if depth < DEPTH else ():
        further = _mend(proof, remedy, first, Case(Program(verdict.text), rest, verdict.analysis), depth + 1)
        if further is not None:
            message = _joined(candidate, further[0])
            return Candidate(message, candidate.edits, candidate.applicability), further[1]
    return None


def _without_needless(proof: Proof, verdict: Verdict) -> tuple[Edit, ...] | None:
    """The edits that also take away what kept a graph for the fault that is gone, where that is all that is left."""
    if not verdict.mended or not verdict.new:
        return None
    if any(f.rule != "needless-retain-graph" for f in verdict.new):
        return None
    program = Program(verdict.text)
    cases = [Case(program, f, verdict.analysis) for f in verdict.new]
    edits = tuple(e for c in cases for found in islice(remove_retain_graph.propose(c), 1) for e in found.edits)
    total = difference(proof.text, apply(verdict.text, edits))
    return total if edits and proof.try_edits(total).good else None


def _rest(verdict: Verdict, rule: str) -> Finding | None:
    """The one fault that is left when a candidate has mended a part: at another call, or at the same for another reason."""
    if any(f.rule != rule for f in verdict.new):
        return None
    left = [*verdict.new, *([verdict.again] if verdict.again is not None and verdict.moved else [])]
    return left[0] if len(left) == 1 and (verdict.mended or verdict.moved) else None


def _joined(first: Candidate, last: Candidate) -> str:
    return last.message if last.whole else f"{first.message}; {last.message[:1].lower()}{last.message[1:]}"
