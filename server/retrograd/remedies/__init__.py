"""The remedies: one module each; what is offered was applied in memory and analysed again."""

from __future__ import annotations

from ..findings import Analysis, Finding, Fix


def offer(analysis: Analysis, finding: Finding) -> tuple[Fix, ...]:
    """The fixes that are right for a finding, best first."""
    return ()
