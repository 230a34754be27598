"""The result of `detach()` is thrown away, so nothing is cut.

## What happens

`x.detach()` returns a new tensor without the graph; `x` itself keeps its graph.

## Why

It reads like a change in place. The graph that should end here lives on, and the next backward goes through it.

## Example

```python
import torch

w = torch.ones(3, requires_grad=True)
h = w * 2
h.detach()  # nothing happens to h
```

## Use instead

```python
import torch

w = torch.ones(3, requires_grad=True)
h = w * 2
h = h.detach()
```

## When it is fine

It never does anything.

## Remedies and gradients

Assigning the result cuts the graph there: gradients no longer flow to what came before.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Finding, Severity
from .facts import Facts

NAME = "discarded-detach"
SEVERITY = Severity.WARNING


def check(facts: Facts) -> Iterator[Finding]:
    """Each detach() of a tensor with a graph that stands alone as a statement."""
    for kind, where, _ in facts.log.events.values():
        if kind == "discarded-detach" and where is not None:
            yield Finding(
                NAME,
                "discarded-detach",
                SEVERITY,
                f"The result of `{facts.places.source(where.node, 40)}` is thrown away; the tensor keeps its graph. Assign it.",
                facts.places.site(where.node),
            )
