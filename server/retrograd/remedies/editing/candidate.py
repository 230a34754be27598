"""What a remedy proposes."""

from __future__ import annotations

from dataclasses import dataclass

from ...findings import Applicability, Edit


@dataclass(frozen=True, slots=True)
class Candidate:
    """Edits that may mend a fault, what they do in words, and whether they keep what the program computes.

    `whole`: where the remedy is applied in several places, one after the other, the words of the last one tell all.
    `sure`: it is known to be at the right place; one that is not is only believed where the analysis went to its end.
    """

    message: str
    edits: tuple[Edit, ...]
    applicability: Applicability
    whole: bool = False
    sure: bool = True
