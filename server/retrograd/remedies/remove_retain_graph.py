"""Remove a retain_graph=True that keeps a graph for nobody."""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Applicability
from .editing.calls import replaced, without_argument
from .editing.candidate import Candidate
from .editing.case import Case

NAME = "remove_retain_graph"
RULES = frozenset({"needless-retain-graph"})
_ARGUMENTS = ("retain_graph", "retain_variables")


def rank(case: Case) -> int | None:
    """The one remedy of its rule."""
    return 0


def propose(case: Case) -> Iterator[Candidate]:
    """The call without the argument."""
    call = case.program.call_at(case.finding.run)
    if call is None:
        return
    source = case.program.source(call)
    for name in _ARGUMENTS:
        edit = replaced(case.program, call, without_argument(source, name))
        if edit is not None:
            yield Candidate(
                f"Remove {name}=True from the call in line {call.lineno} (frees the graph there)",
                (edit,),
                Applicability.SAFE,
            )
