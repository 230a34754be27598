"""Which statements have to be executed again for a graph to be there again."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from .case import Case
from .flow import binds, data, last_name, path_of, producers, reads, touch
from .program import Program

_MAKERS = frozenset(
    """tensor as_tensor from_numpy randn rand randint randperm zeros ones empty full eye arange linspace logspace normal
    bernoulli multinomial Parameter Variable Generator requires_grad_ detach item tolist numpy long argmax size parameters
    manual_seed next iter open input list dict set len int float str range enumerate zip""".split()  # noqa: SIM905
)
"""Calls whose result is a leaf, data or a number: nothing of a graph is lost when they are not repeated."""


def chains(case: Case, seeds: list[ast.stmt], before: list[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """Ever longer lists of statements that build what the seeds build: the seeds, then what feeds them, and so on.

    Ends where something would have to be repeated that is no plain computation.
    """
    program = case.program
    seeds = [s for s in seeds if rebuildable(program, s)] if len(seeds) > 1 else seeds
    if not seeds or not all(rebuildable(program, s) for s in seeds):
        return
    seen: list[list[ast.stmt]] = []
    for strict in (True, False):
        chosen = [s for s in seeds if on_graph(case, s)] or seeds if strict else seeds
        while True:
            if chosen not in seen:
                seen.append(chosen)
                if not _clobbered(chosen, before):
                    yield chosen
            wanted = {p for s in chosen for p, _ in data(program, getattr(s, "value", s))}
            further = [
                s
                for c in chosen
                for s in producers(program, c, wanted, before[: before.index(c)])
                if s not in chosen and rebuildable(program, s) and (not strict or on_graph(case, s))
            ]
            if not further:
                break
            chosen = [s for s in before if s in chosen or s in further]


def on_graph(case: Case, stmt: ast.stmt) -> bool:
    """Whether a statement builds part of a graph that some backward goes through, as far as the analysis has seen."""
    span = case.program.span(stmt)
    if any(span.start <= site.start and site.end <= span.end for site in case.built_spans):
        return True
    for node in ast.walk(stmt):
        if isinstance(node, ast.Call):
            path, last = path_of(node.func), last_name(node.func)
            if last in case.program.functions:
                if last in case.graph_functions:
                    return True
            elif path is not None and path.split(".")[0] not in case.program.imported and not hasattr(builtins, path):
                return True
    return False


def rebuildable(program: Program, stmt: ast.stmt) -> bool:
    """Whether a statement is a plain computation into variables: no leaf, no model, no optimizer, no data, no effect."""
    if not isinstance(stmt, (ast.Assign, ast.AnnAssign)) or stmt.value is None:
        return False
    nodes = list(ast.walk(stmt))
    if any(isinstance(n, (ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)) for n in nodes):
        return False
    if any(isinstance(n, ast.keyword) and n.arg == "requires_grad" for n in nodes):
        return False
    values = stmt.value.elts if isinstance(stmt.value, ast.Tuple) else [stmt.value]
    if all(isinstance(v, (ast.Constant, ast.Lambda, ast.Name)) or _empty(v) for v in values):
        return False
    return not any(isinstance(v, ast.Call) and makes_object(program, v) for v in values)


def _empty(value: ast.expr) -> bool:
    return (isinstance(value, ast.List) and not value.elts) or (isinstance(value, ast.Dict) and not value.values)


def makes_object(program: Program, call: ast.Call) -> bool:
    """Whether a call makes a leaf, data, a model or another object rather than a step of a graph."""
    func: ast.expr = call.func
    if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Call) and func.attr in _CHAINED:
        return makes_object(program, func.value)
    last = last_name(func) or ""
    if last in _MAKERS:
        return True
    if last[:1].isupper():
        return last not in _DISTRIBUTIONS
    return False


_DISTRIBUTIONS = frozenset(
    """Bernoulli Beta Binomial Categorical Cauchy Chi2 ContinuousBernoulli Dirichlet Exponential FisherSnedecor Gamma
    Geometric Gumbel HalfCauchy HalfNormal Independent Kumaraswamy Laplace LogNormal LogitRelaxedBernoulli
    LowRankMultivariateNormal MixtureSameFamily Multinomial MultivariateNormal NegativeBinomial Normal OneHotCategorical
    Pareto Poisson RelaxedBernoulli RelaxedOneHotCategorical StudentT TransformedDistribution Uniform VonMises Weibull
    Wishart""".split()  # noqa: SIM905
)
"""Objects that compute with what they are made of: a graph goes through them, nothing of theirs is trained."""

_CHAINED = frozenset(["to", "cuda", "cpu", "double", "float", "half", "train", "eval", "requires_grad_"])


def _clobbered(chosen: list[ast.stmt], before: list[ast.stmt]) -> bool:
    """Whether repeating would read a name that was bound anew since, or that the repetition itself has changed."""
    own = set().union(*(binds(s) for s in chosen))
    for i, stmt in enumerate(chosen):
        earlier = set().union(*(binds(s) for s in chosen[:i]), set())
        free = {p for p in reads(stmt) if not touch([p], earlier)}
        if touch(free, own):
            return True
        since = before[before.index(stmt) + 1 :]
        if touch(free, set().union(*(_changed(s) for s in since), set())):
            return True
        # `w.grad = None` is no new `w`
        if any(f == b or f.startswith(b + ".") for s in since if s not in chosen for b in binds(s) for f in free):
            return True
    return False


_CHANGING = frozenset(["clear", "pop", "popleft", "popitem", "remove", "append", "extend", "insert", "reverse", "sort"])


def _changed(stmt: ast.stmt) -> set[str]:
    """The lists and dicts that a statement changes by their methods."""
    found = set()
    for n in ast.walk(stmt):
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr in _CHANGING:
            path = path_of(n.func.value)
            if path is not None:
                found.add(path)
    return found


def quoted(program: Program, stmt: ast.stmt, limit: int = 60) -> str:
    """A statement on one line, cut to a readable length."""
    text = " ".join(program.source(stmt).split())
    return text if len(text) <= limit else text[: limit - 1] + "…"
