"""Runs one call of an operation on real tensors and reads off what its autograd nodes keep."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import torch

Letters = tuple[tuple[str, str], ...]
"""(parameter, letter) of every parameter that got a tensor, a list of tensors, a number where others got a tensor."""


@dataclass(frozen=True, slots=True)
class Call:
    """One way to call an operation: values by parameter, and how to call with them."""

    fn: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    bound: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Output:
    """One tensor that the operation returned."""

    requires_grad: bool
    kind: str | None
    shares: str | None
    same: bool


@dataclass(frozen=True, slots=True)
class Measurement:
    """What one call kept: item names as in saves.json, and what came out."""

    letters: Letters
    constants: Mapping[str, Any]
    saves: frozenset[str]
    outputs: tuple[Output, ...]
    several: bool  # returned in a tuple or list


def tensors_in(value: Any) -> Iterator[torch.Tensor]:
    """The tensors of an argument or result, inside lists and tuples too."""
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, (list, tuple)):
        for element in value:
            yield from tensors_in(element)


def may_require_grad(value: Any) -> bool:
    """Whether the value is, or holds, a floating or complex tensor."""
    return any(t.is_floating_point() or t.is_complex() for t in tensors_in(value))


def letter(name: str, value: Any, grad: bool) -> str:
    """The pattern letter of an argument."""
    if isinstance(value, torch.Tensor):
        return "T" if grad else "t"
    if isinstance(value, (list, tuple)) and any(True for _ in tensors_in(value)):
        return "L" if grad else "l"
    if name == "index":
        return _plain_index(value)
    return "0" if value is None else "n"


def _plain_index(value: Any) -> str:
    if value is Ellipsis or (isinstance(value, slice) and value == slice(None)):
        return "w"
    parts = value if isinstance(value, tuple) else (value,)
    return "a" if any(isinstance(part, list) for part in parts) else "n"


def combinations(bound: Mapping[str, Any]) -> list[frozenset[str]]:
    """Sets of parameters to make require grad: all of them for up to four, else each alone, all, and all but one."""
    able = [name for name, value in bound.items() if may_require_grad(value)]
    if len(able) <= 4:
        sizes = range(1, len(able) + 1)
        return [frozenset(c) for size in sizes for c in itertools.combinations(able, size)]
    chosen = [frozenset({name}) for name in able] + [frozenset(able)]
    chosen += [frozenset(able) - {name} for name in able]
    return chosen


class Fresh:
    """Copies of a call's tensors, each with its own storage, that know which parameter they belong to.

    What is changed in place is a copy of the leaf; `copied` is the node of that copy.
    """

    def __init__(self, call: Call, grad: frozenset[str], inplace: bool) -> None:
        self.owner: dict[int, str] = {}
        self.leaves: list[torch.Tensor] = []
        self.first: torch.Tensor | None = None
        self.copied: Any = None
        self._by_tensor = {id(t): name for name, value in call.bound.items() for t in tensors_in(value)}
        self._grad, self._inplace = grad, inplace
        self.args = tuple(self._copy(a) for a in call.args)
        self.kwargs = {k: self._copy(v) for k, v in call.kwargs.items()}

    def _copy(self, value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            name = self._by_tensor.get(id(value), "*")
            new = value.detach().clone()
            if name in self._grad and (new.is_floating_point() or new.is_complex()):
                new.requires_grad_()
                self.leaves.append(new)
                self.owner[storage(new)] = name
            if self.first is None:
                if self._inplace and new.requires_grad:
                    new = new.clone()
                    self.copied = new.grad_fn
                self.first = new
            self.owner.setdefault(storage(new), name)
            return new
        if type(value) in (list, tuple):
            return type(value)(self._copy(v) for v in value)
        return value


def storage(tensor: torch.Tensor) -> int:
    """What tells whether two tensors share their memory."""
    try:
        return int(tensor.untyped_storage()._cdata)
    except (RuntimeError, NotImplementedError):
        return id(tensor)


_ATTRIBUTES: dict[type, tuple[str, ...]] = {}


def _saved_names(node: Any) -> tuple[str, ...]:
    kind = type(node)
    if kind not in _ATTRIBUTES:
        _ATTRIBUTES[kind] = tuple(a.removeprefix("_raw_saved_") for a in dir(kind) if a.startswith("_raw_saved_"))
    return _ATTRIBUTES[kind]


def nodes_of(outputs: list[torch.Tensor]) -> Iterator[Any]:
    """Every grad_fn below the outputs, down to (without) the leaves."""
    seen: set[Any] = set()
    stack: list[Any] = [t.grad_fn for t in outputs if t.grad_fn is not None]
    while stack:
        node = stack.pop()
        if node in seen or node.name().endswith("AccumulateGrad"):
            continue
        seen.add(node)
        yield node
        stack.extend(edge for edge, _ in node.next_functions if edge is not None)


def saved_tensors(node: Any) -> Iterator[tuple[str, torch.Tensor | None]]:
    """(attribute, tensor) of what a node keeps; None for one that can no longer be unpacked."""
    for name in _saved_names(node):
        try:
            value = getattr(node, "_saved_" + name)
        except RuntimeError:
            yield name, None
            continue
        for tensor in tensors_in(value):
            yield name, tensor
    for tensor in getattr(node, "saved_tensors", ()):
        if tensor is not None:
            yield "saved", tensor


def _hidden(outputs: list[torch.Tensor], leaves: list[torch.Tensor]) -> bool:
    """Whether a second backward raises: the way to see into a node that shows no attributes."""
    total = [o for o in outputs if o.requires_grad]
    ones = [torch.ones_like(o) for o in total]
    try:
        torch.autograd.grad(total, leaves, ones, allow_unused=True)
        torch.autograd.grad(total, leaves, ones, allow_unused=True)
    except RuntimeError as error:
        return "second time" in str(error)
    return False


def measure(call: Call, grad: frozenset[str], inplace: bool = False) -> Measurement:
    """Run the call once with the parameters `grad` requiring grad. Raises whatever the operation raises."""
    fresh = Fresh(call, grad, inplace)
    result = call.fn(*fresh.args, **fresh.kwargs)
    if result is None and inplace:
        result = fresh.first
    if result is NotImplemented:
        raise TypeError("the operator does not take these operands")
    several = isinstance(result, (list, tuple))
    returned = list(result) if several else [result]
    if not all(r is None or isinstance(r, torch.Tensor) for r in returned):
        returned = list(tensors_in(returned))
    outputs = [r for r in returned if r is not None]
    positions = {storage(o): i for i, o in reversed(list(enumerate(returned))) if o is not None}
    items: set[str] = set()
    opaque = False
    for node in nodes_of(outputs):
        opaque = opaque or node.name().endswith("CopySlices")
        for name, tensor in saved_tensors(node):
            if tensor is None:
                items.add("input" if name == "self" and inplace else "*")
                continue
            at = storage(tensor)
            owner = fresh.owner.get(at)
            if at in positions and (owner is None or inplace):
                items.add(f"result{positions[at]}" if several and len(returned) > 1 else "result")
            else:
                items.add(owner or "*")
                if owner is None and tensor.requires_grad:
                    below = (saved for inner in nodes_of([tensor]) for saved in saved_tensors(inner))
                    items.add("inner" if any(True for _ in below) else "inputs")
    if opaque and not items and _hidden(outputs, fresh.leaves):
        items.add("*")
    given = [value for value in (*fresh.args, *fresh.kwargs.values()) if isinstance(value, torch.Tensor)]
    return Measurement(
        tuple((name, letter(name, value, name in grad)) for name, value in call.bound.items()),
        {name: value for name, value in call.bound.items() if not any(True for _ in tensors_in(value))},
        frozenset(items),
        tuple(_output(o, fresh, given) for o in returned),
        several,
    )


def _output(tensor: torch.Tensor | None, fresh: Fresh, given: list[torch.Tensor]) -> Output:
    kind = None
    if tensor is None:
        return Output(False, None, None, False)
    if tensor.dtype is torch.bool:
        kind = "bool"
    elif not (tensor.is_floating_point() or tensor.is_complex()):
        kind = "int"
    return Output(tensor.requires_grad, kind, fresh.owner.get(storage(tensor)), any(tensor is g for g in given))
