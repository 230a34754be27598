"""Do not cut the graph on the way to the loss: no round trip through numbers, no detach, no torch.no_grad()."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from ..findings import Applicability, Edit, Position, Span
from .editing import layout
from .editing.candidate import Candidate
from .editing.case import Case
from .editing.flow import binds, last_name, path_of, reads, slice_of
from .editing.program import Program, walk_statements
from .editing.rebuild import quoted

NAME = "keep_graph"
RULES = frozenset({"no-grad-fn"})
_CUTS = frozenset(["detach", "item", "numpy", "tolist", "cpu"])


def rank(case: Case) -> int | None:
    """Behind an update in place, which leaves the forward pass as it is."""
    return 1


def propose(case: Case) -> Iterator[Candidate]:
    """The statement that lost the graph, without what lost it."""
    built, program = case.built_stmt, case.program
    if built is not None:
        yield from _round_trip(program, built)
        yield from _from_numbers(program, built)
        yield from _uncut(program, built)
        if case.run is not None and case.run_stmt is not None:
            feeding = [s for root in case.run.roots for s in slice_of(program, root, case.run_stmt)]
            for s in dict.fromkeys(reversed(feeding)):
                if s is not built:
                    yield from _uncut(program, s)
    yield from _out_of_no_grad(case)


def _from_numbers(program: Program, stmt: ast.stmt) -> Iterator[Candidate]:
    """`torch.tensor(losses)` over numbers as `torch.stack(losses)` over the tensors they came from."""
    for call in (n for n in ast.walk(stmt) if isinstance(n, ast.Call)):
        if path_of(call.func) not in ("torch.tensor", "torch.as_tensor", "torch.FloatTensor", "torch.Tensor"):
            continue
        if len(call.args) != 1 or any(k.arg != "requires_grad" for k in call.keywords):
            continue
        value = call.args[0]
        tensors = _items_of(program, stmt, value)
        if isinstance(value, ast.Call) and last_name(value.func) == "item" and isinstance(value.func, ast.Attribute):
            edit = Edit(program.span(call), program.source(value.func.value))
            yield _unsafe(f"Use `{program.source(value.func.value)}` itself, with its graph", (edit,))
        elif tensors:
            edits = [_without_call(program, t) for t in tensors]
            new = f"torch.stack({program.source(value)})" if not call.keywords else None
            if new is not None and not isinstance(value, (ast.List, ast.ListComp)):
                edits.append(Edit(program.span(call), new))
            else:
                start = program.span(call).start
                head = program.span(call.func)
                edits.append(Edit(Span(start, head.end), "torch.stack"))
            yield _unsafe(f"Stack the tensors themselves in line {call.lineno}, without .item()", tuple(edits))


def _round_trip(program: Program, stmt: ast.stmt) -> Iterator[Candidate]:
    """`torch.from_numpy(x)` of an `x` that was a tensor with a graph, by way of `.detach().numpy()`: the tensor itself."""
    for call in (n for n in ast.walk(stmt) if isinstance(n, ast.Call)):
        if path_of(call.func) not in ("torch.from_numpy", "torch.tensor", "torch.as_tensor") or len(call.args) != 1:
            continue
        value = call.args[0]
        name = path_of(value)
        made = [s for s in program.before(stmt) if isinstance(s, ast.Assign) and name and name in binds(s)]
        source: ast.expr = made[-1].value if made and isinstance(made[-1], ast.Assign) else value
        plain = _without_cuts(source)
        if plain is source:
            continue
        gone = Edit(Span(program.span(plain).end, program.span(source).end), "")
        if source is value:
            edits: tuple[Edit, ...] = (Edit(program.span(call), program.source(plain)),)
        else:
            edits = (gone, Edit(program.span(call), program.source(value)))
        yield _unsafe(f"Keep the tensor: no way round by numpy in line {call.lineno}", edits)


def _without_cuts(value: ast.expr) -> ast.expr:
    """The value before a chain such as `.detach().cpu().numpy()`."""
    at = value
    while isinstance(at, ast.Call) and isinstance(at.func, ast.Attribute) and at.func.attr in _CUTS and not at.args:
        at = at.func.value
    return at if isinstance(value, ast.Call) and last_name(value.func) in ("numpy", "tolist") else value


def _items_of(program: Program, stmt: ast.stmt, value: ast.expr) -> list[ast.Call]:
    """The `.item()` calls that a list's numbers come from."""
    places: list[ast.AST] = []
    if isinstance(value, (ast.List, ast.Tuple, ast.ListComp, ast.GeneratorExp)):
        places.append(value)
    name = path_of(value)
    for s in walk_statements(program.scope(stmt)) if name is not None else ():
        if isinstance(s, ast.Expr) and isinstance(s.value, ast.Call) and isinstance(s.value.func, ast.Attribute):
            if path_of(s.value.func.value) == name and s.value.func.attr in ("append", "extend"):
                places.extend(s.value.args)
        elif isinstance(s, ast.Assign) and [path_of(t) for t in s.targets] == [name]:
            places.append(s.value)
    return [
        n
        for p in places
        for n in ast.walk(p)
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "item" and not n.args
    ]


