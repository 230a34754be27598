"""Build the graph again before the call that goes through it once more."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..findings import Applicability, Edit
from .editing import layout
from .editing.candidate import Candidate
from .editing.case import Case
from .editing.flow import binds, data, producers, read_nodes, reads, touch
from .editing.rebuild import chains, quoted

NAME = "recompute_forward"
RULES = frozenset({"freed-graph", "saved-tensor-modified"})


def rank(case: Case) -> int | None:
    """First in a notebook and in a closure; after the cheaper ways elsewhere."""
    if _outer(case) is not None:
        return 0
    if case.notebook:
        return 0
    if case.finding.cause == "double-call":
        return 1
    return 20


def propose(case: Case) -> Iterator[Candidate]:
    """The statements that built the graph once more: above the call, or within the closure that holds it."""
    if _outer(case) is not None:
        yield from _into_closure(case)
    elif case.run_stmt is not None and not case.same_call:
        yield from _above(case)


def _above(case: Case) -> Iterator[Candidate]:
    run, program = case.run_stmt, case.program
    if run is None or case.run is None or hasattr(run, "body"):
        return
    before = program.before(run)
    wanted = {path for root in case.run.roots for path, _ in data(program, root)}
    for chain in chains(case, producers(program, run, wanted, before), before):
        sources = ["\n".join(layout.taken(program, s, comments=False)) for s in chain]
        edit = layout.insert_before(program, run, sources)
        if edit is not None:
            yield Candidate(
                f"Rebuild {_names(chain)} before this call (`{quoted(program, chain[-1])}` again)",
                (edit,),
                Applicability.SAFE,
            )


def _names(chain: list[ast.stmt]) -> str:
    names = [n for s in chain for n in sorted(binds(s))]
    return " and ".join(f"`{n}`" for n in list(dict.fromkeys(names))[-1:]) or "the graph"


def _outer(case: Case) -> ast.stmt | None:
    """The definition of the function that holds the call, where what it starts at is built around that function."""
    function = case.function
    if function is None or case.run is None or function not in case.program.blocks:
        return None
    if case.program.function_of(function) is None:
        return None
    own = set().union(*(binds(s) for s in function.body)) | {
        a.arg for a in ast.walk(function.args) if isinstance(a, ast.arg)
    }
    free = {path for root in case.run.roots for path in reads(root)}
    return function if free and not touch(free, own) else None


def _into_closure(case: Case) -> Iterator[Candidate]:
    closure, run, program = _outer(case), case.run_stmt, case.program
    assert run is not None
    assert case.run is not None
    assert isinstance(closure, (ast.FunctionDef, ast.AsyncFunctionDef))
    before = program.before(closure)
    wanted = {path for root in case.run.roots for path in reads(root)}
    for chain in chains(case, producers(program, closure, wanted, before), before):
        bound = set().union(*(binds(s) for s in chain))
        sources = ["\n".join(layout.taken(program, s)) for s in chain]
        into = layout.insert_before(program, run, sources, above_comments=True)
        if into is None or any("." in b for b in bound):
            continue
        others = [s for s in program.scope(closure) if s not in chain and s is not closure]
        elsewhere = any(path in bound for s in others for path, _ in read_nodes(s))
        gone: tuple[Edit, ...] = ()
        if not elsewhere:
            gone = tuple(layout.remove(program, s, comments=True, along=chain) for s in chain)
        verb = "Build" if elsewhere else "Move"
        yield Candidate(
            f"{verb} `{quoted(program, chain[-1])}` {'inside' if elsewhere else 'into'} `{closure.name}`, which is called more than once",
            (*gone, into),
            Applicability.SAFE,
        )
