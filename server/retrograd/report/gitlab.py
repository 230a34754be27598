"""GitLab's code quality report."""

from __future__ import annotations

import json
from typing import Any

from ..findings import Severity
from .fingerprint import fingerprints
from .outcome import Found, Outcome, Report, place

_SEVERITIES = {
    Severity.ERROR: "critical",
    Severity.WARNING: "major",
    Severity.INFORMATION: "minor",
    Severity.HINT: "info",
}


def render(report: Report) -> str:
    """One array of issues; a fingerprint stays the same while lines move."""
    issues = [_issue(*pair, mark) for pair, mark in zip(report, fingerprints(report), strict=True)]
    return json.dumps(issues, indent=2, ensure_ascii=False) + "\n"


def _issue(outcome: Outcome, found: Found, fingerprint: str) -> dict[str, Any]:
    said = found.finding
    where = place(outcome, said.site)
    return {
        "description": said.message,
        "check_name": said.rule,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[said.severity],
        "location": {
            "path": where.filename.replace("\\", "/"),
            "positions": {
                "begin": {"line": where.row, "column": where.column},
                "end": {"line": where.end_row, "column": where.end_column},
            },
        },
    }
