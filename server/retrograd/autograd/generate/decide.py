"""Turns many measurements of one operation into its entry of the table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..table import constant

Row = tuple[Mapping[str, str], Any]

# Numbers decide only where the operation itself treats some of them apart; anywhere else they merely tell the shape of
# the sample. A special number is worth a branch, any other is one of the rest.
_NUMBERS = frozenset({"p", "ord", "exponent", "dropout_p", "output_size", "correction", "label_smoothing", "beta"})
_SPECIAL = frozenset({"0", "1", "2", "-1", "inf", "-inf", "(1)", "(1, 1)", "(1, 1, 1)"})
_FIRST = ("training", "train", "p", "dropout_p", "reduction", "dim", "return_indices", "rounding_mode", "approximate")


def decide(rows: Sequence[Row], leaf: Callable[[Sequence[Any]], Any], depth: int = 3) -> Any:
    """A leaf when all rows agree; else a rule by the argument that tells them apart best, or the leaf of them all."""
    if len({value for _, value in rows}) == 1 or depth == 0:
        return leaf([value for _, value in rows])
    best: tuple[tuple[int, int, str], str, dict[str, list[Row]]] | None = None
    for name in sorted({name for constants, _ in rows for name in constants}):
        groups: dict[str, list[Row]] = defaultdict(list)
        for constants, value in rows:
            groups[_class(name, constants.get(name, "None"))].append((constants, value))
        if len(groups) < 2 or len(groups) > 12:
            continue
        impure = sum(len({v for _, v in group}) - 1 for group in groups.values())
        if impure >= len({v for _, v in rows}) - 1 and all(
            {v for _, v in group} == {v for _, v in rows} for group in groups.values()
        ):
            continue
        rank = (impure, _FIRST.index(name) if name in _FIRST else len(_FIRST), name)
        if best is None or rank < best[0]:
            best = (rank, name, dict(groups))
    if best is None:
        return leaf([value for _, value in rows])
    _, name, groups = best
    rule: dict[str, Any] = {"by": name}
    for key in sorted(groups):
        rule[key] = decide(groups[key], leaf, depth - 1)
    return _shorter(rule)


def _class(name: str, value: str) -> str:
    if value in ("True", "False", "None") or value[:1] in "'\"":
        return value.strip("'\"")
    return value if name in _NUMBERS and value in _SPECIAL else "else"


def _shorter(rule: dict[str, Any]) -> Any:
    """The rule without branches that say the same as "else", and not a rule at all when they all do."""
    if "else" in rule:
        rule = {k: v for k, v in rule.items() if k in ("by", "else") or v != rule["else"]}
    branches = [v for k, v in rule.items() if k != "by"]
    return branches[0] if all(b == branches[0] for b in branches) else rule


def literal(value: object) -> str:
    """A constant as `decide` groups it: strings stay in quotes, so that they are told from numbers."""
    return repr(value) if isinstance(value, str) else constant(value)


def saved_leaf(values: Sequence[frozenset[str]]) -> Any:
    """A list when all agree, else every item there may be, those there always are, and whether something always is."""
    distinct = set(values)
    if len(distinct) == 1:
        return sorted(next(iter(distinct)))
    keeps = all(distinct) if all(distinct) or not any(distinct) else None
    return {
        "any": sorted(frozenset.union(*distinct)),
        "sure": sorted(frozenset.intersection(*distinct)),
        "keeps": keeps,
    }


def most(values: Sequence[int]) -> int:
    """The value that most rows have; the smallest of several."""
    counts = Counter(values)
    return min(counts, key=lambda v: (-counts[v], v))
