"""What becomes of a value that is kept: the names it goes on under, and what is then done to it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ...autograd.table import method
from .flow import base_of, last_name, path_of, targets
from .program import Program

_TENSORS_OWN = frozenset(["item", "detach", "cpu", "cuda", "numpy", "tolist", "backward", "size", "dim", "shape"])
_FROM_NUMBERS = frozenset(["tensor", "as_tensor", "FloatTensor", "Tensor", "manual_seed", "save"])


def tensor_uses(program: Program, stmt: ast.stmt) -> list[ast.expr]:
    """Where something that only a tensor has is asked of what a statement keeps, as far as names tell.

    Names are followed through assignments, returns, arguments, loops and the keys of dicts; they are taken for the
    same wherever they have the same last part, so that there may be places where the value never comes.
    """
    names = _followed(program, _keepers(stmt))
    found: list[ast.expr] = []
    for node in program.nodes:
        if isinstance(node, ast.Call):
            func, path = node.func, path_of(node.func)
            if isinstance(func, ast.Attribute) and _last(func.value) in names and _tensors_own(func.attr):
                found.append(node)
            elif path is not None and path.startswith("torch.") and path.split(".")[-1] not in _FROM_NUMBERS:
                if any(_last(part) in names for arg in node.args for part in ast.walk(arg)):
                    found.append(node)
        elif isinstance(node, ast.Attribute) and node.attr == "shape" and _last(node.value) in names:
            found.append(node)
    return found


def _tensors_own(name: str) -> bool:
    return name in _TENSORS_OWN or method(name) is not None


def _keepers(stmt: ast.stmt) -> set[str]:
    found = {name for t in targets(stmt) if (name := _last(t)) is not None}
    if isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call) and isinstance(stmt.value.func, ast.Attribute):
        name = _last(stmt.value.func.value)
        if name is not None:
            found.add(name)
        found |= {
            key.value
            for n in ast.walk(stmt)
            if isinstance(n, ast.Dict)
            for key in n.keys
            if isinstance(key, ast.Constant) and isinstance(key.value, str)
        }
    return found


def _followed(program: Program, names: set[str]) -> set[str]:
    flows = [flow for node in program.nodes for flow in _flows(program, node)]
    grew = True
    while grew:
        before = len(names)
        for value, into in flows:
            if not into <= names and _reads(value, names):
                names |= into
        grew = len(names) > before
    return names


def _flows(program: Program, node: ast.AST) -> Iterator[tuple[ast.AST, set[str]]]:
    """Where values go in a node: an expression, and the last names that its value is then known by."""
    if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.For, ast.AsyncFor)):
        value = node.iter if isinstance(node, (ast.For, ast.AsyncFor)) else node.value
        if value is not None:
            yield value, {name for t in targets(node) if (name := _last(t)) is not None}
    elif isinstance(node, ast.comprehension):
        yield node.iter, {n.id for n in ast.walk(node.target) if isinstance(n, ast.Name)}
    elif isinstance(node, ast.Return) and node.value is not None:
        function = program.function_of(node)
        if function is not None:
            yield node.value, {function.name}
    elif isinstance(node, ast.Call):
        name = last_name(node.func)
        for function in program.functions.get(name or "", ()):
            named = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
            shift = 1 if named[:1] == ["self"] and isinstance(node.func, ast.Attribute) else 0
            for arg, parameter in zip(node.args, named[shift:]):
                yield arg, {parameter}
        for keyword in node.keywords:
            if keyword.arg is not None:
                yield keyword.value, {keyword.arg}


def _reads(value: ast.AST, names: set[str]) -> bool:
    """Whether a value holds one that goes by a name: not where it is made a number or text on the way."""
    if isinstance(value, ast.Call):
        if isinstance(value.func, (ast.Name, ast.Attribute)) and last_name(value.func) in (
            "len",
            "print",
            "range",
            "str",
        ):
            return False
        if last_name(value.func) in names:
            return True
    if isinstance(value, (ast.Name, ast.Attribute, ast.Subscript)) and _last(value) in names:
        return True
    return any(_reads(child, names) for child in ast.iter_child_nodes(value))


def _last(node: ast.AST) -> str | None:
    """The last part of a path; of an element, its key where that is a word, else the name of what holds it."""
    if isinstance(node, ast.Subscript):
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            return node.slice.value
        return _last(node.value)
    if isinstance(node, (ast.Call, ast.BinOp)):
        return last_name(node.func) if isinstance(node, ast.Call) else _last(node.left)
    path = base_of(node)
    return None if path is None else path.split(".")[-1]


__all__ = ["tensor_uses"]
