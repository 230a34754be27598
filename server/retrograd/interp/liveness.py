"""Which variables of a code object may still be read after an instruction: what the others hold tells no states apart."""

from __future__ import annotations

import ast
from typing import Any

_ENDS = frozenset(["JUMP", "NEXT", "RETURN", "RAISE", "RAISE_AGAIN", "RERAISE"])
_ASKS_ALL = frozenset(["locals", "globals", "vars", "exec", "eval", "dir"])


def live_names(ops: list[tuple[str, Any]], jumps: frozenset[str], node: Any) -> list[frozenset[str]] | None:
    """For each instruction the names that may be read from there on; None where every name must be taken for live.

    `node` is the code's syntax where functions are written inside it, which may read its variables at any time.
    """
    if any(name == "LOAD" and arg in _ASKS_ALL for name, arg in ops):
        return None
    inner = _captured(node) if node is not None else frozenset()
    if inner is None:
        return None
    bits: dict[str, int] = {}
    always = 0
    n = len(ops)
    gen = [0] * n
    kill = [0] * n
    after: list[list[int]] = []
    for pc, (name, arg) in enumerate(ops):
        if name == "LOAD" or name == "STORE" or name == "DELNAME":
            bit = bits.get(arg)
            if bit is None:
                bit = bits[arg] = 1 << len(bits)
                if arg.split(".")[0] in inner:
                    always |= bit
            if name == "STORE":
                kill[pc] = bit
            else:
                gen[pc] = bit
        to: list[int] = [arg] if name in jumps else []
        if name not in _ENDS and pc + 1 < n:
            to.append(pc + 1)
        after.append(to)
    for pc, (name, arg) in enumerate(ops):
        if name in ("SETUP", "SETUP_WITH"):
            for inside in range(pc + 1, min(arg, n)):
                after[inside].append(arg)
    live = [0] * (n + 1)
    changed = True
    while changed:
        changed = False
        for pc in range(n - 1, -1, -1):
            out = 0
            for target in after[pc]:
                out |= live[target]
            now = gen[pc] | (out & ~kill[pc]) | always
            if now != live[pc]:
                live[pc] = now
                changed = True
    names = list(bits)
    sets: dict[int, frozenset[str]] = {}
    found = []
    for pc in range(n):
        mask = live[pc]
        known = sets.get(mask)
        if known is None:
            known = sets[mask] = frozenset(name for i, name in enumerate(names) if mask >> i & 1) | inner
        found.append(known)
    return found


def _captured(node: Any) -> frozenset[str] | None:
    """The names that functions, classes and generators written inside may read or write."""
    names: set[str] = set()
    stack: list[tuple[Any, bool]] = [(node, False)]
    while stack:
        at, inside = stack.pop()
        for field in at._fields:
            child = getattr(at, field, None)
            x: Any
            for x in child if child.__class__ is list else (child,):
                kind = x.__class__
                if kind is ast.Name:
                    if inside:
                        names.add(x.id)
                        if x.id in _ASKS_ALL:
                            return None
                elif kind in _NAMING:
                    names.update(x.names)
                elif isinstance(x, ast.AST):
                    stack.append((x, inside or kind in _INSIDE))
    return frozenset(names)


_NAMING = frozenset([ast.Global, ast.Nonlocal])
_INSIDE = frozenset([ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.GeneratorExp])
