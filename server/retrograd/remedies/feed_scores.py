"""Give the loss the scores, not the decisions made from them: no gradient goes through a threshold or an argmax."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..findings import Applicability, Edit
from .editing.candidate import Candidate
from .editing.case import Case
from .editing.flow import last_name, path_of, producers
from .editing.program import Program

NAME = "feed_scores"
RULES = frozenset({"no-grad-fn"})
_CONVERTING = frozenset(["float", "double", "type", "to", "squeeze", "view", "view_as", "flatten", "int", "long"])


def rank(case: Case) -> int | None:
    """First where the loss is taken of decisions."""
    return 0


def propose(case: Case) -> Iterator[Candidate]:
    """The argument of the loss that is a decision, replaced by what was decided on."""
    program = case.program
    built = case.built_stmt
    if built is None:
        return
    before = program.before(built)
    for call in (n for n in ast.walk(built) if isinstance(n, ast.Call)):
        for arg in call.args:
            scores, chosen = _decided(program, built, arg, before)
            if scores is None:
                continue
            source = program.source(scores)
            if chosen and len(call.args) == 2 and "torch" in program.imported:
                other = call.args[1] if arg is call.args[0] else call.args[0]
                target = program.source(_unconverted(other))
                new = f"torch.nn.functional.cross_entropy({source}, {target})"
                message = f"Take the loss of the scores, not of the choice made from them: `{new}`"
                yield Candidate(message, (Edit(program.span(call), new),), Applicability.UNSAFE)
            else:
                message = f"Take the loss of `{source}`, not of the decision made from it in line {scores.lineno}"
                yield Candidate(message, (Edit(program.span(arg), source),), Applicability.UNSAFE)


def _decided(program: Program, stmt: ast.stmt, value: ast.expr, before: list[ast.stmt]) -> tuple[ast.expr | None, bool]:
    """What a value was decided on, and whether it chooses one of several; (None, False) where it is no decision."""
    value = _unconverted(value)
    path = path_of(value)
    if path is not None:
        made = producers(program, stmt, [path], before)
        if len(made) != 1 or not isinstance(made[0], ast.Assign) or len(made[0].targets) != 1:
            return None, False
        target, whole = made[0].targets[0], made[0].value
        if isinstance(target, ast.Tuple):
            # values, indices = torch.max(scores, 1)
            second = len(target.elts) == 2 and path_of(target.elts[1]) == path
            if not second or not isinstance(whole, ast.Call) or last_name(whole.func) not in ("max", "topk"):
                return None, False
            return _scores(whole), True
        value = _unconverted(whole)
    if isinstance(value, ast.Compare) and len(value.ops) == 1 and isinstance(value.ops[0], (ast.Gt, ast.GtE)):
        return value.left, False
    if isinstance(value, ast.Call) and last_name(value.func) == "argmax":
        return _scores(value), True
    return None, False


def _scores(call: ast.Call) -> ast.expr | None:
    """What `x.argmax(1)` or `torch.argmax(x, 1)` is taken of, before a softmax."""
    assert isinstance(call.func, (ast.Attribute, ast.Name))
    owner = path_of(call.func.value) if isinstance(call.func, ast.Attribute) else None
    if isinstance(call.func, ast.Attribute) and owner not in ("torch", "F", "np"):
        found: ast.expr | None = call.func.value
    else:
        found = call.args[0] if call.args else None
    if isinstance(found, ast.Call) and last_name(found.func) in ("softmax", "log_softmax"):
        return _scores(found)
    return found


def _unconverted(value: ast.expr) -> ast.expr:
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in _CONVERTING:
        if path_of(value.func.value) in ("torch", "F"):
            break
        value = value.func.value
    return value
