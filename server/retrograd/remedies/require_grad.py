"""Ask for the gradients that nothing asks for: of the tensors that are optimised, or of what was frozen."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..findings import Applicability, Edit, Span
from .editing import layout
from .editing.calls import replaced, with_argument
from .editing.candidate import Candidate
from .editing.case import Case
from .editing.flow import last_name, path_of, slice_of, targets
from .editing.program import LOOPS, Program

NAME = "require_grad"
RULES = frozenset({"no-grad-fn"})
_CREATING = frozenset(
    """tensor randn rand zeros ones full empty eye linspace logspace normal randn_like rand_like zeros_like ones_like
    full_like empty_like""".split()  # noqa: SIM905
)


def rank(case: Case) -> int | None:
    """Behind what gives back a graph that is lost on the way."""
    return 2


def propose(case: Case) -> Iterator[Candidate]:
    """The tensors whose gradient is used, made to require it; parameters of a module; what is frozen, last first."""
    yield from _leaves(case)
    yield from _attributes(case)
    yield from _thawed(case)


def _leaves(case: Case) -> Iterator[Candidate]:
    """`w = torch.randn(3)`, where `w.grad` or an optimizer over `w` tells what it is for."""
    run, stmt, program = case.run, case.run_stmt, case.program
    if run is None or stmt is None:
        return
    edits: list[Edit] = []
    names: list[str] = []
    for s in dict.fromkeys(s for root in run.roots for s in slice_of(program, root, stmt)):
        name = path_of(s.targets[0]) if isinstance(s, ast.Assign) and len(s.targets) == 1 else None
        if name is None or not isinstance(s, ast.Assign) or name not in case.trained or not _fresh(s.value):
            continue
        edit = _asking(program, s.value)
        if edit is not None:
            edits.append(edit)
            names.append(name)
    if edits:
        shown = " and ".join(f"`{n}`" for n in names)
        verb = "require" if len(names) > 1 else "requires"
        yield _unsafe(f"Ask for gradients: {shown} {verb} grad from the start", tuple(edits))


def _asking(program: Program, value: ast.expr) -> Edit | None:
    if isinstance(value, ast.Call) and last_name(value.func) in _CREATING:
        return replaced(program, value, with_argument(program.source(value), "requires_grad", "True"))
    end = program.span(value).end
    return Edit(Span(end, end), ".requires_grad_()")


def _fresh(value: ast.expr) -> bool:
    """Whether a value is made from nothing, by a call that makes a tensor of floating point numbers."""
    if not isinstance(value, ast.Call):
        return False
    func = value.func
    if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Call):
        return _fresh(func.value) and func.attr in (
            "to",
            "cuda",
            "cpu",
            "float",
            "double",
            "clone",
            "unsqueeze",
            "view",
        )
    if (path_of(func) or "").split(".")[0] != "torch" or last_name(func) not in _CREATING:
        return False
    numbers = [n.value for a in value.args[:1] for n in ast.walk(a) if isinstance(n, ast.Constant)]
    whole = last_name(func) == "tensor" and bool(numbers) and all(isinstance(n, int) for n in numbers)
    return not whole and not any(k.arg == "dtype" for k in value.keywords)


def _attributes(case: Case) -> Iterator[Candidate]:
    """`self.w = torch.randn(3)` of a module whose parameters are optimised, as a parameter."""
    program = case.program
    if "torch" not in program.imported:
        return
    for cls in (n for n in program.nodes if isinstance(n, ast.ClassDef)):
        if not any(last_name(b) in ("Module", "LightningModule") for b in cls.bases):
            continue
        found = [
            s
            for s in ast.walk(cls)
            if isinstance(s, ast.Assign)
            and len(s.targets) == 1
            and (path_of(s.targets[0]) or "").startswith("self.")
            and _fresh(s.value)
        ]
        edits = []
        for s in found:
            span = program.span(s.value)
            edits += [Edit(Span(span.start, span.start), "torch.nn.Parameter("), Edit(Span(span.end, span.end), ")")]
        if edits:
            shown = " and ".join(f"`{program.source(t)}`" for s in found for t in targets(s))
            yield _unsafe(f"Make {shown} of `{cls.name}` a parameter, which is trained", tuple(edits))


def _thawed(case: Case) -> Iterator[Candidate]:
    """What freezes parameters, left out: a statement, or the loop that does nothing else."""
    program = case.program
    freezing = [s for s in program.blocks if _freezes(s)]
    for s in sorted(freezing, key=lambda s: -s.lineno):
        parent = program.parents[s]
        whole = parent if isinstance(parent, LOOPS) and len(parent.body) == 1 and not parent.orelse else s
        if whole not in program.blocks:
            continue
        yield _unsafe(
            f"Leave out line {whole.lineno}: it freezes what is to be trained", (layout.remove(program, whole),)
        )


def _freezes(stmt: ast.stmt) -> bool:
    if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1:
        target = stmt.targets[0]
        return isinstance(target, ast.Attribute) and target.attr == "requires_grad" and _false(stmt.value)
    call = stmt.value if isinstance(stmt, ast.Expr) else None
    return (
        isinstance(call, ast.Call) and last_name(call.func) == "requires_grad_" and [*map(_false, call.args)] == [True]
    )


def _false(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is False


def _unsafe(message: str, edits: tuple[Edit, ...]) -> Candidate:
    return Candidate(message, edits, Applicability.UNSAFE)
