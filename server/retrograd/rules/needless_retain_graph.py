"""retain_graph=True, and nothing goes through the kept graph again.

## What happens

The saved tensors of the whole graph stay in memory until the graph itself goes, for nobody.

## Why

`retain_graph=True` is wanted on every run over a graph *but the last one*. Written out of habit, or to silence an error
that a detach would have mended, it costs the memory of a forward pass.

## Example

```python
import torch

a = torch.tensor([2.0], requires_grad=True)
b = a * 2
b.backward(retain_graph=True)
b.backward(retain_graph=True)  # the last one keeps for nobody
```

## Use instead

```python
import torch

a = torch.tensor([2.0], requires_grad=True)
b = a * 2
b.backward(retain_graph=True)
b.backward()
```

## When it is fine

Beside `create_graph=True` it is merely redundant, and no finding.

## Remedies and gradients

Removing the argument changes no gradient.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..findings import Finding, Severity
from .facts import Facts

NAME = "needless-retain-graph"
SEVERITY = Severity.WARNING


def argument(call: ast.AST) -> ast.keyword | ast.expr | None:
    """The retain_graph argument of a call, as written."""
    if not isinstance(call, ast.Call):
        return None
    for k in call.keywords:
        if k.arg in ("retain_graph", "retain_variables"):
            return k
    return None


def check(facts: Facts) -> Iterator[Finding]:
    """Each call that keeps its graph every time, where no later run needed it on any path."""
    if not facts.complete:
        return
    for ran in facts.log.runs.values():
        if not ran.explicit or ran.needed or ran.creates or not ran.trusted or not ran.kept:
            continue
        written = argument(ran.where.node)
        if (
            written is None
            or not isinstance(written, ast.keyword)
            or not (isinstance(written.value, ast.Constant) and written.value.value)
        ):
            continue
        if any(node.keeps for node in ran.nodes.values()):
            yield Finding(
                NAME,
                "habitual-flag",
                SEVERITY,
                "`retain_graph=True` keeps the saved tensors of this graph, but no later backward goes through it. Remove it to free their memory here.",
                facts.places.site(written),
                run=facts.places.site(ran.where.node),
            )
