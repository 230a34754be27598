"""The entry of one operation: calls it in every way there are samples for and sums up what came out."""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import torch

from ..table import UNKNOWN, Operation, from_entry
from . import samples
from .decide import decide, literal, most, saved_leaf
from .measure import Call, Letters, Measurement, combinations, measure, tensors_in
from .signatures import Signature, resolve, signature_of

_PROPERTIES = frozenset({"T", "H", "mT", "mH"})


def _setitem(input: torch.Tensor, index: Any, value: Any) -> None:
    input[index] = value


_INDEXING: dict[str, tuple[Callable[..., Any], tuple[str, ...]]] = {
    "getitem": (operator.getitem, ("input", "index")),
    "setitem": (_setitem, ("input", "index", "value")),
}


def entry(name: str) -> dict[str, Any] | None:
    """The entry of an operation, or None when no sample can be run."""
    signature, calls = calls_of(name)
    rows = _measured(calls, inplace=name == "setitem" or name.endswith("_"))
    if not rows:
        return None
    made = _entry(name, signature, rows)
    _add_inplace(name, made, calls)
    return made


def calls_of(name: str) -> tuple[Signature, list[Call]]:
    """The parameters of an operation, and every way to call it that there are samples for."""
    if name in _INDEXING:
        fn, params = _INDEXING[name]
        signature: Signature | None = Signature(params, frozenset(params), frozenset())
    else:
        found = _callable(name)
        if found is None:
            return _from_calls([]), []
        fn = found
        signature = signature_of(name, fn)
    calls = list(_calls(name, fn, signature))
    return signature or _from_calls(calls), calls


def _callable(name: str) -> Callable[..., Any] | None:
    last = name.removeprefix("Tensor.")
    if last in _PROPERTIES:
        return operator.attrgetter(last)
    fn = resolve(name)
    return None if isinstance(fn, type) else fn


def _calls(name: str, fn: Callable[..., Any], signature: Signature | None) -> Iterator[Call]:
    """The samples that can be bound, each followed by forms with a number or nothing in the place of a tensor."""
    for number, (args, kwargs) in enumerate(samples.samples_of(name)):
        tensors = list(tensors_in([*args, *kwargs.values()]))
        if any(t.layout is not torch.strided or t.numel() == 0 for t in tensors):
            continue
        try:
            bound = signature.bind(args, kwargs) if signature else _guess(args, kwargs)
        except TypeError:
            continue
        yield Call(fn, args, kwargs, bound)
        if number < 6:
            for position, value in enumerate(args):
                if isinstance(value, torch.Tensor) and len(tensors) > 1:
                    for other in (2.0, None):
                        changed = (*args[:position], other, *args[position + 1 :])
                        renamed = {k: other if v is value else v for k, v in bound.items()}
                        yield Call(fn, changed, kwargs, renamed)


