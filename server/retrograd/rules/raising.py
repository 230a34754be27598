"""What the rules about runs that raise share: the cause of a failure, its places and its carrier."""

from __future__ import annotations

import ast
from typing import Any

from ..autograd.graph import CERTAIN
from ..findings import Carrier, Severity, Site
from ..interp.events import Failed
from .facts import Facts


def inside(node: ast.AST | None, outer: ast.AST | None) -> bool:
    """Whether a syntax node stands within another."""
    if node is None or outer is None:
        return False
    a = (getattr(node, "lineno", 0), getattr(node, "col_offset", 0))
    b = (getattr(outer, "lineno", 0), getattr(outer, "col_offset", 0))
    c = (getattr(node, "end_lineno", 0), getattr(node, "end_col_offset", 0))
    d = (getattr(outer, "end_lineno", 0), getattr(outer, "end_col_offset", 0))
    return b <= a and c <= d and getattr(outer, "lineno", None) is not None


def severity(failed: Failed) -> Severity:
    """An error when certain, else a warning (which names its assumptions)."""
    return Severity.ERROR if failed.trust == CERTAIN else Severity.WARNING


def statement(where: Any) -> ast.AST | None:
    """The statement of a place."""
    return None if where is None else where.stmt


def targets(stmt: ast.AST | None) -> list[str]:
    """The names that a statement binds, as written."""
    found: list[str] = []
    if isinstance(stmt, ast.Assign):
        nodes: list[ast.AST] = list(stmt.targets)
    elif isinstance(stmt, (ast.AugAssign, ast.AnnAssign)):
        nodes = [stmt.target]
    else:
        return found
    while nodes:
        n = nodes.pop(0)
        if isinstance(n, (ast.Tuple, ast.List)):
            nodes = [*n.elts, *nodes]
        elif isinstance(n, (ast.Name, ast.Attribute, ast.Subscript)):
            found.append(ast.unparse(n))
    return found


def same_loop(failed: Failed) -> Any:
    """The innermost loop between whose passes the failing run and the one that freed lie; None in a straight line."""
    if failed.run is None or failed.fault is None:
        return None
    earlier = failed.fault.freed_by.loop if failed.fault.freed_by is not None else None
    if earlier is None:
        return failed.loops[0][0] if failed.loops else None
    before = {id(node): turn for node, turn, _ in earlier}
    for node, turn, _ in failed.loops:
        if id(node) in before and before[id(node)] != turn:
            return node
    return None


def stored_at(facts: Facts, holder: Any) -> ast.AST | None:
    """The statement that stores what the holder carries."""
    if holder is None:
        return None
    name = holder.name
    within: ast.AST = holder.code.node if hasattr(holder.code.node, "body") else facts.tree
    best: ast.AST | None = None
    attribute = holder.attribute
    for scope in (within, facts.tree) if holder.kind == "variable" and not attribute else (facts.tree,):
        for node in ast.walk(scope):
            if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
                for t in targets(node):
                    plain = t.split("[")[0]
                    hit = plain == name or (attribute and plain.rsplit(".", 1)[-1] == attribute and "." in plain)
                    if hit and _carries(node) and (best is None or _inside_more(node, best, holder.loop)):
                        best = node
            elif (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Call)
                and isinstance(node.value.func, ast.Attribute)
            ):
                call = node.value.func
                if call.attr in ("append", "extend", "insert", "add", "update", "appendleft", "put"):
                    owner = ast.unparse(call.value)
                    if (owner == name or (attribute and owner.rsplit(".", 1)[-1] == attribute)) and best is None:
                        best = node
        if best is not None:
            return best
    return best


def _carries(stmt: ast.AST) -> bool:
    value = getattr(stmt, "value", None)
    return value is not None and not isinstance(value, ast.Constant)


def _inside_more(node: Any, best: Any, loop: Any) -> bool:
    return (inside(node, loop) and not inside(best, loop)) or (
        inside(node, loop) == inside(best, loop) and node.lineno > best.lineno
    )


def carrier(facts: Facts, failed: Failed) -> Carrier | None:
    """The carrier of a failure, with the statement that stores it."""
    h = failed.holder
    if h is None:
        return None
    stored = stored_at(facts, h)
    if stored is None:
        return None
    return Carrier(h.name, h.kind, facts.places.site(stored))


def site_of(facts: Facts, where: Any) -> Site | None:
    """A place as a site."""
    return None if where is None else facts.places.site(where.node)


def built_site(facts: Facts, failed: Failed) -> Site | None:
    """The statement that built the shared part."""
    if failed.fault is None or failed.fault.node.site is None:
        return None
    return facts.places.site(failed.fault.node.site.stmt)
