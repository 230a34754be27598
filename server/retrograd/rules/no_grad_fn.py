"""Backward is called on a result that requires no grad.

## What happens

`backward()` on a tensor without a graph raises *"element 0 of tensors does not require grad and does not have a
grad_fn"*.

## Why

The graph was cut on the way: by `torch.no_grad()`, `.detach()`, `.data`, `.item()` wrapped into a new tensor, an argmax,
or because nothing that went in required grad.

## Example

```python
import torch

w = torch.ones(3, requires_grad=True)
loss = torch.tensor((w * 2).sum().item())
loss.backward()  # raises
```

## Use instead

```python
import torch

w = torch.ones(3, requires_grad=True)
loss = (w * 2).sum()
loss.backward()
```

Never `loss.requires_grad_()`: it silences the error and trains nothing.

## When it is fine

It never is: torch always raises here.

## Remedies and gradients

Dropping the round trip brings back the gradients that were lost.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Finding, Severity
from .facts import Facts
from .raising import severity, statement

NAME = "no-grad-fn"
SEVERITY = Severity.ERROR


def check(facts: Facts) -> Iterator[Finding]:
    """Each run from a tensor that requires no grad."""
    for failed in facts.log.failures.values():
        if failed.rule != NAME or failed.where is None:
            continue
        made = failed.root.site if failed.root is not None else None
        built = statement(made)
        line = (
            f" The tensor comes from line {built.lineno}, where the graph is already lost."
            if built is not None and hasattr(built, "lineno")
            else ""
        )
        yield Finding(
            NAME,
            "no-graph",
            severity(failed),
            f'`{facts.places.source(failed.where.node, 40)}` starts at a tensor that requires no grad: torch will raise "does not require grad and does not have a grad_fn".{line}',
            facts.places.site(failed.where.node),
            run=facts.places.site(failed.where.node),
            built=facts.places.site(built) if built is not None else None,
            related=facts.related(built, "made here, without a graph"),
            assumptions=failed.assumptions,
        )
