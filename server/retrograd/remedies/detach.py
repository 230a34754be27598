"""Cut carried state off from the graph of the pass before, or a shared tensor off from one of the passes through it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..findings import Applicability, Edit
from .editing import layout
from .editing.candidate import Candidate
from .editing.case import GROWING, LAST_RESORT, Case
from .editing.cuts import detached, forms, kept_values, kinds, rewritten, stored_values
from .editing.flow import base_of, binds, carried, last_name, path_of, read_nodes, reads, targets
from .editing.program import LOOPS
from .editing.rebuild import on_graph
from .editing.shared import shared_uses

NAME = "detach"
RULES = frozenset({"freed-graph", "saved-tensor-modified", "growing-graph"})


def rank(case: Case) -> int | None:
    """First where state is carried or a generator's output is judged; never where it would take a gradient away."""
    if case.finding.rule == "growing-graph":
        return 1
    if case.finding.rule == "saved-tensor-modified":
        return 5 if case.finding.cause == "inplace-between" else 1
    if case.finding.cause == "double-call":
        return None
    if case.finding.cause in GROWING:
        return 1 if case.grows or case.steps else LAST_RESORT
    if case.finding.cause == "loop-invariant-graph":
        return 1 if case.steps else LAST_RESORT
    return 1 if case.step_between else LAST_RESORT


def propose(case: Case) -> Iterator[Candidate]:
    """Where the state is used up, where it is stored, where it is read again; else where a shared tensor is used."""
    if case.finding.rule == "growing-graph" and case.run is None:
        yield from _kept(case)
        return
    yield from _by_its_own_method(case)
    if case.loop is not None:
        if case.finding.cause == "loop-invariant-graph" and case.carrier is not None:
            yield from _at_store(case)
        elif case.carrier is not None and case.carrier.kind == "variable":
            yield from _after_run(case)
            yield from _at_store(case)
            yield from _handed_over(case)
        else:
            yield from _at_store(case)
            yield from _at_read(case)
            yield from _after_run(case)
            yield from _handed_over(case)
    yield from _at_use(case)


def _candidate(message: str, edits: tuple[Edit, ...], sure: bool = True) -> Candidate:
    return Candidate(message, edits, Applicability.UNSAFE, sure=sure)


def _kept(case: Case) -> Iterator[Candidate]:
    """What is only kept, detached where it is handed over."""
    stmt = case.program.statement_at(case.finding.site)
    values = kept_values(case.program, stmt) if stmt is not None else []
    values = [v for v in values if stmt is None or _may_carry(case, stmt, v)] or values
    edits = tuple(e for v in values for e in detached(case.program, v))
    if edits:
        shown = ", ".join(f"`{case.program.source(v)}`" for v in values)
        whose = "its graph is" if len(values) == 1 else "their graphs are"
        message = f"Keep {shown} detached in line {values[0].lineno}: {whose} not needed any more"
        yield Candidate(message, edits, Applicability.SAFE)


def _may_carry(case: Case, stmt: ast.stmt, value: ast.expr) -> bool:
    """Whether a value may have a graph: not where it is a name for data, as a batch's labels."""
    path = path_of(value)
    made = [s for s in case.program.before(stmt) if path is not None and path in binds(s)]
    return not made or on_graph(case, made[-1])


def _after_run(case: Case) -> Iterator[Candidate]:
    """`hidden = hidden.detach()` once the backward that used it is done."""
    place = _end_of_use(case)
    if place is None:
        return
    for group in _groups(case):
        for versions in zip(*(forms(case.program, name) for name in group)):
            statement = f"{', '.join(group)} = {', '.join(versions)}"
            edit = layout.insert_after(case.program, place, [statement])
            if edit is not None:
                yield _candidate(
                    f"Detach {_and(group)} after the {_what(case, place)} in line {place.lineno}: no pass goes back into the one before",
                    (edit,),
                )


def _by_its_own_method(case: Case) -> Iterator[Candidate]:
    """A method of the object that holds the state, which detaches it, called once the backward is done."""
    place, carrier, program = _end_of_use(case), case.carrier, case.program
    if place is None or carrier is None or "." not in carrier.name:
        return
    owner, attribute = carrier.name.rsplit(".", 1)
    if not all(part.isidentifier() for part in owner.split(".")):
        return
    for cls in (n for n in program.nodes if isinstance(n, ast.ClassDef)):
        if owner == "self" and program.class_of(place) is not cls:
            continue
        for method in (m for m in cls.body if isinstance(m, ast.FunctionDef)):
            if len(method.args.args) - len(method.args.defaults) == 1 and _detaches(method, f"self.{attribute}"):
                call = f"{owner}.{method.name}()"
                edit = layout.insert_after(program, place, [call])
                if edit is not None:
                    yield _candidate(
                        f"Call `{call}` after the {_what(case, place)} in line {place.lineno}: it detaches `{attribute}`",
                        (edit,),
                    )


def _detaches(method: ast.FunctionDef, path: str) -> bool:
    """Whether a method does little else than detach what it holds under a path."""
    cuts = any(isinstance(n, ast.Attribute) and n.attr in ("detach", "detach_", "data") for n in ast.walk(method))
    return cuts and path in reads(method) | binds(method) and len(method.body) <= 3


