"""The names of rules, and what somebody may have meant by a name that is none."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable

_RULES = os.path.join(os.path.dirname(os.path.dirname(__file__)), "rules")


def is_rule(name: str) -> bool:
    """Whether there is a rule of that name; the rules are not imported for one that has its module."""
    if "-" in name and os.path.isfile(os.path.join(_RULES, name.replace("-", "_") + ".py")):
        return True
    return name in rule_names()


def rule_names() -> tuple[str, ...]:
    """The names of all rules."""
    from ..rules import all_rules

    return tuple(rule.NAME for rule in all_rules())


def unknown(what: str, name: str, valid: Iterable[str]) -> str:
    """Says that `name` is no valid `what`, with the nearest one that is."""
    names = list(valid)
    near = difflib.get_close_matches(name.lower().replace("_", "-"), names, n=1, cutoff=0.5)
    hint = f'did you mean "{near[0]}"?' if near else f"there are {', '.join(names)}"
    return f'unknown {what} "{name}"; {hint}'
