"""The part of a text that a finding depends on: functions and classes that have nothing to do with it are blanked out.

A proof analyses the text again and again; in a large file most of that would go to functions that neither reach nor
are reached from what is mended. Blanking keeps every line and column where it was.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Union

from ...findings import Edit, Finding, Site
from ...source.text import split_lines, strip_end
from .program import FUNCTIONS, Program

Unit = Union[ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef]
_DEFINING = (*FUNCTIONS, ast.ClassDef)


class Reduced:
    """A text without its unrelated definitions."""

    def __init__(self, program: Program, finding: Finding) -> None:
        self._program = program
        self._units = [s for s in program.tree.body if isinstance(s, _DEFINING) and not s.decorator_list]
        self._gone = self._unrelated(finding)
        self.text = self._blanked()

    @property
    def smaller(self) -> bool:
        """Whether anything was left out."""
        return bool(self._gone)

    def holds(self, edits: Iterable[Edit]) -> bool:
        """Whether edits keep to what is left."""
        lines = [(s.lineno, s.end_lineno or s.lineno) for s in self._gone]
        return not any(a <= e.span.end.line and e.span.start.line <= b for e in edits for a, b in lines)

    def _unrelated(self, finding: Finding) -> list[Unit]:
        units = self._units
        spoken = {u: _spoken(u) for u in units}
        # An object is of a class that somebody names: methods need not be looked for.
        by_name: dict[str, list[Unit]] = {}
        for u in units:
            by_name.setdefault(u.name, []).append(u)
        rest = [s for s in self._program.tree.body if not isinstance(s, _DEFINING) or s.decorator_list]
        wanted = set().union(*(_spoken(s) for s in rest), set())
        lines = {s.span.start.line for s in _sites(finding)}
        touched = {u for u in units if any(u.lineno <= n <= (u.end_lineno or u.lineno) for n in lines)}
        kept = set(touched)
        grew = True
        while grew:  # who reaches what is mended
            reached = {u.name for u in kept}
            more = {u for u in units if u not in kept and spoken[u] & reached}
            kept |= more
            grew = bool(more)
        waiting = [*kept, *(u for n in wanted for u in by_name.get(n, ()))]
        while waiting:  # what that needs
            u = waiting.pop()
            kept.add(u)
            waiting += [v for n in spoken[u] for v in by_name.get(n, ()) if v not in kept]
        return [u for u in units if u not in kept]

    def _blanked(self) -> str:
        lines = list(split_lines(self._program.text))
        for unit in self._gone:
            for i in range(unit.lineno - 1, unit.end_lineno or unit.lineno):
                line = lines[i]
                lines[i] = line[len(strip_end(line)) :]
        return "".join(lines)


def _spoken(node: ast.AST) -> frozenset[str]:
    """Every name in a node, and every word in quotes that may be one (`"Trainer"` as an annotation)."""
    found = set()
    for n in ast.walk(node):
        if isinstance(n, ast.Name):
            found.add(n.id)
        elif isinstance(n, ast.Constant) and isinstance(n.value, str) and n.value[:1].isupper():
            found.add(n.value)
    return frozenset(found)


def _sites(finding: Finding) -> list[Site]:
    carrier = finding.carrier.stored if finding.carrier is not None else None
    sites = (finding.site, finding.run, finding.freed, finding.built, finding.loop, carrier)
    return [*(s for s in sites if s is not None), *(r.site for r in finding.related)]
