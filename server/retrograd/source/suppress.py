"""Suppression comments: `# retrograd: ignore`, `# retrograd: ignore[rule, ...] reason`, `# retrograd: skip-file`."""

from __future__ import annotations

import ast
import io
import re
import tokenize

from ..findings import Finding

_COMMENT = re.compile(r"#\s*retrograd:\s*(?P<what>ignore|skip-file)\b(?:\[(?P<rules>[^\]]*)\])?")


def comments(text: str) -> dict[int, str]:
    """Every comment that speaks to Retrograd, by line; never what stands inside a string."""
    if "retrograd:" not in text:
        return {}
    found: dict[int, str] = {}
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT and _COMMENT.search(token.string):
                found[token.start[0]] = token.string
    except (tokenize.TokenError, SyntaxError, IndentationError):
        return found
    return found


def apply(text: str, tree: ast.Module, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The findings that no comment suppresses; a comment holds for every line of its statement."""
    said = comments(text)
    if not said or not findings:
        return findings
    if any("skip-file" in c for c in said.values()):
        return ()
    return tuple(f for f in findings if not any(_speaks(said.get(n), f.rule) for n in _lines(tree, f)))


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


def _speaks(comment: str | None, rule: str) -> bool:
    if comment is None:
        return False
    match = _COMMENT.search(comment)
    if match is None or match["what"] != "ignore":
        return False
    return match["rules"] is None or rule in {r.strip() for r in match["rules"].split(",")}