def _guess(args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    return {("input" if i == 0 else f"arg{i}"): v for i, v in enumerate(args)} | dict(kwargs)


def _from_calls(calls: list[Call]) -> Signature:
    params = tuple(dict.fromkeys(name for call in calls for name in call.bound))
    return Signature(params, frozenset(), frozenset())


Rows = list[tuple[bool, Measurement]]


def _measured(calls: list[Call], inplace: bool) -> Rows:
    """(does it have a tensor without dimensions, measurement) of every call that succeeds."""
    rows: Rows = []
    for call in calls:
        tensors = [t for v in call.bound.values() for t in tensors_in(v) if t.is_floating_point()]
        scalar = any(t.dim() == 0 for t in tensors)
        wanted = combinations(call.bound) or [frozenset()]
        for grad in wanted:
            try:
                samples.seed()
                rows.append((scalar, measure(call, grad, inplace)))
            except Exception:  # a call may be refused in any way there is; it tells nothing then
                continue
    return rows


def _entry(name: str, signature: Signature, rows: Rows) -> dict[str, Any]:
    measurements = [m for _, m in rows]
    seen = {p for m in measurements for p, c in m.letters if c in "TtLl"}
    params = list(signature.params)
    tensors = [i for i, p in enumerate(params) if p in seen]
    made: dict[str, Any] = {"params": params, "tensors": tensors, "saves": {}}
    slots = [params[i] for i in tensors]
    made["saves"] = _compressed(_saves(rows, slots, signature), made, "saves")
    used = {by for rule in made["saves"].values() for by in _deciders(rule)}
    _add_outputs(made, name, measurements, slots, signature)
    used |= _deciders(made.get("out", 1)) - {"pattern"}
    defaults = {p: _plain(signature.defaults[p]) for p in sorted(used) if p in signature.defaults}
    if defaults:
        made["defaults"] = defaults
    aliases = {a: p for a, p in signature.aliases.items() if a != "self" and p in slots}
    if aliases:
        made["aliases"] = aliases
    if signature.variadic is not None:
        made["variadic"] = signature.variadic
    return made


def _plain(value: object) -> str:
    return literal(value).strip("'\"")


def _deciders(rule: Any) -> set[str]:
    if not isinstance(rule, dict) or "by" not in rule:
        return set()
    return {rule["by"]}.union(*(_deciders(v) for v in rule.values()))


def pattern_of(given: Letters, slots: list[str]) -> str:
    """The pattern of a call, by the letters of its parameters."""
    letters = dict(given)
    return "".join(letters.get(slot, "0") for slot in slots).rstrip("0")


def _saves(rows: Rows, slots: list[str], signature: Signature) -> dict[str, Any]:
    """What is kept, by pattern."""
    grouped: dict[str, list[tuple[bool, Measurement]]] = defaultdict(list)
    for scalar, m in rows:
        pattern = pattern_of(m.letters, slots)
        if any(c in "TL" for c in pattern) and any(o.requires_grad for o in m.outputs):
            grouped[pattern].append((scalar, m))
    full: dict[str, Any] = {}
    for pattern, group in sorted(grouped.items()):
        usual = [m for scalar, m in group if not scalar] or [m for _, m in group]
        full[pattern] = decide([(constants_of(m.constants, signature), m.saves) for m in usual], saved_leaf)
    return full


def constants_of(constants: Mapping[str, Any], signature: Signature) -> dict[str, str]:
    """The constants of a call, those that have their default too."""
    given = {p: literal(v) for p, v in constants.items()}
    return {p: literal(v) for p, v in signature.defaults.items()} | given


def _compressed(full: dict[str, Any], made: dict[str, Any], key: str) -> dict[str, Any]:
    """Only the patterns that the table could not answer for from the others, when these are `made[key]`."""
    kept: dict[str, Any] = {}
    operation = from_entry("", {**made, key: kept})
    changed = True
    while changed:
        changed = False
        for pattern in sorted(full, key=_fullest_first):
            if pattern not in kept and not _answered(operation, pattern, full[pattern], key == "saves_inplace"):
                kept[pattern] = full[pattern]
                changed = True
    return dict(sorted(kept.items()))


def _fullest_first(pattern: str) -> tuple[int, int, str]:
    """One tensor requiring grad before several, and every argument given before some absent."""
    return sum(c in "TL" for c in pattern), -sum(c in "tl" for c in pattern), pattern


def _answered(operation: Operation, pattern: str, rule: Any, inplace: bool) -> bool:
    """Whether `operation` says for `pattern` what `rule` says, whatever the arguments that decide."""
    alone = from_entry("", {"params": operation.params, "tensors": operation.tensors, "saves": {pattern: rule}})
    return all(operation.kept(pattern, arguments) == alone.kept(pattern, arguments) for arguments in _assignments(rule))


def _assignments(rule: Any) -> Iterator[dict[str, object]]:
    """Arguments that lead to each leaf of a rule, and for each decision one that is not known."""
    yield {}
    if isinstance(rule, dict) and "by" in rule:
        yield {rule["by"]: UNKNOWN}
        for key, branch in rule.items():
            if key != "by":
                for rest in _assignments(branch):
                    yield {**rest, rule["by"]: key}


def _add_outputs(
    made: dict[str, Any], name: str, measurements: list[Measurement], slots: list[str], signature: Signature
) -> None:
    first = [m.outputs[0] for m in measurements if m.outputs]
    if not first:
        made["nondiff"] = True
        return
    counts = {len(m.outputs) for m in measurements}
    if name.rsplit(".", 1)[-1] in _LISTS:
        made["list"] = True
    elif counts != {1}:
        patterns = defaultdict(set)
        for m in measurements:
            patterns[pattern_of(m.letters, slots).replace("T", "t").replace("L", "l")].add(len(m.outputs))
        if len(counts) == 1:
            made["out"] = counts.pop()
        elif all(len(c) == 1 for c in patterns.values()):
            usual = most([next(iter(c)) for c in patterns.values()])
            odd = {p: next(iter(c)) for p, c in sorted(patterns.items()) if c != {usual}}
            made["out"] = {"by": "pattern", **odd, "else": usual}
        else:
            made["out"] = decide([(constants_of(m.constants, signature), len(m.outputs)) for m in measurements], most)
        width = max(len(m.outputs) for m in measurements)
        columns = [[m.outputs[i] for m in measurements if len(m.outputs) > i] for i in range(width)]
        made["diff"] = [any(output.requires_grad for output in column) for column in columns]
    kinds = {o.kind for o in first}
    if len(kinds) == 1 and None not in kinds:
        made["kind"] = kinds.pop()
    elif not any(o.requires_grad for m in measurements for o in m.outputs):
        made["nondiff"] = True
    if name in _MOVES:
        made["view"] = made["same"] = "maybe"
        return
    for key, flags in (("view", [o.shares is not None for o in first]), ("same", [o.same for o in first])):
        if any(flags):
            made[key] = True if all(flags) else "maybe"


# Between devices there is a copy, which a machine with only one cannot show.
_MOVES = frozenset({"Tensor.cpu"})

# Operations that return as many tensors as their arguments say.
_LISTS = frozenset(
    {
        *("split", "chunk", "unbind", "tensor_split", "hsplit", "vsplit", "dsplit", "split_with_sizes"),
        *("unsafe_split", "unsafe_chunk", "unsafe_split_with_sizes", "split_with_sizes_copy", "unbind_copy"),
        *("broadcast_tensors", "meshgrid"),
    }
)


def _add_inplace(name: str, made: dict[str, Any], calls: list[Call]) -> None:
    last = name.removeprefix("Tensor.")
    if last.startswith("nn.functional.") and "inplace" in made["params"]:
        _measure_inplace(made, in_place_of(name, made["params"], calls))
        return
    if "." in last or name in _INDEXING or not hasattr(torch.Tensor, last):
        return
    made["method"] = True
    those = in_place_of(name, made["params"], calls)
    if not those:
        return
    made["inplace"] = True
    if "kind" in made or made.get("nondiff"):
        return
    _measure_inplace(made, those)


def in_place_of(name: str, params: Sequence[str], calls: list[Call]) -> list[Call]:
    """The same calls in place, none where an operation has no such form."""
    last = name.removeprefix("Tensor.")
    if last.startswith("nn.functional.") and "inplace" in params:
        return [Call(_with_inplace(c.fn), c.args, c.kwargs, c.bound) for c in calls]
    in_place = None if "." in last or last.startswith("__") else getattr(torch.Tensor, last + "_", None)
    return [] if in_place is None else [Call(in_place, c.args, c.kwargs, c.bound) for c in calls]


def _with_inplace(fn: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *args, **kwargs: fn(*args, **{**kwargs, "inplace": True})


def _measure_inplace(made: dict[str, Any], calls: list[Call]) -> None:
    slots = [made["params"][i] for i in made["tensors"]]
    full = _saves(_measured(calls, inplace=True), slots, Signature(tuple(made["params"]), frozenset(), frozenset()))
    differing = _compressed(full, made, "saves_inplace")
    if differing:
        made["saves_inplace"] = differing
