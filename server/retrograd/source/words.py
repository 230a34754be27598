"""Whether a text can be of interest at all, judged by its words and without parsing it."""

from __future__ import annotations

import re

# What frees a graph: backward and autograd.grad, by their own names or through a framework that calls them. A text that
# only says requires_grad or zero_grad describes parameters; all that can go wrong in it is a detach() thrown away.
_WORDS = re.compile(
    r"\b(?:backward|grad|manual_backward|training_step|compute_loss)\b|^[ \t]*[\w.\[\]]+\.detach\(\)[ \t]*(?:#.*)?$",
    re.MULTILINE,
)
# One of these is part of each of the words, and looking for a few plain strings is a hundred times faster.
_PARTS = ("backward", "grad", "training_step", "compute_loss", ".detach()")
_COMMENT = "retrograd:"


def mentions_autograd(text: str) -> bool:
    """Whether a text holds anything that a rule may have something to say about."""
    return may_mention(text) and _WORDS.search(text) is not None


def may_mention(text: str) -> bool:
    """Whether a text holds a part of one of the words; also right for texts in which line ends are escaped."""
    return any(part in text for part in _PARTS)


def mentions_retrograd(text: str) -> bool:
    """Whether a text may hold a comment that speaks to Retrograd."""
    return _COMMENT in text
