"""The JSON contract: one array of findings; rows and columns from 1, columns in code points."""

from __future__ import annotations

import json
from typing import Any

from ..findings import Fix
from ..links import rule_page
from .outcome import Found, Outcome, Place, Report, own_place, place


def _span(where: Place) -> dict[str, Any]:
    return {
        "location": {"row": where.row, "column": where.column},
        "end_location": {"row": where.end_row, "column": where.end_column},
    }


def _site(where: Place) -> dict[str, Any]:
    cell = {} if where.cell is None else {"cell": where.cell}
    return {"filename": where.filename, **cell, **_span(where)}


def finding(outcome: Outcome, found: Found) -> dict[str, Any]:
    """One finding as the contract has it; in a notebook, every place also has its `cell`, and rows count from its first."""
    said = found.finding
    return {
        "code": said.rule,
        "cause": said.cause,
        "severity": said.severity.value,
        "message": said.message,
        **_site(place(outcome, said.site)),
        "related": [{**_site(place(outcome, r.site)), "message": r.message} for r in said.related],
        "fixes": [_fix(outcome, fix) for fix in found.fixes],
        "url": rule_page(said.rule),
    }


def _fix(outcome: Outcome, fix: Fix) -> dict[str, Any]:
    return {
        "message": fix.message,
        "remedy": fix.remedy,
        "preferred": fix.preferred,
        "applicability": fix.applicability.value,
        "edits": [_edit(outcome, edit.content, own_place(outcome, edit.span)) for edit in fix.edits],
    }


def _edit(outcome: Outcome, content: str, where: Place) -> dict[str, Any]:
    cell = {} if where.cell is None else {"cell": where.cell}
    return {"content": content, **cell, **_span(where)}


def render(report: Report) -> str:
    """All findings as one array."""
    return json.dumps([finding(*pair) for pair in report], indent=2, ensure_ascii=False) + "\n"


def render_lines(report: Report) -> str:
    """One finding a line."""
    return "".join(json.dumps(finding(*pair), ensure_ascii=False) + "\n" for pair in report)
