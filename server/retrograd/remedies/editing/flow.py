"""Names and where they flow: what a statement reads and binds, and what a value is built from.

A *path* is a dotted name as it is written (`hidden`, `self.state`, `out.loss`). Paths touch when one is the other or
holds it: binding `model` binds `model.hidden`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from ...autograd.table import method
from .program import FUNCTIONS, Program, walk_statements


def path_of(node: ast.AST | None) -> str | None:
    """The path that an expression is, if it is one."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        base = path_of(node.value)
        return None if base is None else f"{base}.{node.attr}"
    return None


def last_name(func: ast.expr) -> str | None:
    """The last name of what is called: `backward` of `loss.backward`."""
    return func.attr if isinstance(func, ast.Attribute) else path_of(func)


def base_of(node: ast.AST) -> str | None:
    """The path that an expression is an element, a slice or the result of a method of."""
    while isinstance(node, (ast.Subscript, ast.Starred)):
        node = node.value
    return path_of(node)


def touches(one: str, other: str) -> bool:
    """Whether two paths are one, or one holds the other."""
    return one == other or one.startswith(other + ".") or other.startswith(one + ".")


def touch(paths: Iterable[str], others: Iterable[str]) -> bool:
    """Whether any of these touches any of those."""
    return any(touches(p, o) for p in paths for o in others)


def reads(node: ast.AST) -> set[str]:
    """The longest paths that a node loads."""
    return {path for path, _ in _loads(node)}


def reads_gradient(node: ast.AST, name: str) -> bool:
    """Whether a node loads the gradient of a path, or what is made from it."""
    return any(p == f"{name}.grad" or p.startswith(f"{name}.grad.") for p in reads(node))


def read_nodes(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Each place where a node loads a path, with the path."""
    yield from _loads(node)


def _loads(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(node, (ast.Name, ast.Attribute)):
        path = path_of(node)
        if path is not None:
            if isinstance(node.ctx, ast.Load):
                yield path, node
            elif isinstance(node, ast.Attribute):
                yield from _loads(node.value)
            return
    if isinstance(node, ast.AugAssign):
        target = path_of(node.target)
        if target is not None:
            yield target, node.target
    for child in ast.iter_child_nodes(node):
        yield from _loads(child)


def binds(stmt: ast.AST) -> set[str]:
    """The paths that a statement binds or stores into, at any depth (a subscript stores into its base)."""
    found: set[str] = set()
    for node in ast.walk(stmt):
        if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) and isinstance(node.ctx, (ast.Store, ast.Del)):
            path = base_of(node)
            if path is not None:
                found.add(path)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found.update((a.asname or a.name).split(".")[0] for a in node.names)
        elif isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.ExceptHandler)) and node.name:
            found.add(node.name)
    return found


def targets(stmt: ast.stmt) -> list[ast.expr]:
    """The targets of an assignment, tuples taken apart."""
    if isinstance(stmt, ast.Assign):
        waiting: list[ast.expr] = list(stmt.targets)
    elif isinstance(stmt, (ast.AugAssign, ast.AnnAssign, ast.For, ast.AsyncFor)):
        waiting = [stmt.target]
    else:
        return []
    found: list[ast.expr] = []
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, (ast.Tuple, ast.List)):
            waiting = [*node.elts, *waiting]
        elif isinstance(node, ast.Starred):
            waiting.insert(0, node.value)
        else:
            found.append(node)
    return found


def data(program: Program, node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Each load of a path that may be data: no function, no module, no object whose methods are not a tensor's."""
    for path, found in _loads(node):
        parent = program.parents.get(found)
        if isinstance(parent, ast.Call) and parent.func is found:
            if not isinstance(found, ast.Attribute):
                continue
            owner = path_of(found.value)
            if owner is not None and owner.split(".")[0] not in program.imported and method(found.attr) is not None:
                yield owner, found.value
            continue
        if path.split(".")[0] not in program.imported and path not in ("self", "cls"):
            yield path, found


def producers(program: Program, stmt: ast.stmt, wanted: Iterable[str], before: list[ast.stmt]) -> list[ast.stmt]:
    """Of the statements `before` one, the last that binds each wanted path."""
    found: dict[ast.stmt, None] = {}
    for path in wanted:
        for s in reversed(before):
            if touch(binds(s), [path]):
                found[s] = None
                break
    return [s for s in before if s in found]


def slice_of(program: Program, expr: ast.AST, stmt: ast.stmt) -> list[ast.stmt]:
    """The simple statements of a function that an expression of `stmt` is built from, in the order of the text."""
    everything = list(walk_statements(program.scope(stmt)))
    wanted = reads(expr)
    chosen: set[ast.stmt] = set()
    for s in reversed(everything):
        if s.lineno > stmt.lineno or s is stmt:
            continue
        if isinstance(s, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
            if touch(binds(s), wanted):
                chosen.add(s)
                wanted |= reads(s)
        elif isinstance(s, (ast.For, ast.AsyncFor)):
            if touch({p for t in targets(s) if (p := base_of(t))}, wanted):
                wanted |= reads(s.iter)
        elif isinstance(s, ast.Expr) and isinstance(s.value, ast.Call) and isinstance(s.value.func, ast.Attribute):
            owner = base_of(s.value.func.value)
            if owner is not None and owner in wanted:
                chosen.add(s)
                wanted |= reads(s)
    return [s for s in everything if s in chosen]


def carried(loop: ast.For | ast.AsyncFor | ast.While) -> list[str]:
    """The plain paths that a loop's body reads before it binds them: what one pass hands to the next."""
    bound: set[str] = {p for t in targets(loop) if (p := base_of(t))}
    early: dict[str, None] = {}
    late: set[str] = set()
    for s in walk_statements(loop.body):
        simple = not hasattr(s, "body")
        for path in reads(s) if simple else _header_reads(s):
            if path not in bound:
                early[path] = None
        stored = binds(s) if simple else {p for t in targets(s) if (p := base_of(t))}
        late |= stored
        bound |= stored
    return [p for p in early if p in late]


def _header_reads(stmt: ast.stmt) -> set[str]:
    found: set[str] = set()
    for name in ("test", "iter", "subject"):
        node = getattr(stmt, name, None)
        if node is not None:
            found |= reads(node)
    for item in getattr(stmt, "items", ()):
        found |= reads(item)
    return found
