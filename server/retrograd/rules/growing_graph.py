"""Each pass of a loop hangs its graph on the last one's, or puts it beside it, and nothing ever frees it.

## What happens

A value with a `grad_fn` is kept from pass to pass: summed up, appended to a list, stored on an object, or carried as a
state. Each pass adds its graph to what is already held. Memory grows, and where a backward goes through it all, each
pass is slower than the last. No error is raised until memory runs out.

## Why

A tensor holds its `grad_fn`, and that holds every node below it. As long as one name reaches the newest tensor, all
that it was computed from stays alive.

## Example

```python
import torch

model = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
total = 0.0
for _ in range(5):
    loss = model(torch.ones(3)).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total += loss  # holds the graph of every pass
print(total)
```

## Use instead

```python
import torch

model = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
total = 0.0
for _ in range(5):
    loss = model(torch.ones(3)).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total += loss.item()
print(total)
```

## When it is fine

Where one backward later goes through all that was collected (losses summed over a sequence, the log-probabilities of
an episode), the graph is needed, and this rule is silent.

## Remedies and gradients

`.item()` and `.detach()` on what is only looked at change no gradient. Detaching a carried state stops gradients at the
cut: truncated backpropagation through time.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from ..findings import Carrier, Finding, Severity
from ..interp.growth import Growth, Rerun
from .facts import Facts
from .raising import stored_at, targets

NAME = "growing-graph"
SEVERITY = Severity.WARNING


def check(facts: Facts) -> Iterator[Finding]:
    """Each statement that keeps the graph of every pass, and each backward that goes through such a graph."""
    if not facts.log.runs or not facts.complete:
        return
    rebound = {id(where.stmt) for kind, where, _ in facts.log.events.values() if kind == "leaf-rebound"}
    told: set[int] = set()
    carried: set[str] = set()
    for again in facts.log.reruns.values():
        if again.where is None or again.sites & facts.log.freed_twice or id(again.where.node) in told:
            continue
        if again.node.site is not None and id(again.node.site.stmt) in rebound:
            continue
        told.add(id(again.where.node))
        if again.holder is not None:
            carried.add(again.holder.name)
        yield _rerun(facts, again)
    for key, growth in facts.log.growths.items():
        if key in facts.log.wanted or growth.sites & facts.log.freed_twice or growth.holder.name in carried:
            continue
        if growth.box is not None and id(growth.holder.loop) in facts.log.emptied.get(growth.box, ()):
            continue
        stmt = _place(growth)
        if stmt is None or _reset(growth, stmt) or id(stmt) in told or id(stmt) in rebound:
            continue
        told.add(id(stmt))
        yield _growth(facts, growth, stmt)


def _place(growth: Growth) -> Any:
    """The statement that hands the value to what keeps it."""
    if growth.keeper is not None:
        return growth.keeper.stmt
    best = None
    for node in ast.walk(growth.holder.loop):
        if growth.holder.name in (t.split("[")[0] for t in targets(node)) and getattr(node, "value", None) is not None:
            best = node
    return best


def _reset(growth: Growth, stmt: Any) -> bool:
    """Whether the loop also binds the name to something that does not come from it: it grows for a while only."""
    if growth.holder.kind != "variable":
        return False
    name = growth.holder.name
    return any(
        node is not stmt
        and name in targets(node)
        and not any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(getattr(node, "value", node)))
        for node in ast.walk(growth.holder.loop)
        if isinstance(node, ast.Assign)
    )


def _growth(facts: Facts, growth: Growth, stmt: Any) -> Finding:
    holder = growth.holder
    if growth.adds:
        cause = "accumulated-loss"
        what = f"`{holder.name}` adds up tensors with their graphs"
    elif holder.kind == "element" or not _own(holder):
        cause = "buffer-or-list-of-graphs"
        what = f"`{holder.name}` collects tensors with their graphs"
    else:
        cause = "carried-hidden-state"
        what = f"`{holder.name}` carries its graph from pass to pass"
    assumed = f" (assuming that {growth.assumptions[0]})" if growth.assumptions else ""
    return Finding(
        NAME,
        cause,
        SEVERITY,
        f"{what}: every pass of the loop adds to what is kept, and no backward ever goes through it{assumed}. Memory grows with each pass.",
        facts.places.site(stmt),
        built=facts.places.site(holder.node.site.stmt) if holder.node.site is not None else None,
        loop=facts.places.site(holder.loop) if hasattr(holder.loop, "lineno") else None,
        carrier=Carrier(holder.name, holder.kind, facts.places.site(stmt)),
        related=facts.related(
            holder.node.site.stmt if holder.node.site is not None and holder.node.site.stmt is not stmt else None,
            "what is kept is computed here",
        ),
        assumptions=growth.assumptions,
    )


def _own(holder: Any) -> bool:
    return holder.kind in ("variable", "attribute")


def _rerun(facts: Facts, again: Rerun) -> Finding:
    holder = again.holder
    stored = stored_at(facts, holder)
    cause = "carried-hidden-state"
    if holder is not None and holder.kind == "attribute":
        cause = "module-attribute-state"
    elif holder is not None and holder.kind == "element":
        cause = "buffer-or-list-of-graphs"
    name = f"`{holder.name}` still carries" if holder is not None else "are still carried"
    passes = "the graphs of all earlier passes, which " + name
    assumed = f" (assuming that {again.assumptions[0]})" if again.assumptions else ""
    loop = again.loops[0][0] if again.loops else None
    site = again.node.site
    return Finding(
        NAME,
        cause,
        SEVERITY,
        f"`{facts.places.source(again.where.node, 40)}` goes back through {passes}{assumed}. retain_graph keeps them all: each pass takes more memory and time than the last.",
        facts.places.site(again.where.node),
        run=facts.places.site(again.where.node),
        freed=facts.places.site(again.where.node),
        built=facts.places.site(site.stmt) if site is not None else None,
        loop=facts.places.site(loop) if loop is not None and hasattr(loop, "lineno") else None,
        carrier=Carrier(holder.name, holder.kind, facts.places.site(stored))
        if holder is not None and stored is not None
        else None,
        related=facts.related(site.stmt if site is not None else None, "the carried part of the graph is built here"),
        assumptions=again.assumptions,
    )
