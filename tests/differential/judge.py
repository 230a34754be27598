"""Compares torch and the engine on one program, and makes a program on which they differ small."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from retrograd.analyze import analyze

from . import truth
from .programs import DOMAINS

RAISING = frozenset(["freed-graph", "saved-tensor-modified", "no-grad-fn"])


@dataclass(frozen=True, slots=True)
class Verdict:
    """What torch does and what the engine says: lines with their rules."""

    torch: frozenset[tuple[int, str]]
    engine: frozenset[tuple[int, str]]

    @property
    def agree(self) -> bool:
        """The same lines, and of each a rule that torch confirms (a line is told of once, whatever it raises)."""
        return {line for line, _ in self.torch} == {line for line, _ in self.engine} and self.engine <= self.torch


def judge(source: str, open_: bool) -> Verdict:
    """Both verdicts on a program. Raises truth.Unfit where torch fails in another way."""
    real = truth.opened(source, DOMAINS) if open_ else truth.closed(source)
    said = frozenset((f.site.line, f.rule) for f in analyze(source).findings if f.rule in RAISING)
    return Verdict(frozenset(real), said)


def differs(source: str, open_: bool) -> bool:
    """Whether the two disagree on a program that can be judged."""
    try:
        return not judge(source, open_).agree
    except truth.Unfit:
        return False
    except Exception:
        return False


def shrink(source: str, still: Callable[[str], bool]) -> str:
    """A smaller program on which `still` holds: statements taken out, or replaced by what is in them, one by one."""
    smaller = True
    while smaller:
        smaller = False
        for candidate in _smaller(source):
            if len(candidate) < len(source) and still(candidate):
                source = candidate
                smaller = True
                break
    return source


def _smaller(source: str) -> list[str]:
    found: list[str] = []
    count = sum(isinstance(n, ast.stmt) for n in ast.walk(ast.parse(source)))
    for at in range(count):
        for unwrap in (False, True):
            tree = ast.parse(source)
            if _cut(tree, at, unwrap):
                found.append(ast.unparse(ast.fix_missing_locations(tree)) + "\n")
    return found


def _cut(tree: ast.Module, at: int, unwrap: bool) -> bool:
    """Take statement number `at` out of the tree (or put its body in its place); says whether that was possible."""
    number = -1
    for parent in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(parent, name, None)
            if not isinstance(body, list):
                continue
            for i, statement in enumerate(body):
                if not isinstance(statement, ast.stmt):
                    continue
                number += 1
                if number == at:
                    inner = getattr(statement, "body", None)
                    if unwrap and not (
                        isinstance(inner, list) and not isinstance(statement, (ast.FunctionDef, ast.ClassDef))
                    ):
                        return False
                    body[i : i + 1] = inner if unwrap and isinstance(inner, list) else []
                    if not body and name == "body" and not isinstance(parent, ast.Module):
                        body.append(ast.Pass())
                    return True
    return False
