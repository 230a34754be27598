"""One finding in its text: the nodes behind its sites, and what the choice of a remedy turns on."""

from __future__ import annotations

import ast
import functools
import re

from ...findings import Analysis, Carrier, Finding, Span
from .flow import last_name, path_of, reads, touches
from .program import FUNCTIONS, Function, Loop, Program
from .runs import RunCall, anatomy, contains_step

GROWING = frozenset({"carried-hidden-state", "module-attribute-state", "accumulated-loss", "buffer-or-list-of-graphs"})
LAST_RESORT = 50
"""From this rank on a remedy is only tried where nothing else mends."""
_CELL = re.compile(r"^#\s*(%%|In\[)", re.M)


class Case:
    """A finding under repair."""

    def __init__(self, program: Program, finding: Finding, analysis: Analysis) -> None:
        self.program = program
        self.finding = finding
        self.analysis = analysis

    @property
    def carrier(self) -> Carrier | None:
        """What carries the graph from pass to pass."""
        return self.finding.carrier

    @functools.cached_property
    def run(self) -> RunCall | None:
        """The call that raises, taken apart."""
        return anatomy(self.program, self.program.call_at(self.finding.run))

    @functools.cached_property
    def freed(self) -> RunCall | None:
        """The call that freed the graph, taken apart."""
        return anatomy(self.program, self.program.call_at(self.finding.freed))

    @functools.cached_property
    def run_stmt(self) -> ast.stmt | None:
        """The statement of the call that raises."""
        return self.program.statement_at(self.finding.run)

    @functools.cached_property
    def freed_stmt(self) -> ast.stmt | None:
        """The statement of the call that freed the graph, or of the change in place."""
        return self.program.statement_at(self.finding.freed)

    @functools.cached_property
    def built_stmt(self) -> ast.stmt | None:
        """The statement that built the part that both go through."""
        return self.program.statement_at(self.finding.built)

    @functools.cached_property
    def stored_stmt(self) -> ast.stmt | None:
        """The statement that stores what the carrier carries."""
        return self.program.statement_at(self.carrier.stored) if self.carrier else None

    @functools.cached_property
    def loop(self) -> Loop | None:
        """The loop between whose passes the fault arises."""
        return self.program.loop_at(self.finding.loop)

    @property
    def same_call(self) -> bool:
        """Whether one call fails at its second time."""
        return self.finding.freed is not None and self.finding.freed == self.finding.run

    @functools.cached_property
    def function(self) -> Function | None:
        """The function of the call that raises; None at module level."""
        return None if self.run_stmt is None else self.program.function_of(self.run_stmt)

    @functools.cached_property
    def loop_here(self) -> Loop | None:
        """The loop of the fault, where the call that raises stands in its body in the same function."""
        if self.loop is None or self.run_stmt is None:
            return None
        return self.loop if self.loop in list(self.program.loops_of(self.run_stmt)) else None

    @functools.cached_property
    def direct(self) -> bool:
        """Whether the call that raises stands in the loop's body itself, under no condition and in no inner loop."""
        return self.loop_here is not None and self.run_stmt in self.loop_here.body

    @functools.cached_property
    def steps(self) -> bool:
        """Whether a pass of the loop uses or resets gradients, so that passes are not one sum."""
        return self.loop is not None and contains_step(self.program, list(self.loop.body))

    @functools.cached_property
    def grows(self) -> bool:
        """Whether the graph grows from pass to pass, so that keeping it only hides the fault."""
        if self.finding.loop is None or self._built_once:
            return False
        stored = self.stored_stmt
        if stored is not None and self.loop is not None:
            inside = any(a is self.loop for a in self.program.ancestors(stored))
            if self.program.function_of(stored) is self.program.function_of(self.loop):
                return inside
        return self.finding.cause in GROWING

    @property
    def _built_once(self) -> bool:
        """Whether the shared part is built at its first use only: kept by a cache, or where it is still None."""
        for stmt in (self.built_stmt, self.stored_stmt):
            function = None if stmt is None else self.program.function_of(stmt)
            if stmt is None or function is None:
                continue
            if any("cache" in ast.unparse(d) for d in function.decorator_list):
                return True
            for a in self.program.ancestors(stmt):
                if isinstance(a, ast.If) and (" is None" in ast.unparse(a.test) or " not in " in ast.unparse(a.test)):
                    return True
        return False

    @functools.cached_property
    def step_between(self) -> bool:
        """Whether gradients are used between the call that freed and the one that fails, as far as the text shows."""
        first, second = self.freed_stmt, self.run_stmt
        if first is None or second is None or first is second:
            return self.steps
        if self.program.function_of(first) is not self.function:
            return True
        low, high = sorted((first.end_lineno or first.lineno, second.lineno))
        return contains_step(
            self.program, [s for s in self.program.blocks if low < s.lineno < high and not hasattr(s, "body")]
        )

    @functools.cached_property
    def built_spans(self) -> tuple[Span, ...]:
        """Where the operations are that some backward goes through."""
        return tuple({b.site.span: None for r in self.analysis.runs for b in r.built})

    @functools.cached_property
    def graph_functions(self) -> frozenset[str]:
        """Names of functions in which such operations are, and of those that call them."""
        functions = [n for n in self.program.nodes if isinstance(n, FUNCTIONS)]
        lines = {s.start.line for s in self.built_spans}
        found = {f.name for f in functions if any(f.lineno <= n <= (f.end_lineno or f.lineno) for n in lines)}
        grew = True
        while grew:
            calls = {
                f.name
                for f in functions
                if f.name not in found
                and any(isinstance(n, ast.Call) and last_name(n.func) in found for n in ast.walk(f))
            }
            grew = bool(calls)
            found |= calls
        return frozenset(found)

    @functools.cached_property
    def notebook(self) -> bool:
        """Whether the text is made of cells."""
        return self.finding.cause == "notebook-rerun" or _CELL.search(self.program.text) is not None

    @functools.cached_property
    def trained(self) -> frozenset[str]:
        """Paths that are handed to an optimizer or updated through their gradient, as far as the text shows."""
        found: set[str] = set()
        for node in self.program.nodes:
            if isinstance(node, ast.Call) and _makes_optimizer(node):
                for arg in (*node.args[:1], *(k.value for k in node.keywords if k.arg == "params")):
                    found |= {r.removesuffix(".parameters") for r in reads(arg)}
            elif isinstance(node, ast.Attribute) and node.attr == "grad":
                path = path_of(node.value)
                if path is not None and path not in ("torch.autograd", "autograd"):
                    found.add(path)
        return frozenset(found)

    def trains(self, path: str) -> bool:
        """Whether a path, or what its last name says in another object, is trained as far as the text shows."""
        last = path.split(".")[-1]
        return any(touches(path, t) or t.split(".")[-1] == last for t in self.trained)

    def enclosing_loops(self) -> list[Loop]:
        """The loops around the call that raises, innermost first."""
        return [] if self.run_stmt is None else list(self.program.loops_of(self.run_stmt))


def makes_optimizer(program: Program) -> bool:
    """Whether a text makes an optimizer."""
    return any(isinstance(n, ast.Call) and _makes_optimizer(n) for n in program.nodes)


def _makes_optimizer(node: ast.Call) -> bool:
    path = path_of(node.func)
    if path is None:
        return False
    last = path.split(".")[-1]
    return last in _OPTIMIZERS or (".optim." in f".{path}" and last[:1].isupper()) or last.endswith("Optimizer")


_OPTIMIZERS = frozenset(
    """SGD Adam AdamW Adamax NAdam RAdam Adagrad Adadelta RMSprop Rprop LBFGS ASGD SparseAdam Adafactor Lion AdamW8bit
    Adam8bit SAM LARS LAMB Muon""".split()  # noqa: SIM905
)
