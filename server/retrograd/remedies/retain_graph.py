"""Keep the graph on the call that freed it: retain_graph=True."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..findings import Applicability
from .editing.calls import replaced, with_argument
from .editing.candidate import Candidate
from .editing.case import LAST_RESORT, Case
from .editing.flow import path_of

NAME = "retain_graph"
RULES = frozenset({"freed-graph"})


def rank(case: Case) -> int | None:
    """First where one graph is meant to be gone through several times; last where it only hides one that grows."""
    if case.run is not None and case.run.form == "grad" and not case.grows:
        return 0
    if case.finding.cause == "double-call" and not case.notebook:
        return 0
    if case.finding.cause == "shared-subgraph-losses" and not case.step_between:
        return 10
    # where passes step, it would keep values that are no longer true, or a graph that grows
    return LAST_RESORT if case.steps and (case.grows or case.finding.cause == "loop-invariant-graph") else 40


def propose(case: Case) -> Iterator[Candidate]:
    """The argument on the earlier call; in a loop whose bound is known, for all passes but the last."""
    call = case.program.call_at(case.finding.freed)
    if call is None:
        return
    line = call.lineno
    if case.grows:
        message = (
            f"Add retain_graph=True to the call in line {line} (hides the fault: memory and time grow with each pass)"
        )
        applicability = Applicability.UNSAFE
    else:
        message = f"Add retain_graph=True to {_called(case, call)} in line {line} (keeps the graph in memory)"
        # where a pass has stepped, what the graph was built from is no longer what it is built of now
        applicability = Applicability.UNSAFE if case.loop is not None and case.steps else Applicability.SAFE
    source = case.program.source(call)
    last = None if case.grows else _not_last(case)
    if last is not None:
        edit = replaced(case.program, call, with_argument(source, "retain_graph", last))
        if edit is not None:
            words = f"Keep the graph in all passes but the last: retain_graph={last} in line {line}"
            yield Candidate(words, (edit,), applicability)
    edit = replaced(case.program, call, with_argument(source, "retain_graph", "True"))
    if edit is not None:
        yield Candidate(message, (edit,), applicability)


def _called(case: Case, call: ast.Call) -> str:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else case.program.source(call.func)
    return f"the {name}()"


def _not_last(case: Case) -> str | None:
    """A condition that holds in every pass but the last of `for i in range(n)`."""
    loop = case.loop_here
    if not case.same_call or not case.direct or not isinstance(loop, ast.For) or loop.orelse:
        return None
    if not isinstance(loop.target, ast.Name) or not isinstance(loop.iter, ast.Call) or loop.iter.keywords:
        return None
    if path_of(loop.iter.func) != "range" or len(loop.iter.args) > 2:
        return None
    if any(isinstance(n, (ast.Break, ast.Continue)) for s in loop.body for n in ast.walk(s)):
        return None
    bound = loop.iter.args[-1]
    if isinstance(bound, ast.Constant) and isinstance(bound.value, int):
        return f"{loop.target.id} < {bound.value - 1}"
    if isinstance(bound, (ast.Name, ast.Attribute, ast.Subscript, ast.Call)):
        return f"{loop.target.id} < {case.program.source(bound)} - 1"
    return None
