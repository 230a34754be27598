"""backward(create_graph=True) ties parameters and gradients into a cycle that is never freed.

## What happens

With `create_graph=True` each `.grad` hangs on a graph that leads back to its own parameter. That cycle lies in C++,
where Python's garbage collector does not see it.

## Why

The memory of the gradient graph stays until `.grad` is reset; where models are made anew again and again, it grows.

## Example

```python
import torch

w = torch.ones(3, requires_grad=True)
loss = (w**3).sum()
loss.backward(create_graph=True)
```

## Use instead

```python
import torch

w = torch.ones(3, requires_grad=True)
loss = (w**3).sum()
(grad,) = torch.autograd.grad(loss, w, create_graph=True)
```

## When it is fine

For one long-lived model whose gradients are reset to None in each step, the cycle is broken in time.

## Remedies and gradients

`torch.autograd.grad` gives the same gradients as values, without storing them in `.grad`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Finding, Severity
from .facts import Facts

NAME = "create-graph-leak"
SEVERITY = Severity.INFORMATION


def check(facts: Facts) -> Iterator[Finding]:
    """Each backward that builds a graph of the gradients it stores."""
    for kind, where, _ in facts.log.events.values():
        if kind == "create-graph" and where is not None:
            yield Finding(
                NAME,
                "backward-create-graph",
                SEVERITY,
                f"`{facts.places.source(where.node, 40)}` stores gradients that hang on their own parameters: a reference cycle that keeps their graph alive. "
                "Use torch.autograd.grad, or reset the gradients to None after each step.",
                facts.places.site(where.node),
                run=facts.places.site(where.node),
            )
