"""The short text of a rule, out of its documentation."""

from __future__ import annotations

import functools
import inspect
import re

_WHAT_HAPPENS = re.compile(r"^## What happens\n+(?P<text>.+?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


@functools.cache
def rule_text(name: str) -> str:
    """What happens where the rule `name` speaks, in Markdown; "" where its documentation does not say.

    The first call imports the rules, which takes a moment.
    """
    from ..rules import rule

    module = rule(name)
    found = _WHAT_HAPPENS.search(inspect.getdoc(module) or "") if module is not None else None
    return "" if found is None else found["text"].strip()
