"""The comment that silences a finding, put where Python takes it for a comment."""

from __future__ import annotations

import re
import tokenize
from collections.abc import Iterator

from ..findings import Applicability, Edit, Finding, Fix, Position, Span
from .suppress import UNUSED
from .text import split_lines, strip_end

REMEDY = "ignore"
"""The name of this remedy in a Fix."""

_IGNORE = re.compile(r"#\s*retrograd:\s*ignore(?P<rules>\[[^\]]*\])?")
# f-strings are one token up to Python 3.11 and several from 3.12 on.
_OPENS = getattr(tokenize, "FSTRING_START", -1)
_CLOSES = getattr(tokenize, "FSTRING_END", -1)


def ignore_here(text: str, finding: Finding) -> Fix | None:
    """The edit that ignores `finding`'s rule in its statement.

    The comment goes to the finding's own line, or where that line ends inside of a string or in a backslash, to the
    first later line of the statement that can bear one. None if the text can't be tokenized so far, or no line can, and
    for findings that are about such a comment.
    """
    if finding.rule == UNUSED:
        return None
    edit = _edit(text, finding)
    if edit is None:
        return None
    message = f"Ignore {finding.rule} here"
    return Fix(REMEDY, message, (edit,), preferred=False, applicability=Applicability.SAFE)


def _edit(text: str, finding: Finding) -> Edit | None:
    lines = split_lines(text)
    try:
        line, comment = _place(lines, finding.site.line)
    except (tokenize.TokenError, SyntaxError, LookupError):
        return None
    if comment is not None and (found := _IGNORE.search(comment.string)):
        if found["rules"] is None:
            return None
        inside = Position(line, comment.start[1] + found.end("rules") - 1)
        separator = ", " if found["rules"].strip("[] ") else ""
        return Edit(Span(inside, inside), f"{separator}{finding.rule}")
    content = strip_end(lines[line - 1])
    kept = Position(line, len(content.rstrip()))
    return Edit(Span(kept, Position(line, len(content))), f"  # retrograd: ignore[{finding.rule}]")


def _place(lines: list[str], wanted: int) -> tuple[int, tokenize.TokenInfo | None]:
    """The line that takes the comment, and the comment it has already; LookupError if there is none."""
    for line, comment in _bearers(lines):
        if line >= wanted:
            return line, comment
    raise LookupError(wanted)


def _bearers(lines: list[str]) -> Iterator[tuple[int, tokenize.TokenInfo | None]]:
    """The lines at whose end a comment can stand: those that a NEWLINE or NL token ends."""
    feed = iter(lines)
    comment: tokenize.TokenInfo | None = None
    strings = 0
    for token in tokenize.generate_tokens(lambda: next(feed, "")):
        if token.type == tokenize.COMMENT:
            comment = token
        elif token.type == _OPENS:
            strings += 1
        elif token.type == _CLOSES:
            strings -= 1
        elif token.type in (tokenize.NEWLINE, tokenize.NL):
            if not strings:
                yield token.start[0], comment
            comment = None
