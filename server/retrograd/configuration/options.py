"""What may stand in `[tool.retrograd]` or retrograd.toml: one table, from which reading, schema and help are made."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """The shape of an option's value."""

    PATH = "a path"
    RULES = "a list of rules"
    GLOBS = "a list of globs"
    SEVERITIES = "a table from rules to severities"
    IGNORES = "a table from globs to lists of rules"


@dataclass(frozen=True, slots=True)
class Option:
    """One key: its shape, what it does, and a value as it is written."""

    name: str
    kind: Kind
    doc: str
    example: str


OFF = "off"
"""The severity of a rule that is left out."""

EVERY = frozenset({"all", "ALL"})
"""How every rule is named in a selection."""

OPTIONS = (
    Option(
        "extend",
        Kind.PATH,
        "Another configuration file that this one builds on, as a path from the folder of this one.",
        '"../retrograd.toml"',
    ),
    Option(
        "select",
        Kind.RULES,
        'The rules that hold, in place of all ("all" means every rule).',
        '["freed-graph", "no-grad-fn"]',
    ),
    Option(
        "extend-select",
        Kind.RULES,
        "Rules that hold besides the selected ones, also where a file that this one extends ignores them.",
        '["growing-graph"]',
    ),
    Option("ignore", Kind.RULES, "Rules that do not hold.", '["create-graph-leak"]'),
    Option(
        "severity",
        Kind.SEVERITIES,
        "How grave the findings of a rule are: error, warning, information, hint, or off.",
        '{ growing-graph = "error" }',
    ),
    Option(
        "exclude",
        Kind.GLOBS,
        "Files and folders that are not checked, in the way of .gitignore, counted from the folder of this file.",
        '["legacy/", "*_pb2.py"]',
    ),
    Option(
        "per-file-ignores",
        Kind.IGNORES,
        "Rules that do not hold in the files that a glob names, counted from the folder of this file.",
        '{ "tests/**" = ["growing-graph"] }',
    ),
)

BY_NAME = {option.name: option for option in OPTIONS}
