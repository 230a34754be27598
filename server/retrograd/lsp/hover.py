"""The life of a graph, told where a backward or grad call is pointed at, and the story of a finding."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from lsprotocol import types

from ..findings import Analysis, Built, Finding, Position, Run, Site
from ..links import rule_page
from ..source.text import split_lines
from .places import Places
from .positions import contains
from .rule_texts import rule_text

MOST_PLACES = 12
"""How many places that built a graph are listed; the rest is counted."""

LONGEST_CALL = 60
"""How many characters of a call are quoted at most."""

_CODE = re.compile(r"(`[^`]*`)")
_SPECIAL = re.compile(r"([\\*_{}\[\]<>#|~])")


@dataclass(frozen=True)
class Page:
    """Writes for one client: Markdown, or the same words plain."""

    places: Places
    markdown: bool
    rule_text: Callable[[str], str] = rule_text

    def text(self, words: str) -> str:
        """Plain words, in which backquotes mark code."""
        if not self.markdown:
            return words
        parts = _CODE.split(words)
        return "".join(part if part.startswith("`") else _SPECIAL.sub(r"\\\1", part) for part in parts)

    def strong(self, words: str) -> str:
        """Words that stand out."""
        return f"**{self.text(words)}**" if self.markdown else words

    def link(self, words: str, target: str) -> str:
        """Words that lead somewhere."""
        return f"[{self.text(words)}]({target})" if self.markdown else f"{words} ({target})"

    def where(self, site: Site) -> str:
        """A place that one can go to, if it has an address."""
        label = self.places.label(site)
        location = self.places.location(site)
        if self.markdown and location.uri.startswith("file:"):
            target = location.uri.replace("(", "%28").replace(")", "%29")
            return self.link(label, f"{target}#L{location.range.start.line + 1}")
        return self.text(label)

    def answer(self, sections: list[str], range_: types.Range) -> types.Hover:
        """The whole hover."""
        if self.markdown:
            content = types.MarkupContent(types.MarkupKind.Markdown, "\n\n---\n\n".join(sections))
        else:
            content = types.MarkupContent(types.MarkupKind.PlainText, "\n\n".join(sections))
        return types.Hover(content, range_)


def hover(analysis: Analysis, position: Position, page: Page) -> types.Hover | None:
    """What there is to say about `position`: the findings that are there, then the innermost run."""
    findings = [finding for finding in analysis.findings if _at(finding.site, analysis, position)]
    runs = [run for run in analysis.runs if _at(run.site, analysis, position)]
    runs = sorted(runs, key=lambda run: run.site.span.start, reverse=True)[:1]
    sections = [_finding(finding, page) for finding in findings] + [_run(run, analysis, page) for run in runs]
    if not sections:
        return None
    site = findings[0].site if findings else runs[0].site
    return page.answer(sections, page.places.location(site).range)


def _at(site: Site, analysis: Analysis, position: Position) -> bool:
    return site.path in (None, analysis.path) and contains(site.span, position)


def _finding(finding: Finding, page: Page) -> str:
    rule = page.link(finding.rule, rule_page(finding.rule))
    lines = [f"{page.strong(finding.severity.value)}: {page.text(finding.message)}"]
    if finding.related:
        related = (f"- {page.where(related.site)}: {page.text(related.message)}" for related in finding.related)
        lines.append("\n".join(related))
    if finding.assumptions:
        lines.append(page.text("Assumed: " + "; ".join(finding.assumptions) + "."))
    if explanation := page.rule_text(finding.rule):
        lines.append(explanation)
    lines.append(f"Rule {rule}")
    return "\n\n".join(lines)


def _run(run: Run, analysis: Analysis, page: Page) -> str:
    lines = [page.strong(f"The graph of `{_source(run, analysis)}`")]
    if run.built:
        by_place: dict[str, list[Built]] = {}
        for built in run.built:
            by_place.setdefault(page.where(built.site), []).append(built)
        items = [f"- {place}: {page.text(_operations(operations))}" for place, operations in by_place.items()]
        lines.append(page.text("It goes back through"))
        lines.append("\n".join(items[:MOST_PLACES]))
        if len(items) > MOST_PLACES:
            lines.append(page.text(f"and {len(items) - MOST_PLACES} places more."))
    lines.append(_fate(run, _again(run, analysis, page)))
    return "\n\n".join(lines)


def _source(run: Run, analysis: Analysis) -> str:
    """The call as it is written, if it is short; else its kind."""
    start, end = run.site.span.start, run.site.span.end
    lines = split_lines(analysis.text)
    if start.line != end.line or start.line > len(lines) or "`" in lines[start.line - 1]:
        return run.call
    return lines[start.line - 1][start.column : end.column] if end.column - start.column <= LONGEST_CALL else run.call


def _operations(operations: list[Built]) -> str:
    keeping = dict.fromkeys(f"`{built.operation}`" for built in operations if built.keeps)
    others = dict.fromkeys(f"`{built.operation}`" for built in operations if not built.keeps)
    parts = []
    if keeping:
        parts.append(f"{', '.join(keeping)} {'keep' if len(keeping) > 1 else 'keeps'} tensors")
    if others:
        parts.append(f"{', '.join(others)} {'keep' if len(others) > 1 else 'keeps'} nothing")
    return "; ".join(parts)


def _again(run: Run, analysis: Analysis, page: Page) -> str:
    """Where the graph of `run` is gone through again, be it to no good end; "" if nowhere."""
    failing = [finding.run for finding in analysis.findings if finding.run is not None and finding.freed == run.site]
    elsewhere = [site for site in (*run.used_again, *failing) if site != run.site]
    places = list(dict.fromkeys(f"in {page.where(site)}" for site in elsewhere))
    if len(elsewhere) < len(run.used_again) + len(failing):
        places.append("here, in a later pass")
    return " and ".join([", ".join(places[:-1]), places[-1]] if len(places) > 1 else places)


def _fate(run: Run, again: str) -> str:
    if not run.frees:
        if again:
            return f"The graph is kept here, and gone through again {again}."
        return "The graph is kept here, and no later call goes through it again."
    if run.built and not any(built.keeps for built in run.built):
        return "None of this keeps tensors: there is nothing to free, and it can be gone through again."
    if again:
        return f"The tensors it keeps are freed here, and it is gone through again {again}."
    return "The tensors it keeps are freed here, and no later call goes through it again."
