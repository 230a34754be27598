"""Measures what the gradient of an operation's gradient goes through and keeps: the data of `second.json`.

For every input that requires grad, with a gradient that arrives with a graph of its own or without one, the gradient is
computed with create_graph and its graph looked at. The items are named in `retrograd.autograd.second`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import torch

from ..table import Operation, operation
from . import samples
from .decide import decide
from .entries import calls_of, constants_of, in_place_of, pattern_of
from .measure import Call, Fresh, combinations, letter, nodes_of, saved_tensors, storage, tensors_in

Row = tuple[Mapping[str, str], frozenset[str]]


def entry(name: str) -> dict[str, Any] | None:
    """The entry of one operation of the table, or None where nothing could be measured."""
    op = operation(name)
    if op is None or op.kind is not None or not any(op.differentiable):
        return None
    signature, calls = calls_of(name)
    made: dict[str, Any] = {}
    for key, those, inplace in (("plain", calls, False), ("inplace", in_place_of(name, op.params, calls), True)):
        rows = _rows(op, those, inplace, signature)
        found: dict[str, Any] = {}
        for (pattern, param), pair in sorted(rows.items()):
            rules = [decide(pair[g], _leaf) if pair[g] else None for g in (False, True)]
            found.setdefault(pattern, {})[param] = rules
        if found and found != made.get("plain"):
            made[key] = found
    return made or None


def _leaf(values: Sequence[frozenset[str]]) -> Any:
    """The items in one string where all agree, else every one there may be, and whether something is always kept."""
    distinct = set(values)
    if len(distinct) == 1:
        return " ".join(sorted(next(iter(distinct))))
    kept = [any(not item.startswith("@") for item in value) for value in distinct]
    return {"any": sorted(frozenset.union(*distinct)), "keeps": kept[0] if len(set(kept)) == 1 else None}


def _rows(
    op: Operation, calls: list[Call], inplace: bool, signature: Any
) -> dict[tuple[str, str], dict[bool, list[Row]]]:
    slots = [op.params[i] for i in op.tensors]
    rows: dict[tuple[str, str], dict[bool, list[Row]]] = defaultdict(lambda: {False: [], True: []})
    for call in calls:
        for grad in combinations(call.bound):
            letters = tuple((name, letter(name, value, name in grad)) for name, value in call.bound.items())
            pattern = pattern_of(letters, slots)
            for graph in (False, True):
                try:
                    samples.seed()
                    measured = list(_measured(call, grad, inplace, graph))
                except Exception:  # a call may be refused in any way there is; it tells nothing then
                    continue
                constants = {n: v for n, v in call.bound.items() if not any(True for _ in tensors_in(v))}
                for param, items in measured:
                    rows[pattern, param][graph].append((constants_of(constants, signature), items))
    return rows


def _measured(call: Call, grad: frozenset[str], inplace: bool, graph: bool) -> Iterator[tuple[str, frozenset[str]]]:
    """(parameter, items) of each input that requires grad."""
    fresh = Fresh(call, grad, inplace)
    result = call.fn(*fresh.args, **fresh.kwargs)
    if result is None and inplace:
        result = fresh.first
    outputs = [t for t in tensors_in(result) if t.requires_grad]
    forward = set(nodes_of(outputs))
    seeds = [torch.rand_like(o).requires_grad_(graph) for o in outputs]
    results = {storage(o) for o in outputs}
    by_name: dict[str, list[torch.Tensor]] = defaultdict(list)
    for leaf in fresh.leaves:
        by_name[fresh.owner[storage(leaf)]].append(leaf)
    for name, leaves in by_name.items():
        gradients = torch.autograd.grad(outputs, leaves, seeds, create_graph=True, retain_graph=True, allow_unused=True)
        items: set[str] = set()
        for gradient in gradients:
            if gradient is not None and gradient.requires_grad:
                items |= set(_items(gradient, forward, fresh, seeds, results))
        yield name, frozenset(items)


def _items(
    gradient: torch.Tensor, forward: set[Any], fresh: Fresh, seeds: list[torch.Tensor], results: set[int]
) -> Iterator[str]:
    seen: set[Any] = set()
    stack = [gradient.grad_fn] if gradient.grad_fn is not None else []
    if not stack:  # the gradient is the one that arrived, or an input, as it is
        yield "@g" if any(gradient is s for s in seeds) else "@" + fresh.owner.get(storage(gradient), "g")
    given = {storage(s) for s in seeds}
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        if node is fresh.copied:
            yield "@" + fresh.owner[storage(fresh.leaves[0])]
            continue
        if node in forward and _keeps(node):
            yield "@node"
            continue
        if node.name().endswith("AccumulateGrad"):
            at = storage(node.variable)  # type: ignore[attr-defined]
            yield "@g" if at in given else "@" + fresh.owner.get(at, "node")
            continue
        for _, tensor in saved_tensors(node):
            if tensor is None:
                yield "*"
                continue
            at = storage(tensor)
            if at in results:
                yield "result"
            elif at in given:
                yield "*"
            else:
                yield fresh.owner.get(at, "*")
        stack.extend(edge for edge, _ in node.next_functions if edge is not None)


def _keeps(root: Any) -> bool:
    """Whether a node of the operation, or one below it, keeps anything."""
    stack, seen = [root], set()
    while stack:
        node = stack.pop()
        if node in seen or node.name().endswith("AccumulateGrad"):
            continue
        seen.add(node)
        if any(True for _ in saved_tensors(node)):
            return True
        stack.extend(edge for edge, _ in node.next_functions if edge is not None)
    return False
