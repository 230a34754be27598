"""Who holds a graph from one round of a loop to the next: found in the heap as it was when the round began."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..autograd.graph import Edge, Node
from .state import State
from .values import DictObj, InstObj, ListObj, ModuleObj, Ref, ScopeObj, TensorObj, Unk, Value


@dataclass(frozen=True, slots=True, eq=False)
class Holder:
    """A name that held an old graph: `kind` variable, attribute or element; `loop` the loop statement it lives across."""

    name: str
    kind: str
    attribute: str
    node: Node
    loop: Any
    code: Any
    since: Node | None = None


def path(roots: list[Edge], goal: Node) -> list[Node]:
    """Nodes from a root down to `goal`, the shortest way."""
    parent: dict[Node, Node | None] = {}
    queue: list[Node] = []
    for r in roots:
        if isinstance(r, Node) and r not in parent:
            parent[r] = None
            queue.append(r)
    for node in queue:
        if node is goal:
            found: list[Node] = []
            at: Node | None = node
            while at is not None:
                found.append(at)
                at = parent[at]
            return found[::-1]
        for e in node.edges:
            if isinstance(e, Node) and e not in parent:
                parent[e] = node
                queue.append(e)
    return []


def named_nodes(st: State, heap: dict[int, Any]) -> dict[Node, tuple[str, str, str]]:
    """Every node that a named place of the program under analysis holds: node -> (name, kind, attribute)."""
    found: dict[Node, tuple[str, str, str]] = {}
    seen: set[int] = set()
    queue: list[tuple[Value, str, str, str]] = []
    for frame in reversed(st.frames):
        if frame.code.file.main:
            a: int | None = frame.scope
            while a is not None:
                scope = heap.get(a)
                if scope is None:
                    break
                for name, v in scope.vars.items():
                    if not name.startswith("."):
                        queue.append((v, name.split(".")[0], "variable", ""))
                a = scope.parent
    for v, name, kind, attribute in queue:
        c = v.__class__
        if c is Ref:
            o = heap.get(v.a)
            if o is None or v.a in seen:
                continue
            seen.add(v.a)
            oc = o.__class__
            if oc is TensorObj:
                if o.node is not None and o.node not in found:
                    found[o.node] = (name, kind, attribute)
            elif oc is ListObj:
                queue.extend((x, name, "element", attribute) for x in o.items)
            elif oc is DictObj:
                queue.extend((x, name, "element", attribute) for x in o.items.values())
            elif oc is InstObj:
                queue.extend(
                    (x, f"{name}.{k}" if name != "self" else f"self.{k}", "attribute", k)
                    for k, x in o.attrs.items()
                    if not k.startswith(".")
                )
            elif oc is ScopeObj or oc is ModuleObj:
                continue
            elif oc.__name__ == "FuncObj":
                inner = heap.get(o.scope)
                if inner is not None and o.scope not in seen:
                    seen.add(o.scope)
                    queue.extend((x, k, "variable", "") for k, x in inner.vars.items() if not k.startswith("."))
        elif c is tuple:
            queue.extend((x, name, kind, attribute) for x in v)
        elif c is Unk:
            for e in v.deps:
                if isinstance(e, Node) and e not in found:
                    found[e] = (name, kind, attribute)
    for key, v in st.side.items():
        if isinstance(key, tuple) and len(key) == 2 and isinstance(key[1], str) and v.__class__ is tuple:
            x = v[0]
            if x.__class__ is Ref and heap.get(x.a).__class__ is TensorObj and heap[x.a].node is not None:
                found.setdefault(
                    heap[x.a].node, (f"self.{key[1]}" if "self" in str(key[0]) else key[1], "attribute", key[1])
                )
    return found


def holder(st: State, goal: Node, roots: list[Edge]) -> Holder | None:
    """Who carried `goal` into the present round of a loop; None where nobody did (it was built in this round)."""
    way = path(roots, goal)
    for frame in reversed(st.frames):
        if not frame.code.file.main:
            continue
        for loop in reversed(frame.loops):
            heap = loop.plan
            if heap is None:
                continue
            names = named_nodes(st, heap)
            for i, node in enumerate(way):
                known = names.get(node)
                if known is not None:
                    return Holder(*known, node, loop.node, frame.code, way[i - 1] if i else None)
    return None


def carried(st: State, goal: Node, roots: list[Edge], loop: Any, frame: Any) -> Holder | None:
    """Who carried `goal` into the present round of this loop."""
    if loop.plan is None:
        return None
    names = named_nodes(st, loop.plan)
    for node in path(roots, goal):
        known = names.get(node)
        if known is not None:
            return Holder(*known, node, loop.node, frame.code)
    return None
