"""The table of operations: what one call of each torch operation keeps for backward, and what it returns.

The data is `saves.json`, measured on torch by `retrograd.autograd.generate`; nothing here needs torch. Names are
Python's names below torch: "mul", "nn.functional.linear", "linalg.norm", "Tensor.view" for a method without a torch
function, "getitem" and "setitem" for indexing.

A *pattern* has a letter for each entry of `Operation.tensors`: `T` a tensor that requires grad, `t` one that does not,
`n` a number or other plain value, `L` a list or tuple that holds a tensor requiring grad, `l` one that holds only
others, `0` absent or None. The "index" of getitem and setitem is `t` (a tensor or mask), `l` (a tuple with one), `a` (a
list of numbers, or a tuple with one), `w` (the whole: `...` or `:` alone) or `n` (ints, slices, None, tuples of these).

An *item* that is kept is the name of a parameter (its own tensor: changing it in place is seen), "result" (or
"result0", "result1" ... when several are returned: the output itself), or "*" (a tensor the user has no name for: a
mask, a wrapped mask, a wrapped number, an intermediate). Beside "*" stands "inner" where one of these requires grad and
comes from a node that keeps something, so that a gradient of the gradient goes through the operation once more, and
"inputs" where it hangs on the inputs by nodes that keep nothing.

An in-place operation on a view of a tensor, such as `x[i] = v` or `x[i].mul_(2)`, always keeps "*", whatever it is:
torch hangs it into the base's history by a node that cannot be run twice.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final


class _Unknown:
    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = _Unknown()
"""Stands in `arguments` for a value that is given but not known."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What one call keeps. `sure` says that `items` is exactly it; when it is not, `items` is all that it may be.

    `certain` are the items that are kept in any case (all of them when `sure`), and `keeps` tells whether anything is
    kept at all: None when the table cannot say.
    """

    items: tuple[str, ...]
    sure: bool
    keeps: bool | None
    certain: tuple[str, ...] = ()


NOTHING: Final = Kept((), True, False)


@dataclass(frozen=True, slots=True)
class Returns:
    """What one call returns: how many tensors, which of them can require grad, or a list of unknown length."""

    outputs: int
    differentiable: tuple[bool, ...]
    is_list: bool


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation. `view` and `same` are None for "sometimes": it may share the storage of, or be, its input."""

    name: str
    params: tuple[str, ...]
    tensors: tuple[int, ...]
    saves: Mapping[str, Any] = field(repr=False)
    saves_inplace: Mapping[str, Any] = field(repr=False)
    view: bool | None
    same: bool | None
    outputs: int
    differentiable: tuple[bool, ...]
    is_list: bool
    kind: str | None
    inplace: bool
    method: bool
    aliases: Mapping[str, str] = field(repr=False)
    variadic: int | None
    defaults: Mapping[str, str] = field(repr=False)
    out: Any = field(repr=False)

    def kept(self, pattern: str, arguments: Mapping[str, object], inplace: bool = False) -> Kept:
        """What a call keeps whose tensor arguments have `pattern`.

        `arguments` are the known constants of the other parameters by name: one that is absent has its default, one
        that is UNKNOWN may be anything. `inplace` asks for the form with a trailing underscore.
        """
        if not self.name:  # one that is still being measured
            return self._kept(pattern.rstrip("0"), arguments, inplace)
        asked = tuple(
            (k, "?" if arguments[k] is UNKNOWN else constant(arguments[k])) for k in self.asks() if k in arguments
        )
        memo = (self.name, pattern, inplace, asked)
        found = _MEMO.get(memo)
        if found is None:
            found = _MEMO[memo] = self._kept(pattern.rstrip("0"), arguments, inplace)
        return found

    def asks(self) -> tuple[str, ...]:
        """The parameters whose constant values decide what is kept or returned."""
        found = _ASKS.get(self.name)
        if found is None:
            found = _ASKS[self.name] = tuple(sorted({*_by(self.saves), *_by(self.saves_inplace), *_by(self.out)}))
        return found

    def _kept(self, pattern: str, arguments: Mapping[str, object], inplace: bool) -> Kept:
        if inplace and self.saves_inplace:
            if pattern in self.saves_inplace:
                return self._read(self.saves_inplace[pattern], arguments)
            alone = list(single(pattern))
            if len(alone) > 1:
                return _union([self.kept(one, arguments, inplace) for one in alone], any_of=False)
        return self._find(pattern, arguments)

    def returns(self, pattern: str, arguments: Mapping[str, object]) -> Returns:
        """What a call returns, where that depends on the arguments (`max` with a dim, `return_indices`).

        An argument that is not known is taken to have its default.
        """
        rule = self.out
        while isinstance(rule, dict):
            if rule["by"] == "pattern":
                key: str | None = pattern.replace("T", "t").replace("L", "l").rstrip("0")
            else:
                key = self._value(rule["by"], arguments)
            if key is None or (key not in rule and "else" not in rule):
                key = self.defaults.get(rule["by"], "else")
            rule = rule[key] if key in rule else rule.get("else", self.outputs)
        count = rule if isinstance(rule, int) else self.outputs
        return Returns(count, (*self.differentiable, *(False,) * count)[:count], self.is_list)

    def _find(self, pattern: str, arguments: Mapping[str, object]) -> Kept:
        if not any(c in "TL" for c in pattern):
            return NOTHING
        exact = self.saves.get(pattern)
        if exact is not None:
            return self._read(exact, arguments)
        alone = list(single(pattern))
        if len(alone) > 1:
            return _union([self._find(one, arguments) for one in alone], any_of=False)
        return self._nearest(pattern, arguments)

    def _nearest(self, pattern: str, arguments: Mapping[str, object]) -> Kept:
        """The answer of the stored pattern that differs least, its items mapped to this call's."""
        at = next(i for i, c in enumerate(pattern) if c in "TL")
        best: tuple[int, str] | None = None
        for stored in self.saves:
            if len(stored) > at and stored[at] in "TL" and sum(c in "TL" for c in stored) == 1:
                distance = _distance(stored, pattern)
                if distance is not None and (best is None or (distance, stored) < best):
                    best = (distance, stored)
        if best is None:
            return Kept(("*",), False, None)
        answer = self._read(self.saves[best[1]], arguments)
        items = self._given(answer.items, pattern)
        keeps = answer.keeps if items or not answer.items else False
        if best[0] >= _DOUBT:
            return Kept(items, False, keeps, ())
        return Kept(items, answer.sure, keeps, self._given(answer.certain, pattern))

    def _given(self, items: tuple[str, ...], pattern: str) -> tuple[str, ...]:
        """The items as they are for `pattern`: a number has no name to be changed by, what is absent is not kept."""
        letters = dict(zip((self.params[i] for i in self.tensors), pattern.ljust(len(self.tensors), "0"), strict=False))
        spelled = {"n": "*", "0": ""}
        return tuple(sorted({spelled.get(letters.get(item, ""), item) for item in items} - {""}))

    def _read(self, rule: Any, arguments: Mapping[str, object]) -> Kept:
        if isinstance(rule, list):
            return Kept(tuple(rule), True, bool(rule), tuple(rule))
        if "any" in rule:
            return Kept(tuple(rule["any"]), False, rule["keeps"], tuple(rule["sure"]))
        key = self._value(rule["by"], arguments)
        if key is not None:
            if key in rule:
                return self._read(rule[key], arguments)
            if "else" in rule:
                return self._read(rule["else"], arguments)
        branches = [value for name, value in rule.items() if name != "by"]
        return _union([self._read(branch, arguments) for branch in branches], any_of=True)

    def _value(self, name: str, arguments: Mapping[str, object]) -> str | None:
        if name in arguments:
            value = arguments[name]
            return None if value is UNKNOWN else constant(value)
        return self.defaults.get(name, "None")


