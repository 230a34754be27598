"""What a gradient that was computed with create_graph hangs on and keeps, by the operation it is a gradient of.

The data is `second.json`, measured on torch by `retrograd.autograd.generate`. A rule is asked for an operation, its
pattern (as in `table`), the parameter towards which the gradient goes, and whether the gradient that arrived has a graph.
Its items are `@g` (it hangs on the gradient that arrived), `@name` (on an input), `@node` (on the operation itself,
which is then gone through again), and what it keeps: the name of an input, `result`, or `*` for anything else.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .table import UNKNOWN, Operation, constant


@dataclass(frozen=True, slots=True)
class Derived:
    """What one gradient hangs on and keeps. `sure` says that it is exactly this; else it is all that it may be."""

    hangs: tuple[str, ...]
    saves: tuple[str, ...]
    keeps: bool | None
    sure: bool


def derived(
    op: Operation, pattern: str, param: str, graph: bool, arguments: Mapping[str, object], inplace: bool
) -> Derived | None:
    """The gradient towards `param`; None where the table cannot tell."""
    entry = _data().get(op.name)
    if entry is None:
        return None
    rules = entry.get("inplace") if inplace and "inplace" in entry else entry.get("plain")
    found = (rules or {}).get(_nearest(rules or {}, pattern.rstrip("0")), {}).get(param)
    return _read(op, found[graph], arguments) if found is not None and found[graph] is not None else None


def _nearest(rules: Mapping[str, Any], pattern: str) -> str:
    """The pattern itself, or one that differs from it in numbers and absent arguments only."""
    if pattern in rules:
        return pattern
    plain = _differentiable(pattern)
    return next((known for known in sorted(rules) if _differentiable(known) == plain), pattern)


def _differentiable(pattern: str) -> str:
    return "".join(c if c in "TLtl" else "." for c in pattern).rstrip(".")


def _read(op: Operation, rule: Any, arguments: Mapping[str, object]) -> Derived | None:
    while isinstance(rule, dict) and "by" in rule:
        name = rule["by"]
        value = arguments[name] if name in arguments else op.defaults.get(name, "None")
        key = None if value is UNKNOWN else constant(value)
        rule = rule.get(key, rule.get("else")) if key is not None else None
    if isinstance(rule, str):
        return _split(rule.split(), True)
    if isinstance(rule, dict):
        return _split(rule["any"], False, rule["keeps"])
    return None


def _split(items: list[str], sure: bool, keeps: bool | None = None) -> Derived:
    hangs = tuple(i[1:] for i in items if i.startswith("@"))
    saves = tuple(i for i in items if not i.startswith("@"))
    return Derived(hangs, saves, bool(saves) if sure else keeps, sure)


@functools.cache
def _data() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(Path(__file__).with_name("second.json").read_bytes())
    return dict(loaded["ops"])
