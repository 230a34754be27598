"""The one place that knows the addresses of the project's pages."""

from __future__ import annotations

HOME = "https://github.com/retrograd-dev/retrograd"
"""Where the project is."""

ISSUES = "https://github.com/retrograd-dev/retrograd/issues"
"""Where errors of Retrograd itself are reported."""

RULE_PAGES = "https://github.com/retrograd-dev/retrograd/blob/main/docs/rules/"
"""The folder that holds one page for each rule."""

SCHEMA = "https://github.com/retrograd-dev/retrograd/raw/main/schema/retrograd.schema.json"
"""The schema of the configuration file."""


def rule_page(rule: str) -> str:
    """The address of the page that explains `rule`."""
    return f"{RULE_PAGES}{rule}.md"
