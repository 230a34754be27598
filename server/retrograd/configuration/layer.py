"""One configuration file as a value. What cannot be understood in it is named and left out; the rest holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..findings import Severity
from .names import is_rule, rule_names, unknown
from .options import BY_NAME, EVERY, OFF, Kind


@dataclass(frozen=True, slots=True)
class Layer:
    """What one file says, in the order of its keys, and what is wrong with it."""

    file: str
    values: Mapping[str, Any] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    readable: bool = True


def understand(file: str, table: object) -> Layer:
    """The settings of `file`, whose table `[tool.retrograd]` (or whole content) is `table`."""
    problems: list[str] = []
    if not isinstance(table, Mapping):
        return Layer(file, problems=(f"{file}: tool.retrograd is a table, not {_shown(table)}",))
    values: dict[str, Any] = {}
    for key, value in table.items():
        option = BY_NAME.get(key)
        if option is None:
            problems.append(unknown("key", key, BY_NAME))
            continue
        wrong: list[str] = []
        understood = _READERS[option.kind](value, wrong)
        if key == "select" and not understood and not wrong:
            wrong.append("it is empty, and nothing would be checked; leave it out for every rule")
        problems.extend(f"{key}: {what}" for what in wrong)
        if understood is not None:
            values[key] = understood
    return Layer(file, values, tuple(f"{file}: {problem}" for problem in problems))


def selection(names: list[str], wrong: list[str]) -> frozenset[str]:
    """The rules that are named, "all" spelled out; names that are none are noted in `wrong`."""
    found: set[str] = set()
    for name in names:
        if name in EVERY:
            found.update(rule_names())
        elif is_rule(name):
            found.add(name)
        else:
            wrong.append(unknown("rule", name, rule_names()))
    return frozenset(found)


def severity(rule: str, word: object, wrong: list[str]) -> Severity | str | None:
    """A severity, "off", or None for what is neither."""
    words = [*(s.value for s in Severity), OFF]
    if word == OFF:
        return OFF
    if isinstance(word, str) and word in words:
        return Severity(word)
    wrong.append(f"{rule}: {unknown('severity', str(word), words)}")
    return None


def _path(value: object, wrong: list[str]) -> str | None:
    if isinstance(value, str) and value:
        return value
    wrong.append(f"{Kind.PATH.value} is expected, not {_shown(value)}")
    return None


def _words(value: object, kind: Kind, wrong: list[str]) -> list[str] | None:
    if isinstance(value, list) and all(isinstance(word, str) for word in value):
        return value
    wrong.append(f"{kind.value} is expected, not {_shown(value)}")
    return None


def _rules(value: object, wrong: list[str]) -> frozenset[str] | None:
    words = _words(value, Kind.RULES, wrong)
    return None if words is None else selection(words, wrong)


def _globs(value: object, wrong: list[str]) -> tuple[str, ...] | None:
    words = _words(value, Kind.GLOBS, wrong)
    return None if words is None else tuple(glob for glob in words if _is_glob(glob, wrong))


def _severities(value: object, wrong: list[str]) -> dict[str, Severity | str] | None:
    if not isinstance(value, Mapping):
        wrong.append(f"{Kind.SEVERITIES.value} is expected, not {_shown(value)}")
        return None
    found = {}
    for rule, word in value.items():
        if not is_rule(rule):
            wrong.append(unknown("rule", rule, rule_names()))
        elif (understood := severity(rule, word, wrong)) is not None:
            found[rule] = understood
    return found


def _ignores(value: object, wrong: list[str]) -> dict[str, frozenset[str]] | None:
    if not isinstance(value, Mapping):
        wrong.append(f"{Kind.IGNORES.value} is expected, not {_shown(value)}")
        return None
    found = {}
    for glob, rules in value.items():
        words = _words(rules, Kind.RULES, wrong)
        if words is not None and _is_glob(glob, wrong):
            found[glob] = selection(words, wrong)
    return found


def _is_glob(glob: str, wrong: list[str]) -> bool:
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([glob])
    except ValueError as error:
        wrong.append(f'"{glob}" is no glob: {error}')
        return False
    return True


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:39] + "…"


_READERS: Mapping[Kind, Callable[[object, list[str]], Any]] = {
    Kind.PATH: _path,
    Kind.RULES: _rules,
    Kind.GLOBS: _globs,
    Kind.SEVERITIES: _severities,
    Kind.IGNORES: _ignores,
}
