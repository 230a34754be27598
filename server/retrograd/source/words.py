"""Whether a text can be of interest at all, judged by its words and without parsing it."""

from __future__ import annotations

import re

_WORDS = re.compile(
    r"\b(?:backward|autograd|grad|manual_backward|training_step|compute_loss|zero_grad|requires_grad)\b"
)
# One of these is part of each of the words, and looking for a few plain strings is a hundred times faster.
_PARTS = ("backward", "grad", "training_step", "compute_loss")
_COMMENT = "retrograd:"


def mentions_autograd(text: str) -> bool:
    """Whether a text holds any of the words without which no rule has anything to say."""
    return may_mention(text) and _WORDS.search(text) is not None


def may_mention(text: str) -> bool:
    """Whether a text holds a part of one of the words; also right for texts in which line ends are escaped."""
    return any(part in text for part in _PARTS)


def mentions_retrograd(text: str) -> bool:
    """Whether a text may hold a comment that speaks to Retrograd."""
    return _COMMENT in text
