"""Take gradients that carry a graph from torch.autograd.grad, which returns them and stores them nowhere."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..findings import Applicability, Edit
from .editing.candidate import Candidate
from .editing.case import Case
from .editing.flow import path_of
from .editing.program import walk_statements

NAME = "autograd_grad"
RULES = frozenset({"create-graph-leak"})


def rank(case: Case) -> int | None:
    """The one remedy of its rule."""
    return 0


def propose(case: Case) -> Iterator[Candidate]:
    """`grads = torch.autograd.grad(loss, ...)`, where what follows reads the gradients in one place only."""
    run, stmt, program = case.run, case.run_stmt, case.program
    if run is None or run.root is None or run.form != "tensor" or not isinstance(stmt, ast.Expr):
        return
    if [k.arg for k in run.call.keywords] != ["create_graph"] or run.call.args or "torch" not in program.imported:
        return
    later = [s for s in walk_statements(program.scope(stmt)) if s.lineno > stmt.lineno]
    uses = [n for s in later for n in ast.walk(s) if isinstance(n, ast.Attribute) and n.attr == "grad"]
    uses = list(dict.fromkeys(uses))
    loss = program.source(run.root)
    yield from _over_parameters(case, stmt, uses, loss)
    paths = list(dict.fromkeys(path_of(n.value) for n in uses))
    if len(paths) == 1 and paths[0] is not None and "." not in paths[0]:
        leaf = paths[0]
        name = program.fresh(f"{leaf}_grad")
        edits = [Edit(program.span(stmt), f"({name},) = torch.autograd.grad({loss}, {leaf}, create_graph=True)")]
        edits += [Edit(program.span(n), name) for n in uses]
        yield Candidate(f"Take the gradient from torch.autograd.grad as `{name}`", tuple(edits), Applicability.UNSAFE)


def _over_parameters(case: Case, stmt: ast.stmt, uses: list[ast.Attribute], loss: str) -> Iterator[Candidate]:
    """Uses of `p.grad` in one comprehension or loop over `model.parameters()`."""
    program = case.program
    holders = {_generator(case, n) for n in uses}
    if len(holders) != 1:
        return
    holder = holders.pop()
    if holder is None or not isinstance(holder.target, ast.Name):
        return
    variable = holder.target.id
    around = program.parents[holder] if isinstance(holder, ast.comprehension) else holder
    reads = [
        n for n in ast.walk(around) if isinstance(n, ast.Name) and n.id == variable and isinstance(n.ctx, ast.Load)
    ]
    if len(reads) != len(uses):
        return  # the parameters themselves are read as well
    name, each = program.fresh("grads"), program.fresh("g")
    iterated = program.source(holder.iter)
    made = f"{name} = torch.autograd.grad({loss}, list({iterated}), create_graph=True)"
    edits = [
        Edit(program.span(stmt), made),
        Edit(program.span(holder.iter), name),
        Edit(program.span(holder.target), each),
    ]
    edits += [Edit(program.span(n), each) for n in uses]
    yield Candidate(
        f"Take the gradients from torch.autograd.grad over `{iterated}`", tuple(edits), Applicability.UNSAFE
    )


def _generator(case: Case, use: ast.Attribute) -> ast.comprehension | ast.For | None:
    """The comprehension or loop that hands out the parameter whose gradient is read."""
    name = path_of(use.value)
    for a in case.program.ancestors(use):
        found: list[ast.comprehension | ast.For] = []
        if isinstance(a, (ast.ListComp, ast.GeneratorExp, ast.SetComp)):
            found = list(a.generators)
        elif isinstance(a, ast.For):
            found = [a]
        for g in found:
            if path_of(g.target) == name:
                called = isinstance(g.iter, ast.Call) and isinstance(g.iter.func, ast.Attribute)
                return g if called and "parameters" in ast.unparse(g.iter) else None
    return None
