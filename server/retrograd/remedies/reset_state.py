"""Begin anew: state that is carried from pass to pass is made again, a buffer of graphs is emptied, a sum restarted."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from ..findings import Applicability, Edit
from .editing import layout
from .editing.candidate import Candidate
from .editing.case import GROWING, Case
from .editing.flow import binds, last_name, path_of, reads, reads_gradient, targets, touch
from .editing.program import FUNCTIONS, Program
from .editing.rebuild import quoted

NAME = "reset_state"
RULES = frozenset({"freed-graph", "saved-tensor-modified"})


def rank(case: Case) -> int | None:
    """Behind detach, which keeps the values; first where a loss goes on from an earlier one."""
    if case.loop is None:
        return 2
    if case.finding.cause in GROWING and any(c.message.endswith("()`") for c in _attribute(case)):
        return 0  # the object itself knows how to begin anew
    if case.finding.cause in GROWING or case.finding.rule == "saved-tensor-modified":
        return 6
    return 26


def propose(case: Case) -> Iterator[Candidate]:
    """What was made before the loop is made in it; what the object can reset is reset; what was filled is emptied."""
    if case.loop is None:
        yield from _restarted_sum(case)
        return
    yield from _inside_loop(case)
    yield from _attribute(case)
    yield from _emptied(case)


def _unsafe(message: str, edits: tuple[Edit, ...]) -> Candidate:
    return Candidate(message, edits, Applicability.UNSAFE)


def _restarted_sum(case: Case) -> Iterator[Candidate]:
    """`loss = 0` again before a second stretch of `loss += ...`."""
    run, stmt, freed, program = case.run, case.run_stmt, case.freed_stmt, case.program
    path = path_of(run.root) if run is not None else None
    if path is None or stmt is None or freed is None or program.blocks[freed] is not program.blocks[stmt]:
        return
    block = program.blocks[stmt]
    between = block[block.index(freed) + 1 : block.index(stmt)]
    adding = next((s for s in between if path in binds(s)), None)
    begun = next((s for s in reversed(program.before(freed)) if _begins(s, path)), None)
    if adding is None or begun is None:
        return
    edit = layout.insert_before(program, adding, [program.source(begun)], above_comments=True)
    if edit is not None:
        yield _unsafe(f"Restart the sum: `{program.source(begun)}` again before line {adding.lineno}", (edit,))


def _begins(stmt: ast.stmt, path: str) -> bool:
    if not isinstance(stmt, ast.Assign) or [path_of(t) for t in stmt.targets] != [path]:
        return False
    value = stmt.value
    return isinstance(value, (ast.Constant, ast.List, ast.Dict)) or (
        isinstance(value, ast.Call) and last_name(value.func) in ("zeros", "tensor", "zeros_like", "list", "dict")
    )


def _inside_loop(case: Case) -> Iterator[Candidate]:
    """The statements that begin the state, moved from before the loop to its top."""
    loop, carrier, program = case.loop, case.carrier, case.program
    if loop is None or carrier is None or carrier.kind != "variable" or loop not in program.blocks:
        return
    before = program.before(loop)
    names = {carrier.name}
    if case.finding.cause == "loop-invariant-graph" or any(reads_gradient(s, carrier.name) for s in loop.body):
        return  # nothing that begins: a computation, or what the passes optimise
    if isinstance(loop, ast.While) and touch(reads(loop.test), names):
        return
    if case.stored_stmt is not None:
        names |= {p for t in targets(case.stored_stmt) if (p := path_of(t)) is not None}
    moved = [s for s in before if isinstance(s, ast.Assign) and binds(s) & names]
    if not moved:
        return
    bound = set().union(*(binds(s) for s in moved))
    rest = [s for s in before[before.index(moved[0]) :] if s not in moved]
    after = [s for s in program.after(loop) if touch(reads(s), bound)]
    if any(touch(reads(s) | binds(s), bound) for s in rest) or after or not bound <= names | {carrier.name}:
        return
    into = layout.prepend(program, loop.body, ["\n".join(layout.taken(program, s)) for s in moved])
    if into is not None:
        gone = tuple(layout.remove(program, s, comments=True, along=moved) for s in moved)
        yield _unsafe(
            f"Begin `{carrier.name}` anew in each pass: move `{quoted(program, moved[-1])}` into the loop",
            (*gone, into),
        )


def _attribute(case: Case) -> Iterator[Candidate]:
    """State of an object, made again at the top of the loop as the object's class makes it."""
    loop, carrier, program = case.loop, case.carrier, case.program
    stored = case.stored_stmt
    if loop is None or carrier is None or "." not in carrier.name or stored is None:
        return
    owner, attribute = carrier.name.rsplit(".", 1)
    classes = [c for c in program.nodes if isinstance(c, ast.ClassDef) and _assigns(c, attribute)]
    if not all(p.isidentifier() for p in owner.split(".")):
        return
    if owner == "self" and program.class_of(loop) not in classes:
        return
    own = program.class_of(stored)
    lines = _resets(program, owner, attribute, own if own in classes else classes[0] if len(classes) == 1 else None)
    tops = [loop, *(o for o in program.loops_of(loop))]
    for source in lines:
        for at in tops:
            into = layout.prepend(program, at.body, [source])
            if into is not None:
                yield _unsafe(
                    f"Reset `{carrier.name}` in each pass of the loop in line {at.lineno}: `{source}`", (into,)
                )