_MEMO: dict[tuple[Any, ...], Kept] = {}
_ASKS: dict[str, tuple[str, ...]] = {}


def _by(rule: Any) -> Iterator[str]:
    """The names that a rule of the table is decided by."""
    if isinstance(rule, Mapping):
        for key, value in rule.items():
            if key == "by" and isinstance(value, str):
                yield value
            else:
                yield from _by(value)


def constant(value: object) -> str:
    """How a constant is written as a key in the table: 2 and 2.0 are one, lists are tuples."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, (list, tuple)):
        return "(" + ", ".join(constant(v) for v in value) + ")"
    return str(value)


def single(pattern: str) -> Iterator[str]:
    """The patterns in which only one of the tensors requires grad: what `pattern` keeps is what these keep together."""
    quiet = pattern.replace("T", "t").replace("L", "l")
    for position, letter in enumerate(pattern):
        if letter in "TL":
            yield quiet[:position] + letter + quiet[position + 1 :]


# From this distance on a stored pattern is only a likeness of the one asked for.
_DOUBT = 100


def _distance(stored: str, pattern: str) -> int | None:
    """How far a stored pattern is from the one asked for; None when it cannot answer for it."""
    width = max(len(stored), len(pattern))
    total = 0
    for have, want in zip(stored.ljust(width, "0"), pattern.ljust(width, "0"), strict=True):
        if have == want:
            continue
        if have == "0" and want != "n":
            return None
        total += 1 if want in "n0" and have in "tl" else _DOUBT
    return total


def _union(parts: list[Kept], any_of: bool) -> Kept:
    """What several calls keep together, or, with `any_of`, what is known of the one among them that happens."""
    items = tuple(sorted({item for part in parts for item in part.items}))
    verdicts = {part.keeps for part in parts}
    if any_of:
        certain = tuple(sorted(set(items).intersection(*(part.certain for part in parts))))
        sure = len({part.items for part in parts}) == 1 and all(part.sure for part in parts)
        return Kept(items, sure, verdicts.pop() if len(verdicts) == 1 else None, certain)
    certain = tuple(sorted({item for part in parts for item in part.certain}))
    keeps = True if True in verdicts else None if None in verdicts else False
    return Kept(items, all(part.sure for part in parts), keeps, certain)


@functools.cache
def _data() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(Path(__file__).with_name("saves.json").read_bytes())
    return loaded


def torch_version() -> str:
    """The version of torch that the table was measured on."""
    return str(_data()["torch"])


def names() -> tuple[str, ...]:
    """Every name in the table."""
    return tuple(_data()["ops"])


@functools.cache
def operation(name: str) -> Operation | None:
    """The operation of that name, or None when the table does not have it."""
    entry = _data()["ops"].get(name)
    return None if entry is None else from_entry(name, entry)


def from_entry(name: str, entry: Mapping[str, Any]) -> Operation:
    """The operation that one entry of the table describes."""
    out = entry.get("out", 1)
    differentiable = tuple(entry.get("diff", (not entry.get("nondiff") and "kind" not in entry,)))
    sometimes = {True: True, "maybe": None}
    return Operation(
        name=name,
        params=tuple(entry["params"]),
        tensors=tuple(entry["tensors"]),
        saves=entry["saves"],
        saves_inplace=entry.get("saves_inplace", {}),
        view=sometimes.get(entry.get("view", False), False),
        same=sometimes.get(entry.get("same", False), False),
        outputs=out if isinstance(out, int) else len(differentiable),
        differentiable=differentiable,
        is_list=entry.get("list", False),
        kind=entry.get("kind"),
        inplace=entry.get("inplace", False),
        method=entry.get("method", False),
        aliases=entry.get("aliases", {}),
        variadic=entry.get("variadic"),
        defaults=entry.get("defaults", {}),
        out=out,
    )


# Python's operator methods, by the operation each is.
_OPERATORS = {
    "__add__": "add",
    "__sub__": "sub",
    "__mul__": "mul",
    "__truediv__": "true_divide",
    "__floordiv__": "floor_divide",
    "__mod__": "remainder",
    "__pow__": "pow",
    "__matmul__": "matmul",
    "__neg__": "neg",
    "__pos__": "positive",
    "__abs__": "abs",
    "__invert__": "bitwise_not",
    "__and__": "bitwise_and",
    "__or__": "bitwise_or",
    "__xor__": "bitwise_xor",
    "__eq__": "eq",
    "__ne__": "ne",
    "__lt__": "lt",
    "__le__": "le",
    "__gt__": "gt",
    "__ge__": "ge",
    "__getitem__": "getitem",
    "__setitem__": "setitem",
}


# Moves to other devices than the one that the table was measured on.
_MOVES = frozenset({"cuda", "xpu", "mps", "ipu", "mtia"})


def method(name: str) -> Operation | None:
    """The operation that `tensor.<name>(...)` performs, on the tensor as its first parameter; None when unknown.

    A name with a trailing underscore is never found here but by `in_place`.
    """
    if name.endswith("_") and not name.endswith("__"):
        return None
    own = operation("Tensor." + ("cpu" if name in _MOVES else name))
    if own is not None:
        return own
    found = operation(_OPERATORS.get(name, name))
    return found if found is not None and (found.method or name in _OPERATORS) else None


def in_place(name: str) -> Operation | None:
    """The operation that `tensor.<name>_(...)` performs (`name` is without the underscore); None when unknown.

    It is the one of `tensor.<name>(...)`, except where only the in-place form exists (`zero_`, `copy_`).
    """
    plain = method(name)
    return plain if plain is not None and plain.inplace else operation(f"Tensor.{name}_")


def functional(name: str) -> Operation | None:
    """The operation that `torch.nn.functional.<name>` performs, or None."""
    return operation("nn.functional." + name)
