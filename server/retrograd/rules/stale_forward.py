"""A value is computed from parameters once, before the loop, and used while the parameters are stepped.

## What happens

Something made from parameters outside the loop goes into the loss of every pass. Where its nodes save nothing, no
backward complains, gradients even reach the parameters; but its values are those of the first pass and never follow.

## Why

A graph does not compute anything again: it holds the results that the forward pass gave. Only a new forward pass sees
what a step has changed.

## Example

```python
import torch

w = torch.zeros(3, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.1)
shifted = w + 1  # made once
for _ in range(5):
    loss = (shifted - torch.ones(3)).abs().sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
```

## Use instead

```python
import torch

w = torch.zeros(3, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.1)
for _ in range(5):
    shifted = w + 1
    loss = (shifted - torch.ones(3)).abs().sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
```

## When it is fine

A view (`w.t()`, `w.view(-1)`) shares the memory of the parameter and follows it; a detached value is a constant on
purpose.

## Remedies and gradients

Computing it in the loop gives the gradients at the present values, which is what is meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Finding, Severity
from .facts import Facts
from .leaf_rebound import rebinds
from .raising import targets

NAME = "stale-forward"
SEVERITY = Severity.WARNING


def check(facts: Facts) -> Iterator[Finding]:
    """Each statement that makes a copy of what is then stepped."""
    told: set[int] = set()
    for kind, where, said in facts.log.events.values():
        if kind != NAME or where is None or id(where.stmt) in told or rebinds(where.stmt) is not None:
            continue
        told.add(id(where.stmt))
        bound = targets(where.stmt)
        name = f"`{bound[0]}`" if bound else "This"
        loop = said["loop"]
        yield Finding(
            NAME,
            "loop-invariant-graph",
            SEVERITY,
            f"{name} is computed from parameters once, before the loop, while each pass steps them: its values never follow.",
            facts.places.site(where.stmt),
            run=facts.places.site(said["at"].node) if said["at"] is not None else None,
            built=facts.places.site(where.stmt),
            loop=facts.places.site(loop) if hasattr(loop, "lineno") else None,
            related=facts.related(
                said["at"].node if said["at"] is not None else None, "each pass goes back through it here"
            ),
        )
