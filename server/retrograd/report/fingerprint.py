"""Names for findings that stay when lines move: path, rule, what encloses the statement, and the statement itself."""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ..findings import Finding
from ..source.parse import parse
from ..source.text import Lines
from .outcome import Outcome, Report


@dataclass(frozen=True, slots=True, order=True)
class Identity:
    """What makes a finding the same one in a later version of its file."""

    path: str
    rule: str
    within: str
    statement: str


class Identities:
    """The identities of the findings of one file, which goes by `name`; its text is parsed once."""

    def __init__(self, outcome: Outcome, name: str) -> None:
        self._path = name.replace("\\", "/")
        self._tree = parse(outcome.text).tree
        self._lines = Lines(outcome.text)

    def of(self, finding: Finding) -> Identity:
        """The identity of a finding; within "<module>" where no function or class encloses it."""
        names: list[str] = []
        statement: ast.stmt | None = None
        body: list[ast.stmt] = self._tree.body
        line = finding.site.line
        while (inner := _at(body, line)) is not None:
            statement = inner
            if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                names.append(inner.name)
            body = [child for child in ast.iter_child_nodes(inner) if isinstance(child, ast.stmt)]
            for handler in (*getattr(inner, "handlers", ()), *getattr(inner, "cases", ())):
                body.extend(handler.body)
        written = _head(statement) if statement is not None else self._lines.line(line).strip()
        return Identity(self._path, finding.rule, ".".join(names) or "<module>", written)


def _at(body: list[ast.stmt], line: int) -> ast.stmt | None:
    for statement in body:
        first = min((d.lineno for d in getattr(statement, "decorator_list", ())), default=statement.lineno)
        if first <= line <= (statement.end_lineno or statement.lineno):
            return statement
    return None


def _head(statement: ast.stmt) -> str:
    """A statement in one spelling, without comments and layout; of a compound one, its first line."""
    try:
        return ast.unparse(statement).split("\n")[0] if hasattr(statement, "body") else ast.unparse(statement)
    except (RecursionError, ValueError):
        return type(statement).__name__


def fingerprints(report: Report) -> Iterator[str]:
    """A fingerprint for each finding, in their order; findings with the same identity are counted through."""
    seen: Counter[Identity] = Counter()
    for outcome in report.outcomes:
        identities = Identities(outcome, outcome.name) if outcome.found else None
        for found in outcome.found:
            assert identities is not None
            identity = identities.of(found.finding)
            seen[identity] += 1
            parts = (identity.path, identity.rule, identity.within, identity.statement, str(seen[identity]))
            yield hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
