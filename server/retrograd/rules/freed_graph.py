"""A backward goes through a graph that an earlier one has freed.

## What happens

`backward()` (and `torch.autograd.grad`) computes gradients from tensors that the forward pass saved in the graph, and
frees them as it goes. A second run that reaches a node whose saved tensors are gone raises *"RuntimeError: Trying to
backward through the graph a second time"*.

## Why

Saved tensors are most of the memory of training; torch gives them back at the first moment they are no longer needed.
Only nodes that save something can raise: a sum or a reshape may be gone through any number of times.

## Example

```python
import torch

a = torch.tensor([2.0], requires_grad=True)
b = a * 2
b.backward()
b.backward()  # raises
```

## Use instead

Build the graph anew for each backward:

```python
import torch

a = torch.tensor([2.0], requires_grad=True)
b = a * 2
b.backward()
b = a * 2
b.backward()
```

For several losses over one forward pass, add them and go backward once. A state that is carried from batch to batch is
cut off with `.detach()`. `retain_graph=True` on the *earlier* call keeps the graph, and its memory, for the next one.

## When it is fine

Where no node of the shared part saves a tensor, torch does not raise, and neither does this rule speak.

## Remedies and gradients

Rebuilding, summing the losses and `retain_graph=True` give the same gradients as intended. Detaching stops gradients at
the place of the cut: for carried state that is truncated backpropagation through time, which is what is wanted there.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..findings import Finding, Severity
from ..interp.events import Failed
from .facts import Facts
from .raising import built_site, carrier, same_loop, severity, site_of, statement, targets

NAME = "freed-graph"
SEVERITY = Severity.ERROR


def check(facts: Facts) -> Iterator[Finding]:
    """Each run that reaches a freed node."""
    for failed in facts.log.failures.values():
        if failed.rule != NAME or failed.where is None or failed.fault is None:
            continue
        freed = failed.fault.freed_by
        loop = same_loop(failed)
        cause = cause_of(facts, failed, loop)
        yield Finding(
            NAME,
            cause,
            severity(failed),
            message(facts, failed, cause, loop),
            facts.places.site(failed.where.node),
            run=facts.places.site(failed.where.node),
            freed=site_of(facts, freed.site if freed else None),
            built=built_site(facts, failed),
            loop=facts.places.site(loop) if loop is not None and hasattr(loop, "lineno") else None,
            carrier=carrier(facts, failed),
            related=(
                *facts.related(
                    statement(failed.fault.node.site), "the part of the graph that both go through is built here"
                ),
                *facts.related(
                    freed.site.node if freed and freed.site else None,
                    "freed here" if freed and freed.site is not failed.where else "freed here, in an earlier pass",
                ),
            ),
            assumptions=failed.assumptions,
        )


def cause_of(facts: Facts, failed: Failed, loop: ast.AST | None) -> str:
    """Why the graph is reached again."""
    assert failed.fault is not None
    freed, node = failed.fault.freed_by, failed.fault.node
    calls = {failed.run.call if failed.run else "", freed.call if freed else ""}
    if loop is not None:
        holder = failed.holder
        if holder is not None and holder.kind == "element":
            return "buffer-or-list-of-graphs"
        if node.seq <= next((started for n, _, started in failed.loops if n is loop), 0):
            return "loop-invariant-graph"
        if holder is not None and holder.kind == "attribute":
            return "module-attribute-state"
        if holder is not None:
            return "accumulated-loss" if _accumulates(failed) else "carried-hidden-state"
        if "autograd.grad" in calls:
            return "autograd-grad-repeated"
        return "loop-invariant-graph"
    if "autograd.grad" in calls:
        return "autograd-grad-repeated"
    if failed.again or (failed.root is not None and failed.root.node is node):
        return "double-call"
    return "shared-subgraph-losses"


def _accumulates(failed: Failed) -> bool:
    holder = failed.holder
    stmt = statement(holder.node.site)
    name = holder.name
    if isinstance(stmt, ast.AugAssign):
        return bool(ast.unparse(stmt.target) == name)
    return (
        name in targets(stmt)
        and isinstance(stmt, ast.Assign)
        and isinstance(stmt.value, ast.BinOp)
        and isinstance(stmt.value.op, ast.Add)
    )


def message(facts: Facts, failed: Failed, cause: str, loop: ast.AST | None) -> str:
    """One or two plain sentences with the user's own names."""
    assert failed.fault is not None
    freed = failed.fault.freed_by
    line = getattr(freed.site.node, "lineno", None) if freed and freed.site else None
    call = "`" + facts.places.source(failed.where.node, 40) + "`"
    earlier = (
        f"the call in line {line}"
        if line is not None and freed is not None and freed.site.node is not failed.where.node
        else "the previous pass"
    )
    built = statement(failed.fault.node.site)
    built_line = getattr(built, "lineno", None)
    assumed = f" (assuming that {failed.assumptions[0]})" if failed.assumptions else ""
    if (
        cause in ("carried-hidden-state", "module-attribute-state", "buffer-or-list-of-graphs", "accumulated-loss")
        and failed.holder is not None
    ):
        return (
            f"{call} goes back through the graph of an earlier pass, which `{failed.holder.name}` still carries and {earlier} has freed{assumed}. "
            f'torch will raise "Trying to backward through the graph a second time".'
        )
    if cause == "loop-invariant-graph":
        where = f"line {built_line}" if built_line else "before the loop"
        return f'{call} runs in every pass of the loop over a graph that is built once, in {where}: the first pass frees it{assumed}. torch will raise "Trying to backward through the graph a second time".'
    shared = f"the part built in line {built_line}" if built_line else "a part of the graph"
    return f'{call} goes through {shared}, which {earlier} has already freed{assumed}. torch will raise "Trying to backward through the graph a second time".'
