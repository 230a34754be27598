"""The parts of a backward or grad call: what it starts at, and whom it goes through."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from .flow import path_of
from .program import Program

_WRAPPER = re.compile(r"accelerat|fabric|engine|optim|scaler|strateg|trainer|deepspeed|runner|^opt|^amp$|^self$", re.I)


@dataclass(frozen=True, slots=True)
class RunCall:
    """One call that goes backward.

    `roots` are the expressions it starts at; `form` is "tensor" (`loss.backward()`), "scaled"
    (`scaler.scale(loss).backward()`), "handed" (`accelerator.backward(loss)`), "function"
    (`torch.autograd.backward(losses)`) or "grad" (`torch.autograd.grad(...)`). `plain`: no arguments but the loss.
    """

    call: ast.Call
    form: str
    roots: tuple[ast.expr, ...]
    plain: bool

    @property
    def root(self) -> ast.expr | None:
        """What it starts at, where that is one expression."""
        return self.roots[0] if len(self.roots) == 1 else None


def anatomy(program: Program, call: ast.Call | None) -> RunCall | None:
    """Take a call apart; None for a call that is no backward by its looks (a function that goes backward inside)."""
    if call is None or not isinstance(call.func, ast.Attribute):
        return None
    name, owner = call.func.attr, call.func.value
    path = path_of(owner)
    if name == "grad" and path is not None and (path == "autograd" or path.endswith(".autograd")):
        return _function(call, "grad", "outputs")
    if name == "backward" and path is not None and path.split(".")[-1] == "autograd":
        return _function(call, "function", "tensors")
    if name == "manual_backward" or (name == "backward" and call.args and path is not None and _wraps(program, path)):
        if not call.args:
            return None
        return RunCall(call, "handed", (call.args[0],), len(call.args) == 1 and not call.keywords)
    if name != "backward":
        return None
    plain = not call.args and not call.keywords
    if isinstance(owner, ast.Call) and isinstance(owner.func, ast.Attribute) and owner.func.attr == "scale":
        if len(owner.args) == 1 and not owner.keywords:
            return RunCall(call, "scaled", (owner.args[0],), plain)
    return RunCall(call, "tensor", (owner,), plain)


def _wraps(program: Program, path: str) -> bool:
    last = path.split(".")[-1]
    return _WRAPPER.search(last) is not None or path.split(".")[0] in program.imported


def _function(call: ast.Call, form: str, keyword: str) -> RunCall | None:
    value = call.args[0] if call.args else next((k.value for k in call.keywords if k.arg == keyword), None)
    if value is None:
        return None
    roots = tuple(value.elts) if isinstance(value, (ast.List, ast.Tuple)) else (value,)
    return RunCall(call, form, roots, len(call.args) + len(call.keywords) == 1)


def wrapped_like(program: Program, run: RunCall, root: str) -> str:
    """The call as it is written, with another expression to start at."""
    assert run.root is not None
    source = program.source(run.call)
    base = program.lines.offset(program.span(run.call).start)
    place = program.span(run.root)
    start, end = program.lines.offset(place.start) - base, program.lines.offset(place.end) - base
    before, after = source[:start], source[end:]
    if run.form == "tensor":
        grouped = before.strip() == "(" and after.lstrip().startswith(")")
        if grouped and _simple(root):
            return root + after.lstrip()[1:]
        if not grouped and not _simple(root):
            root = f"({root})"
    return before + root + after


def _simple(source: str) -> bool:
    try:
        node = ast.parse(source, mode="eval").body
    except SyntaxError:
        return False
    return isinstance(node, (ast.Name, ast.Attribute, ast.Call, ast.Subscript))


def term(program: Program, node: ast.expr) -> str:
    """An expression as a term of a sum: in parentheses where it binds less tightly than `+`."""
    source = program.source(node)
    loose = (ast.IfExp, ast.Lambda, ast.BoolOp, ast.Compare, ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Tuple)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return f"({source})"
    if isinstance(node, loose) or (
        isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift))
    ):
        return f"({source})"
    return source


def contains_step(program: Program, stmts: list[ast.stmt]) -> bool:
    """Whether statements use, reset or apply gradients: a look at `.grad`, a clipping, or a call of an optimizer."""
    for s in stmts:
        for n in ast.walk(s):
            if isinstance(n, ast.Attribute):
                if n.attr == "grad" and path_of(n.value) not in ("torch.autograd", "autograd"):
                    return True
                if n.attr in ("step", "unscale_") or "zero_grad" in n.attr or "clip_grad" in n.attr:
                    return True
                owner = path_of(n.value)
                if owner is not None and n.attr not in _HARMLESS and _OPTIMIZER.search(owner.split(".")[-1]):
                    return True
            elif isinstance(n, ast.Name) and "clip_grad" in n.id:
                return True
    return False


def goes_backward(stmt: ast.stmt) -> bool:
    """Whether a statement goes backward by its looks, at any depth."""
    return any(isinstance(n, ast.Attribute) and n.attr in ("backward", "manual_backward") for n in ast.walk(stmt))


_OPTIMIZER = re.compile(r"^opt(_|$)|optim|^sam$|_opt$", re.I)
_HARMLESS = frozenset(["param_groups", "state_dict", "state", "defaults", "lr"])

__all__ = ["RunCall", "anatomy", "contains_step", "goes_backward", "term", "wrapped_like"]
