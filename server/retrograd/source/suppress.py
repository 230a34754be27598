"""Suppression comments: `# retrograd: ignore`, `# retrograd: ignore[rule, ...] reason`, `# retrograd: skip-file`."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..findings import Applicability, Edit, Finding, Fix, Position, Severity, Site, Span
from .text import Lines

UNUSED = "unused-suppression"
"""The rule of comments that suppress nothing."""

_COMMENT = re.compile(r"#\s*retrograd:\s*(?P<what>ignore|skip-file)\b(?:\[(?P<rules>[^\]]*)\])?")
_NAME = re.compile(r"[^\s,]+")


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment that speaks to Retrograd: its line, its columns up to the next comment on it, and what it names.

    `rules` are the names in brackets with the columns they begin in; None where there are no brackets.
    """

    line: int
    column: int
    end: int
    skips: bool
    rules: tuple[tuple[str, int], ...] | None

    def names(self, rule: str) -> bool:
        """Whether findings of `rule` are suppressed."""
        return not self.skips and (self.rules is None or any(name == rule for name, _ in self.rules))

    @property
    def span(self) -> Span:
        """The whole comment."""
        return Span(Position(self.line, self.column), Position(self.line, self.end))


def comments(text: str) -> tuple[Comment, ...]:
    """Every comment that speaks to Retrograd, in order; never what stands inside a string."""
    if "retrograd:" not in text:
        return ()
    found: list[Comment] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text, newline="").readline):
            if token.type == tokenize.COMMENT:
                found.extend(_read(token))
    except (tokenize.TokenError, SyntaxError):
        pass
    return tuple(found)


def _read(token: tokenize.TokenInfo) -> Iterator[Comment]:
    line, base = token.start
    for match in _COMMENT.finditer(token.string):
        following = token.string.find("#", match.end())
        said = token.string[match.start() : None if following < 0 else following].rstrip()
        rules = None
        if match["rules"] is not None:
            start = base + match.start("rules")
            rules = tuple((name[0], start + name.start()) for name in _NAME.finditer(match["rules"]))
        column = base + match.start()
        yield Comment(line, column, column + len(said), match["what"] == "skip-file", rules)


@dataclass(frozen=True, slots=True)
class Suppressed:
    """The findings that no comment suppresses, and what each comment has suppressed, by its place among the comments."""

    findings: tuple[Finding, ...]
    used: tuple[frozenset[str], ...]


def apply(tree: ast.Module, said: tuple[Comment, ...], findings: tuple[Finding, ...]) -> Suppressed:
    """Leave out what a comment suppresses; a comment holds for every line of its statement."""
    used: list[set[str]] = [set() for _ in said]
    skipping = any(comment.skips for comment in said)
    kept: list[Finding] = []
    for finding in findings:
        lines = _lines(tree, finding) if said else range(0)
        speaking = [i for i, c in enumerate(said) if c.skips or (c.line in lines and c.names(finding.rule))]
        for i in speaking:
            used[i].add(finding.rule)
        if not speaking and not skipping:
            kept.append(finding)
    return Suppressed(tuple(kept), tuple(frozenset(rules) for rules in used))


def _lines(tree: ast.Module, finding: Finding) -> range:
    """The lines of the innermost statement around a finding (of a compound one, its head)."""
    start, end = finding.site.span.start.line, finding.site.span.end.line
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node.lineno <= finding.site.line <= (node.end_lineno or node.lineno):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if isinstance(body, list) and body else node.end_lineno or node.lineno
            if node.lineno <= finding.site.line <= max(last, node.lineno):
                start, end = min(start, node.lineno) if not body else node.lineno, max(end, last)
    return range(start, end + 1)


def unused(
    said: tuple[Comment, ...], used: tuple[frozenset[str], ...], known: Iterable[str], holding: Iterable[str]
) -> Iterator[Finding]:
    """What is of no use in comments: a rule that is suppressed nowhere or that is none, or the whole comment.

    `known` are all rules, `holding` those that were looked for: of others nobody can say whether they would be found.
    """
    known, holding = frozenset(known), frozenset(holding)
    for comment, suppressed in zip(said, used):
        if comment.names(UNUSED) and comment.rules is not None:
            continue
        if comment.rules is None:
            if not suppressed and known <= holding:
                what = "nothing in this file" if comment.skips else "nothing in this statement"
                yield _finding(comment.span, "whole-comment", f"The comment suppresses {what}: remove it.")
            continue
        for name, column in comment.rules:
            span = Span(Position(comment.line, column), Position(comment.line, column + len(name)))
            if name not in known:
                yield _finding(span, "unknown-rule", f'The comment suppresses "{name}", and there is no such rule.')
            elif name in holding and name not in suppressed:
                message = f"The comment suppresses {name}, which is not found in this statement: remove it."
                yield _finding(span, "unused-rule", message)


def _finding(span: Span, cause: str, message: str) -> Finding:
    return Finding(UNUSED, cause, Severity.WARNING, message, Site(None, span))


def removal(text: str, finding: Finding) -> Fix | None:
    """The edit that takes away what `finding` says is of no use; None where no such comment is there."""
    place = finding.site.span
    for comment in comments(text):
        if comment.line != place.start.line or not comment.column <= place.start.column <= comment.end:
            continue
        left = [name for name, column in comment.rules or () if column != place.start.column]
        if comment.rules is None or not left:
            return Fix("remove_suppression", "Remove the comment", (_without(text, comment),), True, Applicability.SAFE)
        first, (last, column) = comment.rules[0][1], comment.rules[-1]
        inside = Span(Position(comment.line, first), Position(comment.line, column + len(last)))
        gone = next(name for name, at in comment.rules if at == place.start.column)
        edit = Edit(inside, ", ".join(left))
        return Fix("remove_suppression", f"Remove {gone} from the comment", (edit,), True, Applicability.SAFE)
    return None


def _without(text: str, comment: Comment) -> Edit:
    """Takes a comment away, with the blanks before it; with its line, where nothing else is on it."""
    line = Lines(text).line(comment.line)
    before, after = line[: comment.column], line[comment.end :]
    if not before.strip() and not after.strip():
        return Edit(Span(Position(comment.line, 0), Position(comment.line + 1, 0)), "")
    start = comment.column if after.strip() else len(before.rstrip())
    end = comment.end + (len(after) - len(after.lstrip()) if after.strip() else 0)
    return Edit(Span(Position(comment.line, start), Position(comment.line, end)), "")
