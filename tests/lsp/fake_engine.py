"""A small engine that stands in for the real one where the server is tested and not the analysis.

It reports each `NAME.backward()` after the first one of the same name, and obeys words in comments: `# explode` raises,
`# die` ends the process, `# sleep SECONDS` takes its time, `# print` prints, `# needs PATH` reads a file, `# no fixes`,
`# fixes take SECONDS` and `# unsafe` are about the fixes.
"""

from __future__ import annotations

import ast
import os
import re
import time
from collections.abc import Callable

from retrograd.config import DEFAULT, Config
from retrograd.findings import (
    Analysis,
    Applicability,
    Built,
    Edit,
    Finding,
    Fix,
    Position,
    Problem,
    Related,
    Run,
    Severity,
    Site,
    Span,
)

RULE = "freed-graph"
_CALL = re.compile(r"(\w+)\.backward\((retain_graph=True)?\)")


def analyze(
    text: str,
    path: str | None = None,
    config: Config = DEFAULT,
    sources: Callable[[str], str | None] | None = None,
) -> Analysis:
    """Look for repeated calls, line by line."""
    if nap := re.search(r"# sleep ([\d.]+)", text):
        time.sleep(float(nap[1]))
    if "# explode" in text:
        raise ValueError("the fake engine was told to explode")
    if "# die" in text:
        os._exit(3)
    if "# print" in text:
        print("Content-Length: 3\r\n\r\n{}", flush=True)
    dependencies = tuple(re.findall(r"# needs (\S+)", text))
    try:
        ast.parse(text)
    except SyntaxError as error:
        return Analysis(path, text, problems=(Problem(None, str(error)),))
    calls = [
        (number, call) for number, line in enumerate(text.split("\n"), 1) if (call := _CALL.search(line)) is not None
    ]
    runs = tuple(_run(number, call, text, path) for number, call in calls)
    findings: list[Finding] = []
    first: dict[str, Site] = {}
    for number, call in calls:
        site = _site(number, call, path)
        if call[1] in first and RULE not in config.ignore:
            findings.append(_finding(site, first[call[1]], text, config))
        first.setdefault(call[1], site)
    if sources is not None:
        for dependency in dependencies:
            findings += _foreign(dependency, sources(dependency), path)
    return Analysis(path, text, tuple(findings), (), runs, dependencies)


def offer(analysis: Analysis, finding: Finding, sources: Callable[[str], str | None] | None = None) -> tuple[Fix, ...]:
    """Delete the call, or keep the graph."""
    if "# no fixes" in analysis.text:
        raise ValueError("the fake engine was told not to mend")
    if nap := re.search(r"# fixes take ([\d.]+)", analysis.text):
        time.sleep(float(nap[1]))
    assert finding.freed is not None
    line = finding.site.line
    safety = Applicability.UNSAFE if "# unsafe" in analysis.text else Applicability.SAFE
    end = finding.freed.span.end
    inside = Position(end.line, end.column - 1)
    return (
        Fix("delete", "Delete this call", (Edit(Span(Position(line, 0), Position(line + 1, 0)), ""),), True, safety),
        Fix("retain_graph", "Keep the graph", (Edit(Span(inside, inside), "retain_graph=True"),)),
    )


def _site(number: int, call: re.Match[str], path: str | None) -> Site:
    return Site(path, Span(Position(number, call.start()), Position(number, call.end())))


def _finding(site: Site, freed: Site, text: str, config: Config) -> Finding:
    built = Site(site.path, Span(Position(1, 0), Position(1, len(text.split("\n")[0]))))
    return Finding(
        rule=RULE,
        cause="double-call",
        severity=config.severity.get(RULE, Severity.ERROR),
        message="This backward goes through a graph that is gone",
        site=site,
        run=site,
        freed=freed,
        built=built,
        related=(Related(built, "built here"), Related(freed, "freed here")),
    )


def _foreign(dependency: str, text: str | None, path: str | None) -> list[Finding]:
    """A finding in line 1 that points at the last line of another file, from behind the first space of it."""
    if text is None:
        return []
    lines = text.split("\n")
    start = lines[-1].find(" ") + 1
    there = Site(dependency, Span(Position(len(lines), start), Position(len(lines), len(lines[-1]))))
    here = Site(path, Span(Position(1, 0), Position(1, 1)))
    message = f"{dependency} has {len(lines)} lines"
    return [Finding("stale-forward", "x", Severity.HINT, message, here, related=(Related(there, "there"),))]


def _run(number: int, call: re.Match[str], text: str, path: str | None) -> Run:
    first = Site(path, Span(Position(1, 0), Position(1, len(text.split("\n")[0]))))
    later = tuple(
        _site(other, found, path)
        for other, line in enumerate(text.split("\n"), 1)
        if other > number and (found := _CALL.search(line)) and found[1] == call[1]
    )
    return Run(_site(number, call, path), call[0], not call[2], (Built(first, "mul", True),), later)
