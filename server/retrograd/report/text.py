"""Text for a terminal: each finding with a code frame of every place that explains it."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from ..findings import Analysis, Finding, Fix, Severity, Site
from ..source.text import Lines

STYLES = {
    Severity.ERROR: "bold red",
    Severity.WARNING: "bold yellow",
    Severity.INFORMATION: "bold blue",
    Severity.HINT: "bold cyan",
}


def concise(name: str, finding: Finding) -> str:
    """One line a finding."""
    start = finding.site.span.start
    return f"{name}:{start.line}:{start.column + 1}: {finding.severity.value}[{finding.rule}] {finding.message}"


def full(
    console: Console,
    name: str,
    analysis: Analysis,
    finding: Finding,
    read: Callable[[str], str | None],
    fixes: tuple[Fix, ...],
) -> None:
    """A finding with its code frames and the titles of its fixes."""
    start = finding.site.span.start
    style = STYLES[finding.severity]
    head = Text()
    head.append(f"{name}:{start.line}:{start.column + 1}: ", "bold")
    head.append(f"{finding.severity.value}[{finding.rule}]", style)
    head.append(f" {finding.message}")
    console.print(head, soft_wrap=True)
    places: list[tuple[Site, str, str]] = [(r.site, r.message, "blue") for r in finding.related]
    places.append((finding.site, "", style))
    width = len(str(max(site.span.end.line for site, _, _ in places)))
    for site, message, colour in places:
        text = analysis.text if site.path in (None, analysis.path) else read(site.path)
        if text is not None:
            _frame(console, Lines(text), site, message, colour, width)
    for fix in fixes:
        line = Text("  = ", "blue")
        line.append("help: ", "bold cyan")
        line.append(fix.message)
        console.print(line, soft_wrap=True)
    console.print()


def _frame(console: Console, lines: Lines, site: Site, message: str, colour: str, width: int) -> None:
    start, end = site.span.start, site.span.end
    source = lines.line(start.line)
    last = end.column if end.line == start.line else len(source)
    line = Text(f"  {start.line:>{width}} | ", "blue")
    line.append(source.expandtabs(4))
    console.print(line, soft_wrap=True)
    before = len(source[: start.column].expandtabs(4))
    marked = max(len(source[:last].expandtabs(4)) - before, 1)
    under = Text(f"  {'':>{width}} | ", "blue")
    under.append(" " * before + ("^" if not message else "-") * marked, colour)
    if message:
        under.append(f" {message}", colour)
    console.print(under, soft_wrap=True)
