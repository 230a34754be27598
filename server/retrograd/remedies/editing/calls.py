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
        last = args[-1]
        wrapped = isinstance(call.whitespace_before_args, cst.ParenthesizedWhitespace)
        if isinstance(last.comma, cst.Comma):
            # the trailing comma, with the line break after it, closes the list as before
            new = new.with_changes(comma=last.comma, whitespace_after_arg=last.whitespace_after_arg)
            between = call.whitespace_before_args if wrapped else cst.SimpleWhitespace(" ")
            args[-1] = last.with_changes(comma=_comma(last.comma, between), whitespace_after_arg=plain)
        else:
            between = call.whitespace_before_args if wrapped else cst.SimpleWhitespace(" ")
            new = new.with_changes(whitespace_after_arg=last.whitespace_after_arg)
            args[-1] = last.with_changes(comma=cst.Comma(whitespace_after=between), whitespace_after_arg=plain)
    args.append(new)
    return _code(call.with_changes(args=args), source)


def _comma(old: cst.Comma, after: cst.BaseParenthesizableWhitespace) -> cst.Comma:
    """A comma between arguments, made from a trailing one: a comment behind it stays where it is."""
    if isinstance(old.whitespace_after, cst.ParenthesizedWhitespace) and isinstance(after, cst.ParenthesizedWhitespace):
        return old.with_changes(whitespace_after=after.with_changes(first_line=old.whitespace_after.first_line))
    return old.with_changes(whitespace_after=after)


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
        last = call.args[-1]
        args[-1] = args[-1].with_changes(comma=last.comma, whitespace_after_arg=last.whitespace_after_arg)
    if not args:
        changes["whitespace_before_args"] = cst.SimpleWhitespace("")
    return _code(call.with_changes(**changes), source)


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
