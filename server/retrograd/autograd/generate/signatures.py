"""The Python parameters of a torch operation, from its Python signature or else from its operator schemas."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import torch
import torch.nn.functional as F

_PYTHON_SPELLING = {"self": "input"}
_NOT_PYTHON = ("out", "generator", "names", "dimname")

# Schemas that torch keeps under another name than the Python one.
_SCHEMA_NAMES = {
    "nn.functional.logsigmoid": "log_sigmoid",
    "special.softmax": "special_softmax",
}

# Methods that torch has no schema for, or one in another order.
_SAID: dict[str, tuple[str, ...]] = {
    "Tensor.where": ("input", "condition", "other"),
    "Tensor.type": ("input", "dtype"),
    "Tensor.new_tensor": ("input", "data"),
    "lu": ("input", "pivot", "get_infos"),
}

# Functions that hide their parameters behind *args, and what they call with all of them.
_BEHIND: dict[str, Callable[..., Any]] = {
    "unique": torch.functional._unique_impl,
    "unique_consecutive": torch.functional._unique_consecutive_impl,
    "Tensor.unique": torch.functional._unique_impl,
    "Tensor.unique_consecutive": torch.functional._unique_consecutive_impl,
}


@dataclass(frozen=True, slots=True)
class Signature:
    """Parameter names by position; `aliases` maps the name an overload gives to a position to the name used here."""

    params: tuple[str, ...]
    tensors: frozenset[str]
    optional: frozenset[str]
    variadic: int | None = None
    aliases: Mapping[str, str] = field(default_factory=dict)
    defaults: Mapping[str, Any] = field(default_factory=dict)

    def bind(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of one call by parameter name.

        Raises TypeError when there are more of them than parameters.
        """
        bound: dict[str, Any] = {}
        positional = self.params if self.variadic is None else self.params[: self.variadic]
        rest = args[len(positional) :]
        for name, value in zip(positional, args, strict=False):
            bound[name] = value
        if rest and self.variadic is not None:
            gathered = rest[0] if len(rest) == 1 and isinstance(rest[0], (list, tuple)) else list(rest)
            bound[self.params[self.variadic]] = gathered
        elif rest and not all(isinstance(value, int) for value in rest):
            raise TypeError(f"{len(args)} arguments for {self.params}")
        for name, value in kwargs.items():
            name = self.aliases.get(name, name)
            if name not in self.params:
                raise TypeError(f"unknown argument {name}")
            bound[name] = value
        return bound


def resolve(name: str) -> Callable[..., Any] | None:
    """The callable that `name` (below torch, or `Tensor.x`) stands for, or None."""
    found: Any = torch
    for part in name.split("."):
        found = getattr(found, part, None)
        if found is None:
            return None
    return found if callable(found) else None


def signature_of(name: str, fn: Callable[..., Any]) -> Signature | None:
    """The signature of `fn`, or None when torch tells neither a Python signature nor a schema."""
    if name == "einsum":
        return Signature(("equation", "operands"), frozenset({"operands"}), frozenset(), variadic=1)
    if name in _SAID or name.startswith("Tensor.__r"):
        return Signature(_SAID.get(name, ("input", "other")), frozenset(), frozenset())
    if name in _BEHIND:
        return _from_python(_BEHIND[name])
    if "boolean_dispatch" in getattr(fn, "__qualname__", ""):
        # A function chosen by a flag hides its parameters; the one behind it with every output has them all.
        behind = getattr(F, name.rsplit(".", 1)[-1] + "_with_indices", None) or fn
        return _from_python(behind, extra=("return_indices",) if "max_pool" in name else ())
    if inspect.isfunction(fn):
        return _from_python(fn)
    return _from_schemas(name)


def _from_python(fn: Callable[..., Any], extra: tuple[str, ...] = ()) -> Signature:
    params: list[str] = []
    tensors: set[str] = set()
    optional: set[str] = set()
    defaults: dict[str, Any] = {}
    variadic: int | None = None
    for parameter in inspect.signature(fn).parameters.values():
        if parameter.name in _NOT_PYTHON or parameter.kind is parameter.VAR_KEYWORD:
            continue
        name = _PYTHON_SPELLING.get(parameter.name, parameter.name)
        if parameter.kind is parameter.VAR_POSITIONAL:
            variadic = len(params)
            tensors.add(name)
        params.append(name)
        if "Tensor" in str(parameter.annotation) and "str" not in str(parameter.annotation):
            tensors.add(name)
        if parameter.default is not parameter.empty:
            defaults[name] = parameter.default
            if parameter.default is None:
                optional.add(name)
    if params and params[0] != "input" and params[0] == "self":
        params[0] = "input"
    params.extend(name for name in extra if name not in params)
    return Signature(tuple(params), frozenset(tensors), frozenset(optional), variadic, {}, defaults)


def _schemas(name: str) -> list[Any]:
    base = name
    for prefix in ("nn.functional.", "Tensor.", "masked."):
        base = base.removeprefix(prefix)
    base = _SCHEMA_NAMES.get(name, base.replace(".", "_"))
    found: list[Any] = []
    for schema in torch._C._jit_get_schemas_for_operator("aten::" + base):
        writes = any(a.kwarg_only and a.alias_info is not None and a.alias_info.is_write for a in schema.arguments)
        if not writes and "name" not in schema.overload_name.lower():
            found.append(schema)
    # The schemas without tensors are TorchScript's own, unless the operation makes tensors out of none.
    return [s for s in found if any("Tensor" in str(a.type) for a in s.arguments)] or found


def _from_schemas(name: str) -> Signature | None:
    schemas = _schemas(name)
    if not schemas:
        return None
    base = max(schemas, key=lambda s: (sum(not a.kwarg_only for a in s.arguments), len(s.arguments)))
    params = [a.name for a in base.arguments if a.name not in _NOT_PYTHON]
    positional = [a.name for a in base.arguments if a.name not in _NOT_PYTHON and not a.kwarg_only]
    aliases: dict[str, str] = {}
    tensors: set[str] = set()
    optional: set[str] = set()
    defaults: dict[str, Any] = {}
    for schema in [base, *(s for s in schemas if s is not base)]:
        for position, argument in enumerate(schema.arguments):
            if argument.name in _NOT_PYTHON:
                continue
            here = argument.name
            if here not in params:
                if argument.kwarg_only or position >= len(positional):
                    params.append(here)
                else:
                    aliases[here] = positional[position]
                    here = positional[position]
            if "Tensor" in str(argument.type):
                tensors.add(here)
                if "Optional" in str(argument.type):
                    optional.add(here)
            if argument.has_default_value() and here not in defaults:
                defaults[here] = argument.default_value
    spelled = {p: _PYTHON_SPELLING.get(p, p) for p in params}
    if params and "input" not in spelled.values() and name.split(".")[0] != "nn":
        first = params[0]
        if first in tensors and name.startswith("Tensor."):
            spelled[first] = "input"
    return Signature(
        tuple(spelled[p] for p in params),
        frozenset(spelled[p] for p in tensors),
        frozenset(spelled[p] for p in optional),
        None,
        {alias: spelled[p] for alias, p in aliases.items()} | {"self": "input"},
        {spelled[p]: value for p, value in defaults.items()},
    )
