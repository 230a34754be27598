"""A comment suppresses a rule that is not broken there.

## What happens

A `# retrograd: ignore` comment, with or without rules in brackets, stands in a statement where none of them is found,
or names a rule that does not exist. `# retrograd: skip-file` stands in a file in which nothing is found.

## Why

A comment that outlives its fault hides the next one in the same place. One with a misspelt name hides nothing, though
it looks as if it did.

## Example

```python
import torch

a = torch.tensor([2.0], requires_grad=True)
b = a * 2
b.backward()  # retrograd: ignore[freed-graph] left over from a second call
```

## Use instead

Remove the comment, or the name from its brackets:

```python
import torch

a = torch.tensor([2.0], requires_grad=True)
b = a * 2
b.backward()
```

## When it is fine

Only rules that are selected count, and only in files that were analysed to their end: a comment for a rule that is
switched off is left alone. `# retrograd: ignore[freed-graph, unused-suppression]` keeps a comment that is needed only
now and then.

## Remedies and gradients

Removing a comment changes nothing about the program.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Finding, Severity
from ..source.suppress import UNUSED
from .facts import Facts

NAME = UNUSED
SEVERITY = Severity.WARNING


def check(facts: Facts) -> Iterator[Finding]:
    """Nothing: an execution does not show it, but what the other rules found and which comments spoke of it."""
    return iter(())
