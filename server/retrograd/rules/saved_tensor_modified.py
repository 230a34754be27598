"""A tensor that backward needs was changed in place after the forward pass saved it.

## What happens

Saved tensors are not copies. Each tensor counts its in-place changes (its version counter), and a backward that finds
another version than the one saved raises *"one of the variables needed for gradient computation has been modified by an
inplace operation"*.

## Why

An optimizer's `step()` changes the parameters in place; so do `x += 1`, `relu_()` and assignments to elements. A graph
that saved the old values can no longer give the right gradients.

## Example

```python
import torch

x = torch.ones(3, requires_grad=True)
y = torch.exp(x)
y += 1
y.sum().backward()  # raises: exp saved its result
```

## Use instead

```python
import torch

x = torch.ones(3, requires_grad=True)
y = torch.exp(x)
y = y + 1
y.sum().backward()
```

Take the step after the last backward over a graph; for changes in place, the out-of-place form or a `.clone()`.

## When it is fine

Operations that do not save the tensor (an addition, a Linear's output) allow it to be changed.

## Remedies and gradients

The out-of-place form and `clone()` give the gradients that were meant. Moving the step changes when the parameters move.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Finding, Severity
from .facts import Facts
from .raising import built_site, carrier, same_loop, severity, statement

NAME = "saved-tensor-modified"
SEVERITY = Severity.ERROR


def check(facts: Facts) -> Iterator[Finding]:
    """Each run that reaches a node with a saved tensor of another version."""
    for failed in facts.log.failures.values():
        if failed.rule != NAME or failed.where is None or failed.fault is None:
            continue
        changed = failed.fault.changed_at
        loop = same_loop(failed)
        stepped = changed is not None and facts.places.source(changed.node).rstrip("()").endswith(
            ("step", "step_", "update")
        )
        cause = "step-between-backwards" if stepped else "inplace-between"
        if failed.holder is not None and stepped:
            cause = (
                "carried-hidden-state"
                if failed.holder.kind == "variable"
                else "module-attribute-state"
                if failed.holder.kind == "attribute"
                else cause
            )
        line = getattr(changed.node, "lineno", None) if changed is not None else None
        built = statement(failed.fault.node.site)
        what = f"`{facts.places.source(changed.node, 40)}` in line {line}" if line else "an in-place change"
        built_line = f"in line {built.lineno} " if built is not None and hasattr(built, "lineno") else ""
        assumed = f" (assuming that {failed.assumptions[0]})" if failed.assumptions else ""
        yield Finding(
            NAME,
            cause,
            severity(failed),
            f"`{facts.places.source(failed.where.node, 40)}` needs a tensor that the forward pass {built_line}saved, and {what} has changed it in place since{assumed}. "
            'torch will raise "one of the variables needed for gradient computation has been modified by an inplace operation".',
            facts.places.site(failed.where.node),
            run=facts.places.site(failed.where.node),
            freed=facts.places.site(changed.node) if changed is not None else None,
            built=built_site(facts, failed),
            loop=facts.places.site(loop) if loop is not None and hasattr(loop, "lineno") else None,
            carrier=carrier(facts, failed),
            related=(
                *facts.related(built, "saved here for backward"),
                *facts.related(changed.node if changed is not None else None, "changed in place here"),
            ),
            assumptions=failed.assumptions,
        )
