"""Autograd nodes and runs over them, as torch's engine has them.

A `Node` never changes once it is built; what happens to it on a path (freed, kept) lives in `Life`, which belongs to the
state of that path. An *edge* is a Node, or the integer address of a leaf tensor (torch's AccumulateGrad node, which saves
nothing and so may be run any number of times).
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Union

CERTAIN, LIKELY, GUESS = 0, 1, 2
"""How well a fact is known: it follows from the source; it rests on a likely assumption; it is a guess."""


class Saved:
    """One saved tensor: its storage, the version it had, and the edge it hangs on (for create_graph)."""

    __slots__ = ("edge", "storage", "trust", "version")

    def __init__(self, storage: int, version: int, edge: Edge | None, trust: int = CERTAIN) -> None:
        self.storage = storage
        self.version = version
        self.edge = edge
        self.trust = trust


class Node:
    """A grad_fn: the operation, where it was built, its edges by input, and what it keeps for backward.

    `keeps` says whether it saves any tensor at all; `trust` how well the node and its edges are known, with the
    assumption in words. A node inside a `torch.compile` region has `compiled` set: retain_graph is no remedy there.
    `update` says that it takes a leaf together with that leaf's own gradient, as a step by hand does. `recipe` is the
    call that built it, where the table of operations knows it: from it come the gradients of its gradients.
    """

    __slots__ = (
        "assumption",
        "compiled",
        "edges",
        "inner",
        "keeps",
        "name",
        "recipe",
        "saved",
        "seq",
        "site",
        "trust",
        "update",
    )

    def __init__(
        self,
        seq: int,
        name: str,
        site: Any,
        edges: tuple[Edge, ...],
        saved: tuple[Saved, ...] = (),
        keeps: bool = False,
        trust: int = CERTAIN,
        assumption: str = "",
        compiled: bool = False,
    ) -> None:
        self.seq = seq
        self.name = name
        self.site = site
        self.edges = edges
        self.saved = saved
        self.keeps = keeps
        self.trust = trust
        self.assumption = assumption
        self.compiled = compiled
        self.inner = False
        self.update = False
        self.recipe: Recipe | None = None

    def __lt__(self, other: Node) -> bool:
        return self.seq > other.seq

    def __repr__(self) -> str:
        return f"<{self.name} #{self.seq}{' keeps' if self.keeps else ''}>"


Edge = Union[Node, int]


@dataclass(frozen=True, slots=True)
class Recipe:
    """A call of an operation of the table: its pattern and constants, and (parameter, edge, storage) of its tensors."""

    op: Any
    pattern: str
    constants: Any
    inplace: bool
    operands: tuple[tuple[str, Edge | None, int], ...]

    def several(self, name: str) -> bool:
        """Whether a parameter was given more than one tensor, in a list."""
        return sum(other == name for other, _, _ in self.operands) > 1


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """One execution of a backward/grad call: where, whether it keeps the graph, and its number in the analysis."""

    site: Any
    keeps: bool
    number: int
    explicit: bool = False  # retain_graph=True is written at the call
    creates: bool = False
    call: str = "backward"
    loop: Any = None


class Life:
    """What has happened to the nodes on one path, and the version of each storage that was changed in place."""

    __slots__ = ("bumped", "freed", "kept", "versions")

    def __init__(self) -> None:
        self.freed: dict[Node, Run] = {}
        self.kept: dict[Node, Run] = {}
        self.versions: dict[int, int] = {}
        self.bumped: dict[int, Any] = {}

    def copy(self) -> Life:
        new = Life()
        new.freed = dict(self.freed)
        new.kept = dict(self.kept)
        new.versions = dict(self.versions)
        new.bumped = dict(self.bumped)
        return new

    def bump(self, storage: int, site: Any) -> None:
        """Count an in-place change of `storage`."""
        self.versions[storage] = self.versions.get(storage, 0) + 1
        self.bumped[storage] = site


@dataclass(frozen=True, slots=True, eq=False)
class Fault:
    """Why a run raises: the node, and the earlier run that freed it or the saved tensor that was changed."""

    kind: str  # "freed" | "modified"
    node: Node
    freed_by: Run | None
    changed_at: Any
    trust: int
    assumptions: tuple[str, ...]
    storage: int = 0


@dataclass(slots=True)
class Outcome:
    """What a run did: the nodes executed in order, the leaves reached, the fault that stopped it, and whom it needed."""

    executed: list[Node]
    leaves: list[int]
    fault: Fault | None
    needed: set[Run]


def needed_nodes(roots: Iterable[Edge], targets: set[Edge]) -> set[Node]:
    """Nodes from which a target can be reached: the ones that torch executes when inputs are named."""
    order: list[Node] = []
    seen: set[Node] = set()
    stack: list[tuple[Node, bool]] = [(r, False) for r in roots if isinstance(r, Node)]
    while stack:
        node, done = stack.pop()
        if done:
            order.append(node)
            continue
        if node in seen:
            continue
        seen.add(node)
        stack.append((node, True))
        stack.extend((e, False) for e in node.edges if isinstance(e, Node) and e not in seen)
    needed: set[Node] = set()
    for node in order:
        if any(e in targets or e in needed for e in node.edges):
            needed.add(node)
    return needed


def execute(
    life: Life, roots: Iterable[Edge], run: Run, targets: set[Edge] | None = None, also: set[Node] | None = None
) -> Outcome:
    """Walk the graph as `torch.autograd.Engine` does, newest node first, and stop at the first node that raises.

    A fault that would rest on a guess is passed over.

    `targets` are the edges named by `inputs=` or by `torch.autograd.grad` (their own nodes are not executed unless in
    `also`, the grad_fns of non-leaf `inputs=` of backward). Nodes run before the failing one have been freed by then.
    """
    roots = list(roots)
    needed = None
    if targets is not None:
        needed = needed_nodes(roots, targets)
        if also:
            needed |= also
    outcome = Outcome([], [], None, set())
    queue: list[Node] = []
    doubt: dict[Node, tuple[int, tuple[str, ...]]] = {}
    leaves: dict[int, None] = {}
    for root in roots:
        if isinstance(root, Node):
            if root not in doubt and (needed is None or root in needed):
                doubt[root] = (root.trust, (root.assumption,) if root.assumption else ())
                heapq.heappush(queue, root)
        elif targets is None or root in targets:
            leaves[root] = None
    freed, kept, versions = life.freed, life.kept, life.versions
    while queue:
        node = heapq.heappop(queue)
        trust, assumptions = doubt[node]
        if node.keeps:
            keeper = kept.get(node)
            if keeper is not None:
                outcome.needed.add(keeper)
            earlier = freed.get(node)
            if earlier is not None and trust < GUESS:
                outcome.fault = Fault("freed", node, earlier, None, trust, assumptions)
                break
            stale = min(
                (s for s in node.saved if versions.get(s.storage, 0) != s.version), key=lambda s: s.trust, default=None
            )
            if stale is not None and max(trust, stale.trust) < GUESS:
                site = life.bumped.get(stale.storage)
                outcome.fault = Fault("modified", node, None, site, max(trust, stale.trust), assumptions, stale.storage)
                break
        outcome.executed.append(node)
        if run.keeps:
            if node.keeps:
                kept[node] = run
        else:
            freed[node] = run
        for edge in node.edges:
            if isinstance(edge, Node):
                if needed is not None and edge not in needed:
                    continue
                said = max(trust, edge.trust)
                known = doubt.get(edge)
                words = assumptions
                if edge.assumption and edge.assumption not in words:
                    words = (*words, edge.assumption)
                if known is None:
                    doubt[edge] = (said, words)
                    heapq.heappush(queue, edge)
                elif said < known[0]:
                    doubt[edge] = (said, words)
            elif targets is None or edge in targets:
                leaves[edge] = None
    outcome.leaves = list(leaves)
    return outcome


def reachable(roots: Iterable[Edge], stop: Callable[[Node], bool] | None = None) -> Iterable[Node]:
    """Every node that hangs below `roots`, each once."""
    seen: set[Node] = set()
    stack = [r for r in roots if isinstance(r, Node)]
    while stack:
        node = stack.pop()
        if node in seen or (stop is not None and stop(node)):
            continue
        seen.add(node)
        yield node
        stack.extend(e for e in node.edges if isinstance(e, Node) and e not in seen)
