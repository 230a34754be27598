"""Tensors that two backward passes share, and where one of them could be cut off."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from .case import Case
from .flow import binds, data, last_name, path_of, slice_of, targets, touch
from .program import walk_statements

Use = tuple[str, list[ast.expr], str]


def shared_uses(case: Case) -> Iterator[Use]:
    """Paths with the places where a detach would end one of the two passes there, and what that means in words.

    A path is one that comes from outside the part of the program that belongs to one pass alone.
    """
    run, stmt = case.run, case.run_stmt
    if run is None or stmt is None:
        return
    program = case.program
    own = [s for root in run.roots for s in slice_of(program, root, stmt)]
    freed = case.freed_stmt
    if freed is None or freed is stmt or program.function_of(freed) is not case.function or case.freed is None:
        yield from _uses(case, [*own, stmt], [*own, stmt], "this pass does not go back through it")
        return
    other = [s for root in case.freed.roots for s in slice_of(program, root, freed)]
    later = [s for s in own if s.lineno > freed.lineno]
    alone = [s for s in own if s not in other and s not in later]
    first = [s for s in other if s not in own]
    yield from _uses(case, [*later, stmt], [*later, stmt], "this pass does not go back through it")
    yield from _uses(case, alone, [*later, *alone], "this pass does not go back through it")
    yield from _uses(
        case, [*first, freed], [*first, freed], f"the pass of line {freed.lineno} does not go back through it"
    )


def _uses(case: Case, stmts: list[ast.stmt], part: list[ast.stmt], words: str) -> Iterator[Use]:
    program = case.program
    stmts = list(dict.fromkeys(s for s in stmts if not hasattr(s, "body")))
    bound = set().union(*(binds(s) for s in part if isinstance(s, (ast.Assign, ast.AnnAssign))), set())
    found: dict[str, list[ast.expr]] = {}
    roots: dict[ast.stmt | None, tuple[ast.expr, ...]] = {}
    for run, stmt in ((case.run, case.run_stmt), (case.freed, case.freed_stmt)):
        if run is not None:
            roots[stmt] = run.roots
    for s in stmts:
        # of a backward itself only what it starts at: its gradient and its inputs stay
        for path, node in (d for part in roots.get(s, (s,)) for d in data(program, part)):
            if not touch([path], bound) and not _is_number(case, path):
                found.setdefault(path, []).append(node)
    for path, nodes in found.items():
        yield path, nodes, words


_SETTINGS = re.compile(r"^(args|cfg|config|conf|hparams|hp|opt|opts|options|params|settings|FLAGS)$")

_PLAIN = frozenset(["device", "dtype", "shape", "size", "dim", "epoch", "step", "lr", "gamma", "eps", "batch_size"])


def _is_number(case: Case, path: str) -> bool:
    """Whether a path is a setting, a counter, a constant or a network by its looks, so that there is nothing to detach."""
    parts = path.split(".")
    if any(_SETTINGS.match(p) for p in parts[:-1]) or _SETTINGS.match(path) or path.isupper() or parts[-1] in _PLAIN:
        return True
    if path in case.program.called:
        return True
    numbers, others = 0, 0
    for s in walk_statements(case.program.scope(case.run_stmt or case.program.tree)):
        if isinstance(s, (ast.For, ast.AsyncFor)) and isinstance(s.iter, ast.Call):
            counted = targets(s)[:1] if last_name(s.iter.func) == "enumerate" else targets(s)
            if last_name(s.iter.func) in ("enumerate", "range") and path in {path_of(t) for t in counted}:
                numbers += 1
        elif isinstance(s, ast.Assign) and path in {path_of(t) for t in s.targets}:
            if isinstance(s.value, (ast.Constant, ast.JoinedStr)):
                numbers += 1
            else:
                others += 1
    function = case.function
    if function is not None and not others:
        for arg, default in zip(reversed(function.args.args), reversed(function.args.defaults)):
            if arg.arg == path and isinstance(default, (ast.Constant, ast.UnaryOp)):
                return not (isinstance(default, ast.Constant) and default.value is None)
    return numbers > 0 and not others
