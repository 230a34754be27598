"""A leaf is replaced by the result of an operation: what training holds is no longer what is optimised.

## What happens

`w = w - lr * w.grad`, `x = x.to(dtype)` after the optimizer was given `x`, or `self.w = nn.Parameter(...).to(device)`
put a new tensor, with a `grad_fn`, in the place of the leaf. Its `.grad` stays None, an optimizer does not know it, and
a module does not register it.

## Why

Only leaves get `.grad`. The result of an operation is a leaf no more; the old leaf, which still gets the gradient, is
out of sight.

## Example

```python
import torch

w = torch.ones(3, requires_grad=True)
for _ in range(3):
    w.retain_grad() if w.grad_fn else None
    loss = (w**2).sum()
    loss.backward()
    w = w - 0.1 * w.grad  # from now on w is not a leaf
```

## Use instead

```python
import torch

w = torch.ones(3, requires_grad=True)
for _ in range(3):
    loss = (w**2).sum()
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
    w.grad = None
```

## When it is fine

A new name for the result (`half = w.half()`) leaves the leaf in reach; so does `.detach().requires_grad_()`, which makes
a new leaf.

## Remedies and gradients

Updating in place under `torch.no_grad()` keeps the leaf. A cast or a move belongs before the leaf is made: into the
argument of `nn.Parameter`, or before `requires_grad_()` and the optimizer.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from ..findings import Finding, Severity
from .facts import Facts
from .raising import targets

NAME = "leaf-rebound"
SEVERITY = Severity.WARNING


def check(facts: Facts) -> Iterator[Finding]:
    """Each statement that puts a result in the place of a leaf."""
    told: set[int] = set()
    for kind, where, said in facts.log.events.values():
        if where is None or id(where.stmt) in told:
            continue
        if kind == "stale-forward":
            name = rebinds(where.stmt)
            if name is None:
                continue
            said = {"how": "stale", "at": said["at"]}
        elif kind != NAME or not targets(where.stmt):
            continue
        if said["how"] == "unregistered" and not any("." in t for t in targets(where.stmt)):
            continue  # a library's object took it, not an attribute that the text assigns
        told.add(id(where.stmt))
        yield _finding(facts, where, said)


def rebinds(stmt: Any) -> str | None:
    """The name that a statement binds to something computed from that same name."""
    value = getattr(stmt, "value", None)
    if value is None:
        return None
    read = {ast.unparse(n) for n in ast.walk(value) if isinstance(n, (ast.Name, ast.Attribute))}
    return next((t for t in targets(stmt) if t in read), None)


def _finding(facts: Facts, where: Any, said: dict[str, Any]) -> Finding:
    bound = targets(where.stmt)
    name = f"`{rebinds(where.stmt) or (bound[0] if bound else 'it')}`"
    cause = "other:rebound-parameter"
    if said["how"] == "unregistered":
        cause = "other:parameter-wrapped-in-op"
        text = f"{name} becomes the result of an operation on a new parameter, not the parameter itself: the module does not register it and no optimizer will train it."
    elif said["how"] == "asked":
        text = f"{name} is bound to the result of an operation, so it is no longer a leaf and its `.grad` stays None."
    elif said["how"] == "stale":
        text = f"{name} is bound to a copy made once, while the steps go to the leaf that it was made from: its values never follow."
    else:
        text = f"{name} is bound to the result of its own update, so it is no longer a leaf: its `.grad` stays None, and each backward walks all updates so far."
    at = said["at"]
    return Finding(
        NAME,
        cause,
        SEVERITY,
        text,
        facts.places.site(where.stmt),
        built=facts.places.site(where.stmt),
        related=facts.related(at.node if at is not None else None, "where it shows"),
    )
