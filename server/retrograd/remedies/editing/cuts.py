"""Ways to write that a value is cut off from its graph, by what the value is."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ...findings import Edit, Span
from .flow import last_name, path_of, targets
from .program import Program

_FORMS = {
    "tensor": "{0}.detach()",
    "tuple": "tuple(t.detach() for t in {0})",
    "list": "[t.detach() for t in {0}]",
    "dict": "{{k: v.detach() for k, v in {0}.items()}}",
    "named": "type({0})(*(t.detach() for t in {0}))",
    "pairs": "[tuple(t.detach() for t in pair) for pair in {0}]",
    "tuple of tuples": "tuple(tuple(t.detach() for t in pair) for pair in {0})",
}


def forms(program: Program, name: str, source: str | None = None) -> Iterator[str]:
    """Expressions for what `name` holds, detached: a tensor first, then what the text hints at.

    `source` is written instead of the name where a value is detached on its way into it.
    """
    for kind in kinds(program, name):
        yield _FORMS[kind].format(source or name)


def kinds(program: Program, name: str) -> list[str]:
    """What a path may hold, the likeliest first."""
    last = name.split(".")[-1]
    seen = _displays(program, last)
    if "named" in seen:
        return ["named"]
    found = ["tensor"]
    if seen & {"tuple", "unpacked"} or "LSTM" in program.text:
        found.append("tuple")
    if "list" in seen:
        found.append("list")
    if "dict" in seen:
        found.append("dict")
    if "NamedTuple" in program.text or "namedtuple" in program.text:
        found.append("named")
    if "list" in seen and len(found) > 2:
        found.append("pairs")
    if "tuple" in found:
        found.append("tuple of tuples")
    return found


def _displays(program: Program, last: str) -> set[str]:
    found: set[str] = set()
    for node in program.nodes:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            value = node.value
            named = any((p := path_of(t)) is not None and p.split(".")[-1] == last for t in targets(node))
            if named and len(targets(node)) == 1:
                if isinstance(value, ast.Tuple):
                    found.add("tuple")
                elif isinstance(value, (ast.List, ast.ListComp)):
                    found.add("list")
                elif isinstance(value, (ast.Dict, ast.DictComp)):
                    found.add("dict")
                elif isinstance(value, ast.Call) and last_name(value.func) in named_tuples(program):
                    found.add("named")
            from_it = (p := path_of(value)) is not None and p.split(".")[-1] == last
            into = node.targets if isinstance(node, ast.Assign) else [node.target]
            if from_it and isinstance(into[0], (ast.Tuple, ast.List)):
                found.add("unpacked")
            if any(isinstance(t, ast.Tuple) and _holds(t, last) for t in into) and isinstance(value, ast.Tuple):
                found.add("tuple")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = path_of(node.func.value)
            if owner is not None and owner.split(".")[-1] == last:
                if node.func.attr in ("items", "values", "keys"):
                    found.add("dict")
                elif node.func.attr in ("append", "extend"):
                    found.add("list")
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            owner = path_of(node.value)
            if owner is not None and owner.split(".")[-1] == last:
                found.add("dict" if isinstance(node.slice.value, str) else "unpacked")
    return found


def named_tuples(program: Program) -> frozenset[str]:
    """Names of the text's classes that are tuples with named fields."""
    found: set[str] = set()
    for node in program.nodes:
        if isinstance(node, ast.ClassDef) and any(last_name(b) == "NamedTuple" for b in node.bases):
            found.add(node.name)
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            if last_name(node.value.func) in ("namedtuple", "NamedTuple"):
                found |= {p for t in node.targets if (p := path_of(t)) is not None}
    return frozenset(found)


def _holds(node: ast.Tuple, last: str) -> bool:
    return any((p := path_of(e)) is not None and p.split(".")[-1] == last for e in node.elts)


def detached(program: Program, value: ast.expr) -> tuple[Edit, ...]:
    """Edits that cut off the value of an expression, taking displays and comprehensions apart."""
    if isinstance(value, (ast.Tuple, ast.List, ast.Set)):
        return tuple(e for element in value.elts for e in detached(program, element))
    if isinstance(value, ast.Dict):
        return tuple(e for element in value.values for e in detached(program, element))
    if isinstance(value, (ast.ListComp, ast.GeneratorExp)):
        return detached(program, value.elt)
    if isinstance(value, ast.DictComp):
        return detached(program, value.value)
    if isinstance(value, ast.Constant):
        return ()
    if isinstance(value, ast.Starred):
        return ()
    span = program.span(value)
    if isinstance(value, (ast.Name, ast.Attribute, ast.Call, ast.Subscript)):
        return (Edit(Span(span.end, span.end), ".detach()"),)
    return (Edit(Span(span.start, span.start), "("), Edit(Span(span.end, span.end), ").detach()"))


def rewritten(program: Program, value: ast.expr, form: str) -> tuple[Edit, ...]:
    """A value replaced by one of its forms: `hidden` by `tuple(t.detach() for t in hidden)`."""
    return (Edit(program.span(value), form),)


def stored_values(stmt: ast.stmt | None) -> list[ast.expr]:
    """The values that a statement stores away: the right side of an assignment, the arguments of `append` and the like."""
    if isinstance(stmt, (ast.Assign, ast.AnnAssign, ast.AugAssign)) and stmt.value is not None:
        return [stmt.value]
    if isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call) and isinstance(stmt.value.func, ast.Attribute):
        return [*stmt.value.args, *(k.value for k in stmt.value.keywords if k.arg is not None)]
    return []


def kept_values(program: Program, stmt: ast.stmt) -> list[ast.expr]:
    """The tensors that a statement hands to what keeps them: what is added, appended, or an argument of a call.

    Where a variable that holds a display is handed over, the values of the display.
    """
    if isinstance(stmt, ast.AugAssign):
        return [stmt.value]
    if isinstance(stmt, ast.Assign) and isinstance(stmt.value, ast.BinOp):
        own = {path_of(t) for t in stmt.targets}
        sides = [stmt.value.left, stmt.value.right]
        others = [s for s in sides if path_of(s) is None or path_of(s) not in own]
        return others if len(others) == 1 else [stmt.value]
    found: list[ast.expr] = []
    for value in stored_values(stmt):
        path = path_of(value)
        made = [
            s
            for s in (program.before(stmt) if path is not None else [])
            if isinstance(s, ast.Assign)
            and [path_of(t) for t in s.targets] == [path]
            and isinstance(s.value, (ast.Dict, ast.List, ast.Tuple))
        ]
        found.extend(_elements(made[-1].value) if made and isinstance(made[-1], ast.Assign) else _elements(value))
    return found


def _elements(value: ast.expr) -> list[ast.expr]:
    if isinstance(value, ast.Dict):
        return [e for v in value.values for e in _elements(v)]
    if isinstance(value, (ast.Tuple, ast.List)):
        return [e for v in value.elts for e in _elements(v)]
    if isinstance(value, (ast.Constant, ast.JoinedStr, ast.Lambda, ast.Starred)):
        return []
    if isinstance(value, ast.Call) and last_name(value.func) in ("item", "size", "len", "detach", "tolist", "numel"):
        return []
    return [value]