def _what(case: Case, place: ast.stmt) -> str:
    return "backward" if place is case.run_stmt else "call"


def _end_of_use(case: Case) -> ast.stmt | None:
    """The statement of the loop with which a pass has gone backward."""
    if case.loop_here is not None:
        return case.run_stmt
    function = case.function
    if case.loop is None or function is None:
        return None
    for s in case.loop.body:
        if any(isinstance(n, ast.Call) and last_name(n.func) == function.name for n in ast.walk(s)):
            return s if not hasattr(s, "body") else None
    return None


def _groups(case: Case) -> list[list[str]]:
    """Names to detach together: the carrier alone, and all state that one statement hands to the next pass."""
    found: list[list[str]] = []
    held = carried(case.loop) if isinstance(case.loop, LOOPS) else []
    if case.carrier is not None and (case.carrier.kind != "element" or _keyed(case, case.carrier.name)):
        name = case.carrier.name
        if all(part.isidentifier() for part in name.split(".")) and ("." in name or name in held):
            found.append([name])
            stored = case.stored_stmt
            if stored is not None:
                together = [p for t in targets(stored) if (p := path_of(t)) is not None and p in held]
                if name in together and len(together) > 1:
                    found.insert(0, together)
    for stmt in case.loop.body if isinstance(case.loop, LOOPS) else ():
        together = [p for t in targets(stmt) if (p := path_of(t)) is not None and p in held]
        if len(together) > 1 and together not in found and isinstance(stmt, ast.Assign):
            found.append(together)
    found.extend([name] for name in held if [name] not in found)
    return found


def _keyed(case: Case, name: str) -> bool:
    """Whether a path holds states by their keys, in a dict; what is collected in a list has to be emptied instead."""
    return "." in name and "dict" in kinds(case.program, name)


def _at_store(case: Case) -> Iterator[Candidate]:
    """The value detached where it is stored."""
    stored, carrier = case.stored_stmt, case.carrier
    if stored is None or carrier is None or isinstance(stored, ast.AugAssign):
        return
    program = case.program
    message = f"Store `{carrier.name}` detached in line {stored.lineno}"
    values = stored_values(stored)
    if isinstance(stored, ast.Assign) and len(targets(stored)) > 1 and not isinstance(stored.value, ast.Tuple):
        names = [p for t in targets(stored) if (p := path_of(t)) is not None]
        group = [n for n in names if "." in n] if "." in carrier.name else [carrier.name.split(".")[0]]
        if group and all(n in names for n in group):
            for versions in zip(*(forms(program, name) for name in group)):
                edit = layout.insert_after(program, stored, [f"{', '.join(group)} = {', '.join(versions)}"])
                if edit is not None:
                    yield _candidate(f"Detach {_and(group)} where line {stored.lineno} stores it", (edit,))
        return
    edits = tuple(e for v in values for e in detached(program, v) if not isinstance(v, ast.Starred))
    if edits:
        yield _candidate(message, edits)
    for value in values:
        source = program.source(value)
        if path_of(value) is not None or (isinstance(value, ast.Call) and "\n" not in source):
            for form in forms(program, carrier.name if path_of(value) is None else source, source):
                yield _candidate(message, rewritten(program, value, form))


def _at_read(case: Case) -> Iterator[Candidate]:
    """The stored state detached where the next pass reads it."""
    program = case.program
    for stmt in (case.stored_stmt, case.built_stmt):
        if stmt is None or not isinstance(stmt, ast.Assign):
            continue
        names = {p for t in targets(stmt) if (p := base_of(t)) is not None and "." in p}
        uses = [(p, n) for p, n in read_nodes(stmt.value) if p in names]
        if uses:
            edits = tuple(e for _, n in uses for e in detached(program, n))
            shown = _and(list(dict.fromkeys(p for p, _ in uses)))
            yield _candidate(f"Detach {shown} where line {stmt.lineno} reads what the pass before left", edits)


def _handed_over(case: Case) -> Iterator[Candidate]:
    """A value detached where the loop hands it to an object that keeps it."""
    if case.loop is None:
        return
    program = case.program
    bound = set().union(*(binds(s) for s in case.loop.body))
    for s in ast.walk(case.loop):
        if not isinstance(s, ast.Expr) or not isinstance(s.value, ast.Call) or s is case.run_stmt:
            continue
        if not isinstance(s.value.func, ast.Attribute):
            continue
        for arg in s.value.args:
            path = path_of(arg)
            if path is not None and path in bound:
                owner = program.source(s.value.func.value)
                yield _candidate(
                    f"Hand `{path}` to `{owner}` detached in line {s.lineno}", detached(program, arg), False
                )


def _at_use(case: Case) -> Iterator[Candidate]:
    for path, nodes, where in shared_uses(case):
        edits = tuple(e for n in nodes for e in detached(case.program, n))
        lines = sorted({n.lineno for n in nodes})
        shown = f"line {lines[0]}" if len(lines) == 1 else f"lines {', '.join(map(str, lines))}"
        yield _candidate(f"Detach `{path}` in {shown}: {where}", edits, False)


def _and(names: list[str]) -> str:
    return " and ".join(f"`{n}`" for n in names)
