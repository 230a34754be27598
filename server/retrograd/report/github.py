"""Workflow commands of GitHub Actions: each finding becomes an annotation of the pull request."""

from __future__ import annotations

from ..findings import Severity
from .outcome import Found, Outcome, Report, place

_COMMANDS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "notice",
    Severity.HINT: "notice",
}


def render(report: Report) -> str:
    """One command a finding."""
    return "".join(_command(*pair) for pair in report)


def _command(outcome: Outcome, found: Found) -> str:
    said = found.finding
    where = place(outcome, said.site)
    fields = {"title": f"Retrograd ({said.rule})", "file": where.filename}
    if where.cell is None:
        fields.update(line=str(where.row), endLine=str(where.end_row))
        # GitHub takes columns for those of one line only.
        if where.row == where.end_row:
            fields.update(col=str(where.column), endColumn=str(where.end_column))
    elsewhere = [f"{place(outcome, r.site)}: {r.message}" for r in said.related]
    message = "\n".join([f"{where}: {said.message}", *elsewhere])
    properties = ",".join(f"{name}={_property(value)}" for name, value in fields.items())
    return f"::{_COMMANDS[said.severity]} {properties}::{_data(message)}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
