"""A gradient that was used already is added to by the next pass.

## What happens

`backward()` adds to `.grad`. Where a step has used a gradient, or an earlier pass of the loop has read it, and nothing
resets it, the next pass works with the sum of all passes so far.

## Why

torch accumulates on purpose, so that one step can use several backwards; the reset is left to the program.

## Example

```python
import torch

a = torch.tensor([2.0], requires_grad=True)
for _ in range(3):
    b = a * 2
    b.backward()  # adds to the gradient that the last pass has printed
    print(a.grad)
```

## Use instead

```python
import torch

a = torch.tensor([2.0], requires_grad=True)
for _ in range(3):
    b = a * 2
    b.backward()
    print(a.grad)
    a.grad.zero_()
```

With an optimizer: `optimizer.zero_grad()` once before each backward that starts a new step.

## When it is fine

Several backwards before one step (gradient accumulation) are no fault, nor is a second backward in a straight line.

The reverse is one, too: a reset between the backward and the step, which leaves the step nothing to go by.

## Remedies and gradients

A reset changes the gradients: each pass then has its own, which is what is meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Finding, Severity
from .facts import Facts

NAME = "grad-not-zeroed"
SEVERITY = Severity.WARNING


def check(facts: Facts) -> Iterator[Finding]:
    """Each backward that adds to a used gradient."""
    for kind, where, said in facts.log.events.values():
        if kind == "gradient-lost" and where is not None:
            at = said["at"]
            yield Finding(
                NAME,
                "other:zero-grad-misplaced",
                SEVERITY,
                f"`{facts.places.source(where.node, 40)}` comes between the backward and the step: the step finds no gradient, and nothing is learned.",
                facts.places.site(where.node),
                run=facts.places.site(where.node),
                related=facts.related(at.node if at is not None else None, "the step that finds no gradient"),
            )
        if kind != "not-zeroed" or where is None:
            continue
        if said["kind"] == "read" and said["leaf"] in facts.log.settled:
            continue  # a step uses the sum, or something resets it: accumulation on purpose
        used = said["used"]
        line = getattr(used.node, "lineno", None) if used is not None else None
        how = "a step has used" if said["kind"] == "step" else "an earlier pass has read"
        loop = said["loops"][0][0] if said["loops"] else None
        at = f" (line {line})" if line is not None else ""
        yield Finding(
            NAME,
            "missing-zero-grad",
            SEVERITY,
            f"`{facts.places.source(where.node, 40)}` adds to gradients that {how}{at} and nothing has reset since. Each pass works with the sum of all passes before it.",
            facts.places.site(where.node),
            run=facts.places.site(where.node),
            freed=facts.places.site(used.node) if used is not None else None,
            loop=facts.places.site(loop) if loop is not None and hasattr(loop, "lineno") else None,
            related=facts.related(used.node if used is not None else None, "used here"),
        )
