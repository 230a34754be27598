"""SARIF 2.1.0, for code scanning: the places of a finding are its related locations and, in their order, its code flow."""

from __future__ import annotations

import inspect
import json
import os
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import quote

from ..findings import Edit, Fix, Problem, Severity
from ..links import HOME, rule_page
from .fingerprint import fingerprints
from .outcome import Found, Outcome, Place, Report, own_place, place

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "SRCROOT"
_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "note",
    Severity.HINT: "note",
}


def render(report: Report) -> str:
    """One log with one run."""
    return json.dumps(log(report), indent=2, ensure_ascii=False) + "\n"


def log(report: Report) -> dict[str, Any]:
    """The log as an object."""
    from ..rules import all_rules

    rules = all_rules()
    index = {rule.NAME: i for i, rule in enumerate(rules)}
    results = [_result(*pair, index, mark) for pair, mark in zip(report, fingerprints(report), strict=True)]
    notes = [_notification(outcome, problem) for outcome in report.outcomes for problem in outcome.problems]
    run = {
        "tool": {
            "driver": {
                "name": "Retrograd",
                "semanticVersion": version("retrograd"),
                "informationUri": HOME,
                "rules": [_rule(rule) for rule in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ROOT: {"uri": Path.cwd().as_uri() + "/"}},
        "invocations": [
            {
                "executionSuccessful": not any(n["level"] == "error" for n in notes),
                "toolExecutionNotifications": notes,
            }
        ],
        "results": results,
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(rule: ModuleType) -> dict[str, Any]:
    text = inspect.getdoc(rule) or ""
    first, _, rest = text.partition("\n\n")
    return {
        "id": rule.NAME,
        "name": "".join(word.capitalize() for word in rule.NAME.split("-")),
        "shortDescription": {"text": " ".join(first.split())},
        "fullDescription": {"text": " ".join(first.split())},
        "help": {"text": text, "markdown": rest or text},
        "helpUri": rule_page(rule.NAME),
        "defaultConfiguration": {"level": _LEVELS[rule.SEVERITY]},
        "properties": {"tags": ["pytorch", "autograd", "correctness"], "problem.severity": _problem(rule.SEVERITY)},
    }


def _problem(severity: Severity) -> str:
    return severity.value if severity in (Severity.ERROR, Severity.WARNING) else "recommendation"


def _result(outcome: Outcome, found: Found, index: dict[str, int], fingerprint: str) -> dict[str, Any]:
    said = found.finding
    own = place(outcome, said.site)
    others = [(place(outcome, related.site), related.message) for related in said.related]
    result: dict[str, Any] = {
        "ruleId": said.rule,
        **({"ruleIndex": index[said.rule]} if said.rule in index else {}),
        "level": _LEVELS[said.severity],
        "message": {"text": said.message},
        "locations": [_location(own)],
        "partialFingerprints": {"retrograd/v1": fingerprint},
        "properties": {"cause": said.cause, "assumptions": list(said.assumptions)},
    }
    if others:
        result["relatedLocations"] = [
            {"id": i, **_location(where), "message": {"text": message}} for i, (where, message) in enumerate(others, 1)
        ]
        steps = [*others, (own, said.message)]
        flow = [{"location": {**_location(where), "message": {"text": message}}} for where, message in steps]
        result["codeFlows"] = [{"threadFlows": [{"locations": flow}]}]
    if found.fixes and outcome.notebook is None:
        result["fixes"] = [_fix(outcome, fix) for fix in found.fixes]
    return result


def _location(where: Place) -> dict[str, Any]:
    location: dict[str, Any] = {
        "physicalLocation": {"artifactLocation": _artifact(where.filename), "region": _region(where)}
    }
    if where.cell is not None:
        location["logicalLocations"] = [{"name": f"cell {where.cell}", "kind": "module"}]
    return location


def _region(where: Place) -> dict[str, int]:
    return {
        "startLine": where.row,
        "startColumn": where.column,
        "endLine": where.end_row,
        "endColumn": where.end_column,
    }


def _artifact(filename: str) -> dict[str, str]:
    if os.path.isabs(filename):
        return {"uri": Path(filename).as_uri()}
    return {"uri": quote(filename.replace("\\", "/")), "uriBaseId": _ROOT}


def _fix(outcome: Outcome, fix: Fix) -> dict[str, Any]:
    replacements = [_replacement(outcome, edit) for edit in fix.edits]
    return {
        "description": {"text": fix.message},
        "artifactChanges": [{"artifactLocation": _artifact(outcome.name), "replacements": replacements}],
        "properties": {
            "remedy": fix.remedy,
            "applicability": fix.applicability.value,
            "preferred": fix.preferred,
        },
    }


def _replacement(outcome: Outcome, edit: Edit) -> dict[str, Any]:
    return {"deletedRegion": _region(own_place(outcome, edit.span)), "insertedContent": {"text": edit.content}}


def _notification(outcome: Outcome, problem: Problem) -> dict[str, Any]:
    note: dict[str, Any] = {
        "level": "error" if problem.kind == "internal" else "warning",
        "descriptor": {"id": problem.kind},
        "message": {"text": problem.message},
    }
    if problem.site is not None:
        note["locations"] = [_location(place(outcome, problem.site))]
    else:
        note["locations"] = [{"physicalLocation": {"artifactLocation": _artifact(outcome.name)}}]
    return note
