"""Compute anew what a cache hands out with the graph of its first time."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..findings import Applicability, Edit, Position, Span
from .editing.candidate import Candidate
from .editing.case import Case
from .editing.flow import last_name

NAME = "uncache"
RULES = frozenset({"freed-graph", "saved-tensor-modified"})
_CACHES = frozenset(["lru_cache", "cache", "cached_property", "memoize"])


def rank(case: Case) -> int | None:
    """First: nothing else mends a function that hands out one graph twice."""
    return 0


def propose(case: Case) -> Iterator[Candidate]:
    """The function that built the shared part, without the decorator that caches it."""
    program = case.program
    function = program.function_of(case.built_stmt) if case.built_stmt is not None else None
    if function is None:
        return
    for decorator in function.decorator_list:
        name = last_name(decorator.func if isinstance(decorator, ast.Call) else decorator)
        if name not in _CACHES:
            continue
        if name == "cached_property":
            edit = Edit(program.span(decorator), "property")
            words = f"Compute `{function.name}` anew each time: a property, not a cached_property"
        else:
            last = decorator.end_lineno or decorator.lineno
            edit = Edit(Span(Position(decorator.lineno, 0), Position(last + 1, 0)), "")
            words = f"Do not cache `{function.name}`: it hands out tensors with the graph of their first time"
        yield Candidate(words, (edit,), Applicability.SAFE)
