"""Edits to the arguments of a call, on libcst: everything else in the call stays as it is written."""

from __future__ import annotations

import ast
import re

import libcst as cst

from ...findings import Edit, Span
from .program import Program


def with_argument(source: str, name: str, value: str) -> str | None:
    """A call with `name=value`: replaced where it is given, else added last, wrapped as the call is."""
    call = _parse(source)
    if call is None or any(a.star == "**" for a in call.args):
        return None
    args = list(call.args)
    for i, arg in enumerate(args):
        if arg.keyword is not None and arg.keyword.value == name:
            args[i] = arg.with_changes(value=cst.parse_expression(value))
            return _code(call.with_changes(args=args), source)
    plain = cst.SimpleWhitespace("")
    new = cst.Arg(cst.parse_expression(value), cst.Name(name), equal=cst.AssignEqual(plain, plain))
    if args:
        last, opening = args[-1], call.whitespace_before_args
        if isinstance(last.comma, cst.Comma):
            between, closing = _split(last.comma.whitespace_after, opening)
            new = new.with_changes(comma=cst.Comma(whitespace_after=closing))
            args[-1] = last.with_changes(comma=last.comma.with_changes(whitespace_after=between))
        else:
            between, closing = _split(last.whitespace_after_arg, opening)
            new = new.with_changes(whitespace_after_arg=closing)
            args[-1] = last.with_changes(comma=cst.Comma(whitespace_after=between), whitespace_after_arg=plain)
    args.append(new)
    return _code(call.with_changes(args=args), source)


def _split(
    end: cst.BaseParenthesizableWhitespace, opening: cst.BaseParenthesizableWhitespace
) -> tuple[cst.BaseParenthesizableWhitespace, cst.BaseParenthesizableWhitespace]:
    """What stands before the closing bracket, as what stands between two arguments and what closes after the new one.

    A comment behind the last argument stays behind it; a call that has each argument on a line of its own stays so.
    """
    if not isinstance(end, cst.ParenthesizedWhitespace):
        wrapped = isinstance(opening, cst.ParenthesizedWhitespace)
        return (_without_comments(opening) if wrapped else cst.SimpleWhitespace(" ")), end
    inner = opening if isinstance(opening, cst.ParenthesizedWhitespace) else end
    between = end.with_changes(indent=inner.indent, last_line=inner.last_line)
    return between, _without_comments(end)


def _without_comments(space: cst.BaseParenthesizableWhitespace) -> cst.BaseParenthesizableWhitespace:
    assert isinstance(space, cst.ParenthesizedWhitespace)
    blank = cst.TrailingWhitespace(cst.SimpleWhitespace(""), None, space.first_line.newline)
    return space.with_changes(first_line=blank, empty_lines=[])


def without_argument(source: str, name: str) -> str | None:
    """A call without the keyword argument `name`; None where it has none."""
    call = _parse(source)
    if call is None:
        return None
    args = [a for a in call.args if a.keyword is None or a.keyword.value != name]
    if len(args) == len(call.args):
        return None
    changes: dict[str, object] = {"args": args}
    if args and call.args[-1] is not args[-1]:
        args[-1] = _closing(args[-1], call.args[-1])
    if not args:
        changes["whitespace_before_args"] = cst.SimpleWhitespace("")
    return _code(call.with_changes(**changes), source)


def _closing(arg: cst.Arg, last: cst.Arg) -> cst.Arg:
    """An argument that becomes the last one in the place of `last`, with the comment behind it."""
    own = arg.comma.whitespace_after if isinstance(arg.comma, cst.Comma) else arg.whitespace_after_arg
    with_comma = isinstance(last.comma, cst.Comma)
    end = last.comma.whitespace_after if isinstance(last.comma, cst.Comma) else last.whitespace_after_arg
    if isinstance(own, cst.ParenthesizedWhitespace) and isinstance(end, cst.ParenthesizedWhitespace):
        end = end.with_changes(first_line=own.first_line)
    if with_comma and isinstance(arg.comma, cst.Comma):
        return arg.with_changes(comma=arg.comma.with_changes(whitespace_after=end))
    return arg.with_changes(comma=cst.MaybeSentinel.DEFAULT, whitespace_after_arg=end)


def replaced(program: Program, call: ast.Call, new: str | None) -> Edit | None:
    """The edit from a call to another text for it, cut down to what differs; None where nothing does."""
    if new is None:
        return None
    span = program.span(call)
    old = program.cut(span)
    return None if new == old else minimal(program, span, old, new)


def minimal(program: Program, span: Span, old: str, new: str) -> Edit:
    """The replacement of `old` (the text of `span`) by `new`, cut down to what differs."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    base = program.lines.offset(span.start)
    cut = Span(program.place(base + start), program.place(base + len(old) - end))
    return Edit(cut, new[start : len(new) - end])


def _parse(source: str) -> cst.Call | None:
    try:
        node = cst.parse_expression(source)
    except cst.ParserSyntaxError:
        return None
    return node if isinstance(node, cst.Call) else None


def _code(call: cst.Call, source: str) -> str:
    newline = re.search(r"\r\n|\r|\n", source)
    return cst.Module([], default_newline=newline.group() if newline else "\n").code_for_node(call)
