"""What a program trains, as far as its text shows: whether an operation that no backward reaches any more matters."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from ...findings import Site
from .case import Case
from .flow import last_name, path_of, reads, targets
from .program import Program
from .proof import Verdict


def loses_training(case: Case, verdict: Verdict) -> bool:
    """Whether some parameter or module that a backward reached before is reached by none in the changed text."""
    if not verdict.lost:
        return False
    gone = _worked_on(case, case.program, verdict.lost)
    if not gone:
        return False
    left = {b.site for r in verdict.analysis.runs for b in r.built if b.keeps}
    return not gone <= _worked_on(case, Program(verdict.text), left)


def _worked_on(case: Case, program: Program, sites: Iterable[Site]) -> set[tuple[str, str]]:
    """What is trained and operations work on: (class, attribute) of a module, ("", last name) of a variable."""
    found: set[tuple[str, str]] = set()
    for site in sites:
        stmt = program.statement_at(site)
        if stmt is None:
            continue
        read = reads(program.node_at(site, ast.expr) or stmt)
        owner = program.class_of(stmt)
        own = {p.split(".")[1] for p in read if p.startswith("self.")}
        if owner is not None and own & learned_attributes(owner):
            instances = names_of_instances(program, owner.name)
            if not case.trained or not instances or any(case.trains(name) for name in instances):
                found |= {(owner.name, a) for a in own & learned_attributes(owner)}
        elif case.trained:
            found |= {("", p.split(".")[-1]) for p in read if case.trains(p)}
        elif owner is None:
            found |= {("", p.split(".")[-1]) for p in read if p.split(".")[0] not in program.imported}
    return found


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
        for node in program.nodes:
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
                for function in program.functions.get(maker_name or "", ())[:1]:
                    at = next(i for i, a in enumerate(node.args) if _makes(a, name))
                    if at < len(function.args.args):
                        found.add(function.args.args[at].arg)
    return frozenset(found)


def _makes(value: ast.AST, name: str) -> bool:
    return any(isinstance(n, ast.Call) and last_name(n.func) == name for n in ast.walk(value))
