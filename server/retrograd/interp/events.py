"""What the execution tells the rules: a log of facts with their places, in order, over all paths."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..autograd.graph import Fault, Node, Run
from .values import InstObj, Ref, Value


@dataclass(frozen=True, slots=True, eq=False)
class Failed:
    """A run that raises on some path, and no handler takes it."""

    rule: str
    where: Any
    run: Run | None
    fault: Fault | None
    trust: int
    assumptions: tuple[str, ...]
    callers: tuple[Any, ...]
    loops: tuple[Any, ...]
    root: Any = None
    holder: Any = None
    detail: str = ""
    again: bool = False  # the earlier run went through all of this one: it started at the same tensor


@dataclass(slots=True)
class Ran:
    """All that is known of one backward/grad call, over every time it ran."""

    where: Any
    call: str
    explicit: bool = False
    times: int = 0
    kept: int = 0
    needed: bool = False
    creates: bool = False
    trusted: bool = True
    nodes: dict[Any, Node] = field(default_factory=dict)
    again: dict[Any, None] = field(default_factory=dict)
    frees: bool = False
    argument: Any = None


class Log:
    """Collects events; one per text under analysis."""

    def __init__(self) -> None:
        self.failures: dict[tuple[Any, ...], Failed] = {}
        self.runs: dict[Any, Ran] = {}
        self.notes: list[tuple[str, Any]] = []
        self.given_up: list[str] = []
        self.events: dict[tuple[Any, ...], Any] = {}
        self.run_number = 0
        self.settled: set[int] = set()
        self.growths: dict[Any, Any] = {}
        self.reruns: dict[Any, Any] = {}
        self.freed_twice: set[int] = set()
        self.wanted: set[Any] = set()
        self.broken: dict[tuple[str, str], Exception] = {}
        self.emptied: dict[int, set[int]] = {}

    def built(self, node: Node) -> None:
        """A node was built (kept for symmetry of the log; nodes carry their own place)."""

    def give_up(self, why: str) -> None:
        if why not in self.given_up:
            self.given_up.append(why)

    def broke(self, what: str, error: Exception) -> None:
        """Something of ours failed; told once for each kind of failure."""
        self.broken.setdefault((what, type(error).__name__), error)

    def event(self, kind: str, where: Any, /, **facts: Any) -> None:
        """A fact for a rule, once per place."""
        key = (kind, id(where.node) if where is not None else None)
        if key not in self.events:
            self.events[key] = (kind, where, facts)

    def ran(self, where: Any, run: Run, executed: list[Node], needed: set[Run], trusted: bool) -> None:
        """A run was executed: `needed` are earlier runs that had kept what this one used."""
        if where is not None:
            info = self.runs.get(id(where.node))
            if info is None:
                info = self.runs[id(where.node)] = Ran(where, run.call)
            info.times += 1
            info.explicit |= run.explicit
            info.creates |= run.creates
            info.kept += run.keeps
            info.frees |= not run.keeps
            info.trusted &= trusted
            if len(info.nodes) < 200:
                for node in executed:
                    if node.site is not None:
                        info.nodes.setdefault(id(node.site.node), node)
        if not run.keeps:
            sites: set[int] = set()
            for node in executed:
                if node.site is not None:
                    at = id(node.site.node)
                    if at in sites:
                        self.freed_twice.add(at)
                    sites.add(at)
        self.needed_by(where, needed)

    def needed_by(self, where: Any, needed: set[Run]) -> None:
        """Runs that had kept what a later one goes through."""
        for earlier in needed:
            if earlier.site is not None:
                said = self.runs.get(id(earlier.site.node))
                if said is not None:
                    said.needed = True
                    if where is not None:
                        said.again[where] = None

    def uncaught(self, vm: Any, st: Any, exc: Value) -> None:
        """An exception that nobody takes ends a path; where it came from a run, that is a fault."""
        if exc.__class__ is Ref:
            o = st.obj(exc)
            if o.__class__ is InstObj:
                failed = o.attrs.get(".fault")
                if failed is not None:
                    failed = failed.value
                    key = (failed.rule, id(failed.where.node) if failed.where else None)
                    known = self.failures.get(key)
                    if known is None or failed.trust < known.trust:
                        self.failures[key] = failed
                else:
                    self.notes.append(("exception", (vm.class_name(st, o.cls), o.attrs.get("args"))))


class Boxed:
    """A value of ours inside the program's heap that compares by identity."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value