_RESETS = re.compile(r"reset|init|clear|empty|begin|start|restart|new_|flush", re.I)


def _assigns(cls: ast.ClassDef, attribute: str) -> bool:
    return any(
        isinstance(s, ast.Assign) and f"self.{attribute}" in {path_of(t) for t in targets(s)} for s in ast.walk(cls)
    )


def _resets(program: Program, owner: str, attribute: str, cls: ast.ClassDef | None) -> list[str]:
    """Statements that bring an attribute back to what it was at first: a method that does, or its first value."""
    if cls is None:
        return []
    methods: list[str] = []
    values: list[str] = []
    for method in (f for f in cls.body if isinstance(f, FUNCTIONS)):
        if method.name != "__init__" and not _RESETS.search(method.name):
            continue
        for s in ast.walk(method):
            if not isinstance(s, ast.Assign) or f"self.{attribute}" not in {path_of(t) for t in s.targets}:
                continue
            arguments = method.args.args[1:]
            if method.name == "__init__":
                free = {p for p in reads(s.value) if not p.startswith("self.") and p != "self"}
                made = {p for p in free if p.split(".")[0] in {a.arg for a in arguments} | binds(method)}
                empty = isinstance(s.value, ast.Constant)
                if not made and (not empty or _expects_none(cls, attribute)):
                    values.append(f"{owner}.{attribute} = {_of_owner(program, s.value, owner)}")
            elif len(arguments) <= len(method.args.defaults) and not isinstance(s.value, (ast.Call, ast.BinOp)):
                methods.append(f"{owner}.{method.name}()")
            elif len(arguments) <= len(method.args.defaults) and "self" not in _called_owners(s.value):
                if not any(touch([p], [f"self.{attribute}"]) for p in reads(s.value)) and len(method.body) <= 3:
                    methods.append(f"{owner}.{method.name}()")
    return list(dict.fromkeys([*methods, *values]))


def _expects_none(cls: ast.ClassDef, attribute: str) -> bool:
    """Whether the class asks if the attribute is None."""
    return any(
        isinstance(n, ast.Compare)
        and path_of(n.left) == f"self.{attribute}"
        and isinstance(n.ops[0], (ast.Is, ast.IsNot, ast.Eq))
        for n in ast.walk(cls)
    )


def _called_owners(value: ast.expr) -> set[str]:
    return {p.split(".")[0] for n in ast.walk(value) if isinstance(n, ast.Call) and (p := path_of(n.func)) is not None}


def _of_owner(program: Program, value: ast.expr, owner: str) -> str:
    source = program.source(value)
    base = program.lines.offset(program.span(value).start)
    spots = [n for n in ast.walk(value) if isinstance(n, ast.Name) and n.id == "self"]
    for n in sorted(spots, key=lambda n: (n.lineno, n.col_offset), reverse=True):
        span = program.span(n)
        start, end = program.lines.offset(span.start) - base, program.lines.offset(span.end) - base
        source = source[:start] + owner + source[end:]
    return source


def _emptied(case: Case) -> Iterator[Candidate]:
    """A list that each pass fills is emptied at the end of the pass, with those that are filled along with it."""
    loop, program = case.loop, case.program
    if loop is None:
        return
    filled = _filled(case)
    for path in filled:
        owner = path.rsplit(".", 1)[0] if "." in path else None
        together = [p for p in filled if owner is not None and p.rsplit(".", 1)[0] == owner] or [path]
        last = loop.body[-1]
        if isinstance(last, (ast.Return, ast.Continue, ast.Break)):
            return
        edit = layout.insert_after(program, last, [f"{p}.clear()" for p in together])
        if edit is not None:
            shown = " and ".join(f"`{p}`" for p in together)
            yield _unsafe(f"Empty {shown} at the end of each pass: what is in there has been gone through", (edit,))


def _filled(case: Case) -> list[str]:
    """Paths that are appended to in the loop, or in a function that it calls, and are begun outside of it."""
    loop, program = case.loop, case.program
    assert loop is not None
    found: dict[str, None] = {}
    called = {last_name(n.func) for n in ast.walk(loop) if isinstance(n, ast.Call)}
    inside: list[ast.AST] = [
        loop,
        *(f for f in program.nodes if isinstance(f, FUNCTIONS) and f.name in called),
    ]
    for place in inside:
        local = binds(loop) if place is loop else {p for p in binds(place) if "." not in p}
        for n in ast.walk(place):
            if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr in ("append", "extend"):
                path = path_of(n.func.value)
                if path is not None and path.split(".")[0] not in local and not path.startswith("self."):
                    found[path] = None
    return list(found)