def _without_call(program: Program, call: ast.Call) -> Edit:
    assert isinstance(call.func, ast.Attribute)
    return Edit(Span(program.span(call.func.value).end, program.span(call).end), "")


def _uncut(program: Program, stmt: ast.stmt) -> Iterator[Candidate]:
    """`.detach()` or `.data` left out."""
    for node in ast.walk(stmt):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
            if node.func.attr in _CUTS:
                yield _unsafe(
                    f"Leave `.{node.func.attr}()` out of line {node.lineno}: it cuts the graph",
                    (_without_call(program, node),),
                )
        elif isinstance(node, ast.Attribute) and node.attr == "data" and isinstance(node.ctx, ast.Load):
            edit = Edit(Span(program.span(node.value).end, program.span(node).end), "")
            yield _unsafe(f"Leave `.data` out of line {node.lineno}: it cuts the graph", (edit,))


def _out_of_no_grad(case: Case) -> Iterator[Candidate]:
    """The last statements of a `with torch.no_grad():` block that feed the loss, moved out below it."""
    run, program = case.run, case.program
    if run is None or case.run_stmt is None:
        return
    own = program.parents[case.run_stmt]
    if isinstance(own, ast.With) and _off(own):
        edits = _dedented(program, own, case.run_stmt)
        if edits:
            yield _unsafe(f"Go backward outside of `{program.source(own.items[0].context_expr)}`", edits)
    wanted = {p.split(".")[0] for root in run.roots for p in reads(root)}
    statements = list(walk_statements(program.scope(case.run_stmt)))
    for s in reversed([x for x in statements if x.lineno < case.run_stmt.lineno]):
        if isinstance(s, (ast.Assign, ast.AugAssign)) and _stores(s) & wanted:
            wanted |= {p.split(".")[0] for p in reads(s)}
            block = program.parents[s]
            if isinstance(block, ast.With) and _off(block):
                edits = _dedented(program, block, s)
                if edits:
                    switch = program.source(block.items[0].context_expr)
                    yield _unsafe(f"Compute `{quoted(program, s)}` with a graph, outside of `{switch}`", edits)
    yield from _switched_on(case)


def _off(block: ast.With) -> bool:
    """Whether a block is one without gradients."""
    return len(block.items) == 1 and _OFF.search(ast.unparse(block.items[0])) is not None


_OFF = re.compile(r"no_grad\(|inference_mode\(\)|set_grad_enabled\(False\)")


def _switched_on(case: Case) -> Iterator[Candidate]:
    """A decorator or a statement that switches gradients off, left out."""
    program = case.program
    for stmt in (case.built_stmt, case.run_stmt):
        function = program.function_of(stmt) if stmt is not None else None
        for decorator in function.decorator_list if function is not None else ():
            if _OFF.search(ast.unparse(decorator) + "()"):
                last = decorator.end_lineno or decorator.lineno
                edit = Edit(Span(Position(decorator.lineno, 0), Position(last + 1, 0)), "")
                assert function is not None
                yield _unsafe(f"Leave `@{program.source(decorator)}` off `{function.name}`, which is to learn", (edit,))
    for s in program.blocks:
        if isinstance(s, ast.Expr) and isinstance(s.value, ast.Call) and _OFF.search(ast.unparse(s)):
            yield _unsafe(
                f"Leave gradients on: no `{program.source(s)}` in line {s.lineno}", (layout.remove(program, s),)
            )


def _stores(stmt: ast.Assign | ast.AugAssign) -> set[str]:
    targets = stmt.targets if isinstance(stmt, ast.Assign) else [stmt.target]
    return {n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)}


def _dedented(program: Program, block: ast.With, stmt: ast.stmt) -> tuple[Edit, ...]:
    """A statement and those after it in the block, one level out; the whole block where it is the first."""
    rest = block.body[block.body.index(stmt) :]
    if not all(layout.alone(program, s) for s in rest):
        return ()
    inner, outer = program.indent(stmt), program.indent(block)
    first, last = layout.first_line(program, rest[0]), program.span(rest[-1]).end.line
    fixed: set[int] = set().union(*(layout.inside_strings(s) for s in rest))
    edits: list[Edit] = []
    if rest[0] is block.body[0]:
        edits.append(Edit(Span(Position(block.lineno, 0), Position(block.lineno + 1, 0)), ""))
    for number in range(first, last + 1):
        if number not in fixed and program.lines.line(number).startswith(inner) and inner.startswith(outer):
            edits.append(Edit(Span(Position(number, len(outer)), Position(number, len(inner))), ""))
    return tuple(edits)


def _unsafe(message: str, edits: tuple[Edit, ...]) -> Candidate:
    return Candidate(message, edits, Applicability.UNSAFE)
