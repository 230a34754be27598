"""The JSON contract: one array of findings; rows and columns from 1, columns in code points."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from ..findings import Analysis, Finding, Fix, Position, Site
from ..links import rule_page

Offer = Callable[[Analysis, Finding], tuple[Fix, ...]]


def _place(position: Position) -> dict[str, int]:
    return {"row": position.line, "column": position.column + 1}


def _span(site: Site, filename: str) -> dict[str, Any]:
    return {
        "filename": site.path or filename,
        "location": _place(site.span.start),
        "end_location": _place(site.span.end),
    }


def finding(analysis: Analysis, found: Finding, filename: str, offer: Offer) -> dict[str, Any]:
    """One finding as the contract has it."""
    return {
        "code": found.rule,
        "cause": found.cause,
        "severity": found.severity.value,
        "message": found.message,
        **_span(found.site, filename),
        "related": [{**_span(r.site, filename), "message": r.message} for r in found.related],
        "fixes": [_fix(fix) for fix in offer(analysis, found)],
        "url": rule_page(found.rule),
    }


def _fix(fix: Fix) -> dict[str, Any]:
    return {
        "message": fix.message,
        "remedy": fix.remedy,
        "preferred": fix.preferred,
        "applicability": fix.applicability.value,
        "edits": [
            {"content": e.content, "location": _place(e.span.start), "end_location": _place(e.span.end)}
            for e in fix.edits
        ],
    }


def render(results: Iterable[tuple[str, Analysis]], offer: Offer) -> str:
    """All findings as one array."""
    return json.dumps(
        [finding(a, f, name, offer) for name, a in results for f in a.findings], indent=2, ensure_ascii=False
    )
