"""The life of a graph, told where a backward or grad call is pointed at, and the story of a finding."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from lsprotocol import types

from ..findings import Analysis, Built, Finding, Position, Run, Site
from ..links import rule_page
from .places import Places
from .positions import contains
from .rule_texts import rule_text

MOST_OPERATIONS = 12
"""How many operations of a graph are listed; the rest is counted."""

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
    sections = [_finding(finding, page) for finding in findings] + [_run(run, page) for run in runs]
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


def _run(run: Run, page: Page) -> str:
    lines = [page.strong(f"The graph of `{run.call}`")]
    if run.built:
        lines.append(page.text("It goes back through"))
        lines.append("\n".join(f"- {_operation(built, page)}" for built in run.built[:MOST_OPERATIONS]))
        if len(run.built) > MOST_OPERATIONS:
            lines.append(page.text(f"and {len(run.built) - MOST_OPERATIONS} operations more."))
    lines.append(_fate(run, page))
    return "\n\n".join(lines)


def _operation(built: Built, page: Page) -> str:
    kept = "keeps tensors" if built.keeps else "keeps nothing"
    return f"{page.text(f'`{built.operation}`')} in {page.where(built.site)}, {kept}"


def _fate(run: Run, page: Page) -> str:
    again = _places(run.used_again, page)
    keeping = sum(built.keeps for built in run.built)
    if not run.frees:
        if again:
            return f"The graph is kept here, and gone through again in {again}."
        return page.text("The graph is kept here, and nothing goes through it again.")
    if run.built and not keeping:
        return page.text("None of this keeps tensors: there is nothing to free, and it can be gone through again.")
    freed = "The tensors it keeps are freed here"
    return f"{freed}, and it is gone through again in {again}." if again else f"{freed}; nothing goes through it again."


def _places(sites: tuple[Site, ...], page: Page) -> str:
    places = list(dict.fromkeys(page.where(site) for site in sites))
    return " and ".join([", ".join(places[:-1]), places[-1]] if len(places) > 1 else places)
