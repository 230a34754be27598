"""Text in few lines: one a finding, alone or grouped by file."""

from __future__ import annotations

import itertools

from .outcome import Found, Outcome, Report, place, visible


def line(outcome: Outcome, found: Found) -> str:
    """`file:row:column: severity[rule] message`."""
    said = found.finding
    return visible(f"{place(outcome, said.site)}: {said.severity.value}[{said.rule}] {said.message}")


def render(report: Report) -> str:
    """One line a finding."""
    return "".join(f"{line(*pair)}\n" for pair in report)


def render_grouped(report: Report) -> str:
    """The findings of each file below its name, in columns."""
    parts = []
    for name, pairs in itertools.groupby(report, key=lambda pair: pair[0].name):
        rows = [_row(outcome, found) for outcome, found in pairs]
        widths = [max(len(row[i]) for row in rows) for i in range(2)]
        parts.append(
            f"{visible(name)}:\n" + "".join(f"  {a:<{widths[0]}}  {b:<{widths[1]}}  {c}\n" for a, b, c in rows)
        )
    return "\n".join(parts)


def _row(outcome: Outcome, found: Found) -> tuple[str, str, str]:
    said = found.finding
    where = place(outcome, said.site)
    cell = f"cell {where.cell}:" if where.cell is not None else ""
    return f"{cell}{where.row}:{where.column}", f"{said.severity.value}[{said.rule}]", visible(said.message)
