"""Text for people: each finding with a code frame of every place that explains it."""

from __future__ import annotations

from collections import Counter

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from ..findings import Severity, Site
from ..source.text import Lines
from .outcome import GRAVITY, Found, Outcome, Report, is_own, own_place, place, plural, shown, visible

STYLES = {
    Severity.ERROR: "bold red",
    Severity.WARNING: "bold yellow",
    Severity.INFORMATION: "bold blue",
    Severity.HINT: "bold cyan",
}
WIDEST = 160
"""A line of code that is wider is shown in part."""
_LEAD = 24
_TAB = 4


def show(report: Report, console: Console, quiet: bool = False) -> None:
    """Every finding and, unless `quiet`, how many there are."""
    texts: dict[str, Lines | None] = {}
    for outcome, found in report:
        _finding(console, outcome, found, _Sources(report, outcome, texts))
    if not quiet:
        console.print(summary(report), soft_wrap=True)


def summary(report: Report) -> str:
    """`3 findings in 2 files (1 error, 2 warnings).`"""
    counted = Counter(found.finding.severity for _, found in report)
    files = plural(report.files, "file")
    if not counted:
        return f"No findings in {files}."
    words = {Severity.INFORMATION: "note"}
    ordered = sorted(counted, key=lambda severity: -GRAVITY[severity])
    kinds = ", ".join(plural(counted[severity], words.get(severity, severity.value)) for severity in ordered)
    return f"{plural(counted.total(), 'finding')} in {files} ({kinds})."


class _Sources:
    """The lines that the places of one outcome are in."""

    def __init__(self, report: Report, outcome: Outcome, others: dict[str, Lines | None]) -> None:
        self._read = report.read
        self._outcome = outcome
        self._own = Lines(outcome.text)
        self._others = others

    def of(self, site: Site) -> Lines | None:
        if is_own(self._outcome, site):
            return self._own
        path = site.path or ""
        if path not in self._others:
            text = self._read(path)
            self._others[path] = None if text is None else Lines(text)
        return self._others[path]


def _finding(console: Console, outcome: Outcome, found: Found, sources: _Sources) -> None:
    said = found.finding
    style = STYLES[said.severity]
    head = Text()
    head.append(visible(f"{place(outcome, said.site)}: "), "bold")
    head.append(f"{said.severity.value}[{said.rule}]", style)
    head.append(visible(f" {said.message}"))
    console.print(head, soft_wrap=True)
    places: list[tuple[Site, str, str]] = [(r.site, r.message, "blue") for r in said.related]
    places.append((said.site, "", style))
    numbers = [place(outcome, site).row for site, _, _ in places]
    width = len(str(max(numbers)))
    here = _where(outcome, said.site)
    for number, (site, message, colour) in zip(numbers, places, strict=True):
        lines = sources.of(site)
        if lines is None:
            console.print(
                Text(f"  {'':>{width}}--> {visible(f'{place(outcome, site)}: {message}')}", "blue"), soft_wrap=True
            )
            here = ""
            continue
        if (there := _where(outcome, site)) != here:
            console.print(Text(f"  {'':>{width}}--> {visible(there)}", "blue"), soft_wrap=True)
            here = there
        _frame(console, lines, site, message, colour, f"{number:>{width}}")
    for fix in found.fixes:
        line = Text(f"  {'':>{width}} = ", "blue")
        line.append("help: ", "bold cyan")
        line.append(visible(fix.message))
        console.print(line, soft_wrap=True)
    console.print()


def _where(outcome: Outcome, site: Site) -> str:
    """The file of a site, or the cell."""
    if not is_own(outcome, site):
        return shown(site.path or "")
    cell = own_place(outcome, site.span).cell
    return outcome.name if cell is None else f"cell {cell}"


def _frame(console: Console, lines: Lines, site: Site, message: str, colour: str, number: str) -> None:
    start, end = site.span.start, site.span.end
    source = lines.line(start.line)
    first = min(start.column, len(source))
    last = min(end.column, len(source)) if end.line == start.line else len(source.rstrip())
    source, first, last = _cut(source, first, max(last, first))
    line = Text(f"  {number} | ", "blue")
    line.append(_plain(source))
    console.print(line, soft_wrap=True)
    before = cell_len(_plain(source[:first]))
    marked = max(cell_len(_plain(source[:last])) - before, 1)
    under = Text(f"  {'':>{len(number)}} | ", "blue")
    under.append(" " * before + ("-" if message else "^") * marked, colour)
    if message:
        under.append(visible(f" {message}"), colour)
    console.print(under, soft_wrap=True)


def _cut(source: str, first: int, last: int) -> tuple[str, int, int]:
    """The part of an overlong line around what is marked, and the marks in it."""
    if len(source) <= WIDEST:
        return source, first, last
    begin = max(min(first - _LEAD, len(source) - WIDEST), 0)
    finish = min(begin + WIDEST, len(source))
    head, tail = "…" if begin else "", "…" if finish < len(source) else ""
    shift = len(head) - begin
    return head + source[begin:finish] + tail, first + shift, min(last, finish) + shift


def _plain(source: str) -> str:
    return visible(source.expandtabs(_TAB))
