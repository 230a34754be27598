"""The faults of today in a file, so that only new ones are reported; it shrinks by itself when faults go.

An entry says path, rule, the enclosing function and the statement, and no line: moving code changes nothing.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import astuple, dataclass, replace
from typing import Any

from ..config import Config
from ..report.fingerprint import Identities, Identity
from ..report.outcome import Found, Outcome, Report
from .files import Unreadable, Unwritable
from .write import replace as put

_FIELDS = ("path", "rule", "within", "statement")


@dataclass(frozen=True, slots=True)
class Baseline:
    """A baseline file: how often each fault is known. Paths count from the folder of the file."""

    file: str
    known: Mapping[Identity, int]

    @staticmethod
    def read(file: str) -> Baseline:
        """Read a baseline. Raises Unreadable."""
        try:
            with open(file, encoding="utf-8") as content:
                return Baseline(file, _understood(json.load(content)))
        except OSError as error:
            raise Unreadable(f"{file}: {error.strerror or error}") from None
        except (ValueError, KeyError, TypeError, RecursionError):
            raise Unreadable(f"{file}: it is no baseline; write it anew with --write-baseline") from None

    @staticmethod
    def of(file: str, report: Report) -> Baseline:
        """The baseline in which everything that is found now is known."""
        return Baseline(file, Counter(identity for _, identity in _identities(file, report)))

    def write(self) -> None:
        """Write the file, sorted, so that changes of two people seldom meet. Raises Unwritable."""
        rows = [
            {**dict(zip(_FIELDS, astuple(identity), strict=True)), "count": count}
            for identity, count in sorted(self.known.items())
        ]
        text = json.dumps({"version": 1, "findings": rows}, indent=2, ensure_ascii=False) + "\n"
        try:
            put(os.path.realpath(self.file), text.encode("utf-8", "surrogatepass"))
        except OSError as error:
            raise Unwritable(f"{self.file}: {error.strerror or error}") from None

    def new(self, report: Report) -> Report:
        """The report without what is known; of faults that look the same, as many as are known."""
        left = Counter(self.known)
        fresh: dict[int, list[Found]] = {}
        for (index, found), identity in _identities(self.file, report):
            left[identity] -= 1
            if left[identity] < 0:
                fresh.setdefault(index, []).append(found)
        outcomes = [replace(o, found=tuple(fresh.get(i, ()))) for i, o in enumerate(report.outcomes)]
        return replace(report, outcomes=tuple(o for o in outcomes if o.found or o.problems))

    def shrunk(self, report: Report, checked: Mapping[str, Config]) -> Baseline:
        """The baseline without what a run has shown to be gone: faults it looked for in whole files, and lost files."""
        now = Counter(identity for _, identity in _identities(self.file, report))
        partly = {o.path for o in report.outcomes if o.problems}
        base = os.path.dirname(os.path.abspath(self.file))
        left: dict[Identity, int] = {}
        for identity, count in self.known.items():
            path = os.path.normpath(os.path.join(base, identity.path))
            config = checked.get(path)
            looked_for = config is not None and config.enables(identity.rule, config.ignored_in(path))
            if looked_for and path not in partly:
                count = min(count, now[identity])
            elif not os.path.exists(path):
                count = 0
            if count:
                left[identity] = count
        return Baseline(self.file, left)


def _understood(content: Any) -> dict[Identity, int]:
    if content["version"] != 1:
        raise ValueError
    known: Counter[Identity] = Counter()
    for row in content["findings"]:
        values = [row[name] for name in _FIELDS]
        if not all(isinstance(value, str) for value in values):
            raise TypeError
        known[Identity(*values)] += int(row.get("count", 1))
    return dict(known)


def _identities(file: str, report: Report) -> list[tuple[tuple[int, Found], Identity]]:
    """Every finding, with the place of its outcome in the report and what it goes by in the baseline `file`."""
    base = os.path.join(os.path.dirname(os.path.abspath(file)), "")
    found = []
    for index, outcome in enumerate(report.outcomes):
        if outcome.found:
            identities = Identities(outcome, _name(outcome, base))
            found += [((index, f), identities.of(f.finding)) for f in outcome.found]
    return found


def _name(outcome: Outcome, base: str) -> str:
    if outcome.path is None:
        return outcome.name
    try:
        return os.path.relpath(outcome.path, base)
    except ValueError:
        # On Windows, another drive.
        return outcome.path
