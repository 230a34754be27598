"""What a program trains, as far as its text shows: whether an operation that no backward reaches any more matters."""

from __future__ import annotations

import ast

from ...findings import Site
from .case import Case
from .flow import last_name, path_of, reads, targets
from .program import Program


def matters(case: Case, site: Site) -> bool:
    """Whether an operation works on something that is trained, so that losing its gradient changes the training."""
    program = case.program
    stmt = program.statement_at(site)
    if stmt is None:
        return True
    node = program.node_at(site, ast.expr) or stmt
    read = reads(node)
    owner = program.class_of(stmt)
    if owner is not None and any(p.startswith("self.") for p in read):
        held = learned_attributes(owner)
        if not any(p.split(".")[1] in held for p in read if p.startswith("self.")):
            return any(case.trains(p) for p in read if not p.startswith("self."))
        instances = names_of_instances(program, owner.name)
        if case.trained and instances:
            return any(case.trains(name) for name in instances)
        return True
    if not case.trained:
        return owner is None
    return any(case.trains(p) for p in read)


def learned_attributes(cls: ast.ClassDef) -> frozenset[str]:
    """Attributes of a class that hold parameters or modules, as its methods assign them."""
    found: set[str] = set()
    for node in ast.walk(cls):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            makes = any(
                isinstance(n, ast.Call) and (last_name(n.func) or "")[:1].isupper() for n in ast.walk(node.value)
            )
            leaf = any(isinstance(n, ast.keyword) and n.arg == "requires_grad" for n in ast.walk(node.value))
            if makes or leaf:
                found |= {
                    p.split(".")[1] for t in targets(node) if (p := path_of(t)) is not None and p.startswith("self.")
                }
    return frozenset(found)


def names_of_instances(program: Program, cls: str) -> frozenset[str]:
    """Names and attributes that objects of a class are bound to, and of what holds them."""
    found: set[str] = set()
    waiting, seen = [cls], set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        for node in ast.walk(program.tree):
            if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None and _makes(node.value, name):
                found |= {p for t in targets(node) if (p := path_of(t)) is not None}
                holder = program.class_of(node)
                if holder is not None:
                    waiting.append(holder.name)
            elif isinstance(node, ast.Return) and node.value is not None and _makes(node.value, name):
                maker = program.function_of(node)
                if maker is not None:
                    waiting.append(maker.name)
            elif isinstance(node, ast.Call) and any(_makes(a, name) for a in node.args):
                maker_name = last_name(node.func)
                function = _function(program, maker_name)
                if function is not None:
                    at = next(i for i, a in enumerate(node.args) if _makes(a, name))
                    if at < len(function.args.args):
                        found.add(function.args.args[at].arg)
    return frozenset(found)


def _makes(value: ast.AST, name: str) -> bool:
    return any(isinstance(n, ast.Call) and last_name(n.func) == name for n in ast.walk(value))



def _function(program: Program, name: str | None) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    return next(
        (n for n in ast.walk(program.tree) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef)) and n.name == name),
        None,
    )
