"""Natives by dotted name: what an import of a library finds before its stub or the table of operations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..interp.values import Native, NativeType, Value

NATIVES: dict[str, Value] = {}
METHODS: dict[str, Native] = {}
PROPERTIES: dict[str, Callable[..., Value]] = {}

Fn = Callable[..., Value]


def native(*names: str) -> Callable[[Fn], Fn]:
    """Register a function under dotted names: fn(vm, st, args, kwargs) -> Value."""

    def register(fn: Fn) -> Fn:
        for name in names:
            NATIVES[name] = Native(name, fn)
        return fn

    return register


def native_type(test: Callable[..., bool | None], *names: str) -> Callable[[Fn], Fn]:
    """Register a class that is called like a function and tested by isinstance."""

    def register(fn: Fn) -> Fn:
        for name in names:
            NATIVES[name] = NativeType(name.rsplit(".", 1)[-1], fn, test)
        return fn

    return register


def method(*names: str) -> Callable[[Fn], Fn]:
    """Register a method of Tensor: fn(vm, st, args, kwargs), the tensor first."""

    def register(fn: Fn) -> Fn:
        for name in names:
            METHODS[name] = Native(f"Tensor.{name}", fn)
        return fn

    return register


def prop(*names: str) -> Callable[[Fn], Fn]:
    """Register a property of Tensor: fn(vm, st, ref, tensor) -> Value."""

    def register(fn: Fn) -> Fn:
        for name in names:
            PROPERTIES[name] = fn
        return fn

    return register


def argument(args: list[Any], kwargs: dict[str, Any], index: int, name: str, default: Any = None) -> Any:
    """An argument given by position or by keyword."""
    if len(args) > index:
        return args[index]
    return kwargs.get(name, default)
