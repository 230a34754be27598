"""A text under repair: its syntax tree with parents and blocks, and the way from a site of a finding to its nodes."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from typing import Union

from ...findings import Position, Site, Span
from ...source.parse import parse
from ...source.text import Lines

Loop = Union[ast.For, ast.AsyncFor, ast.While]
Function = Union[ast.FunctionDef, ast.AsyncFunctionDef]
LOOPS = (ast.For, ast.AsyncFor, ast.While)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_BLOCKS = ("body", "orelse", "finalbody")


class Program:
    """One text. Where it does not parse whole, the tree holds the top-level statements that do."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = Lines(text)
        self.tree = parse(text).tree
        self.parents: dict[ast.AST, ast.AST] = {}
        self.blocks: dict[ast.stmt, list[ast.stmt]] = {}
        self.nodes = list(ast.walk(self.tree))
        for node in self.nodes:
            for child in ast.iter_child_nodes(node):
                self.parents[child] = node
            for name in _BLOCKS:
                body = getattr(node, name, None)
                if isinstance(body, list):
                    self.blocks.update((s, body) for s in body)

    @functools.cached_property
    def newline(self) -> str:
        """The line end that the text uses first."""
        found = re.search(r"\r\n|\r|\n", self.text)
        return found.group() if found else "\n"

    @functools.cached_property
    def unit(self) -> str:
        """One level of indentation, as the text has it first."""
        for stmt, block in self.blocks.items():
            parent = self.parents[block[0]]
            if isinstance(parent, ast.stmt) and stmt.lineno > parent.lineno:
                inner, outer = self.indent(stmt), self.indent(parent)
                if inner.startswith(outer) and inner != outer:
                    return inner.removeprefix(outer)
        return "    "

    # --- positions

    def position(self, line: int, column: int) -> Position:
        """A place of the syntax tree (its columns are UTF-8 bytes) in code points."""
        text = self.lines.line(line)
        return Position(line, column if text.isascii() else len(text.encode()[:column].decode("utf-8", "ignore")))

    def span(self, node: ast.AST) -> Span:
        """The span of a statement or an expression."""
        return Span(
            self.position(node.lineno, node.col_offset),  # type: ignore[attr-defined]
            self.position(node.end_lineno, node.end_col_offset),  # type: ignore[attr-defined]
        )

    def source(self, node: ast.AST) -> str:
        """A node as it is written."""
        return self.cut(self.span(node))

    def cut(self, span: Span) -> str:
        """The text in a span."""
        return self.text[self.lines.offset(span.start) : self.lines.offset(span.end)]

    def place(self, offset: int) -> Position:
        """The position of an index of the text."""
        return self.lines.place(offset)

    def indent(self, stmt: ast.AST) -> str:
        """The white space that begins the line of a statement."""
        line = self.lines.line(stmt.lineno)  # type: ignore[attr-defined]
        return line[: len(line) - len(line.lstrip(" \t\f"))]

    # --- from sites to nodes

    def node_at(self, site: Site | None, *kinds: type[ast.AST]) -> ast.AST | None:
        """The outermost node of one of these kinds that has exactly the span of a site."""
        if site is None:
            return None
        for top in self.tree.body:
            if top.lineno <= site.span.start.line <= (top.end_lineno or top.lineno) or _decorated(top, site):
                for node in ast.walk(top):
                    if (
                        isinstance(node, kinds)
                        and getattr(node, "lineno", None) == site.span.start.line
                        and self.span(node) == site.span
                    ):
                        return node
        return None

    def call_at(self, site: Site | None) -> ast.Call | None:
        """The call of a site."""
        found = self.node_at(site, ast.Call)
        return found if isinstance(found, ast.Call) else None

    def loop_at(self, site: Site | None) -> Loop | None:
        """The loop statement of a site."""
        found = self.node_at(site, *LOOPS)
        return found if isinstance(found, LOOPS) else None

    def statement_at(self, site: Site | None) -> ast.stmt | None:
        """The innermost statement around a site."""
        if site is None:
            return None
        best: ast.stmt | None = None
        block: list[ast.stmt] = self.tree.body
        while block:
            inside = next((s for s in block if self._covers(s, site.span)), None)
            if inside is None:
                break
            best = inside
            block = [s for child in _inner_blocks(inside) for s in child]
        return best

    def _covers(self, stmt: ast.stmt, span: Span) -> bool:
        if not stmt.lineno <= span.start.line <= (stmt.end_lineno or stmt.lineno):
            return False
        own = self.span(stmt)
        return own.start <= span.start and span.end <= own.end

    def statement_of(self, node: ast.AST) -> ast.stmt | None:
        """The innermost statement that holds a node."""
        at: ast.AST | None = node
        while at is not None and not (isinstance(at, ast.stmt) and at in self.blocks):
            at = self.parents.get(at)
        return at if isinstance(at, ast.stmt) else None

    # --- around a node

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        """What holds a node, innermost first."""
        at = self.parents.get(node)
        while at is not None:
            yield at
            at = self.parents.get(at)

    def function_of(self, node: ast.AST) -> Function | None:
        """The function in whose body a node stands; None at module level."""
        return next((a for a in self.ancestors(node) if isinstance(a, FUNCTIONS)), None)

    def class_of(self, node: ast.AST) -> ast.ClassDef | None:
        """The class in whose body a node stands, at any depth."""
        return next((a for a in self.ancestors(node) if isinstance(a, ast.ClassDef)), None)

    def loops_of(self, node: ast.AST) -> Iterator[Loop]:
        """The loops around a node within its function, innermost first."""
        for a in self.ancestors(node):
            if isinstance(a, (*FUNCTIONS, ast.ClassDef, ast.Lambda)):
                return
            if isinstance(a, LOOPS):
                yield a

    def scope(self, node: ast.AST) -> list[ast.stmt]:
        """The body of the function that a node stands in, or the module's."""
        function = self.function_of(node)
        return self.tree.body if function is None else function.body

    def before(self, stmt: ast.stmt) -> list[ast.stmt]:
        """Statements of the same function that come before one, in order: its block's and those of the blocks around."""
        found: list[ast.stmt] = []
        at: ast.AST = stmt
        while isinstance(at, ast.stmt) and at in self.blocks:
            block = self.blocks[at]
            found = [*block[: block.index(at)], *found]
            at = self.parents[at]
            while isinstance(at, (ast.ExceptHandler, ast.match_case)):
                at = self.parents[at]
            if isinstance(at, (*FUNCTIONS, ast.ClassDef, ast.Module)):
                break
        return found

    def after(self, stmt: ast.stmt) -> list[ast.stmt]:
        """Statements of the same block that come after one."""
        block = self.blocks[stmt]
        return block[block.index(stmt) + 1 :]

    @functools.cached_property
    def imported(self) -> frozenset[str]:
        """Names that imports bind anywhere in the text."""
        return frozenset(
            (a.asname or a.name).split(".")[0]
            for node in self.nodes
            if isinstance(node, (ast.Import, ast.ImportFrom))
            for a in node.names
        )

    @functools.cached_property
    def names(self) -> frozenset[str]:
        """Every identifier of the text."""
        found = {n.id for n in self.nodes if isinstance(n, ast.Name)}
        found |= {n.arg for n in self.nodes if isinstance(n, ast.arg)}
        return frozenset(found | self.imported)

    @functools.cached_property
    def called(self) -> frozenset[str]:
        """Paths that are functions or networks: they are called, or asked for their parameters."""
        found = set()
        for node in self.nodes:
            func = node.func if isinstance(node, ast.Call) else None
            if isinstance(func, ast.Attribute) and func.attr in ("parameters", "named_parameters", "state_dict"):
                func = func.value
            if func is not None and isinstance(func, (ast.Name, ast.Attribute)):
                found.add(ast.unparse(func))
        return frozenset(found)

    @functools.cached_property
    def functions(self) -> dict[str, list[Function]]:
        """Every function and method, by its name."""
        found: dict[str, list[Function]] = {}
        for node in self.nodes:
            if isinstance(node, FUNCTIONS):
                found.setdefault(node.name, []).append(node)
        return found

    def fresh(self, wanted: str) -> str:
        """A name that the text does not use: `wanted`, or that with a number."""
        number = 1
        name = wanted
        while name in self.names:
            number += 1
            name = f"{wanted}_{number}"
        return name


def walk_statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Every statement of a block, at any depth, but not into functions and classes."""
    for stmt in body:
        yield stmt
        if not isinstance(stmt, (*FUNCTIONS, ast.ClassDef)):
            for block in _inner_blocks(stmt):
                yield from walk_statements(block)


def _inner_blocks(stmt: ast.stmt) -> Iterator[list[ast.stmt]]:
    for name in _BLOCKS:
        body = getattr(stmt, name, None)
        if isinstance(body, list):
            yield body
    for handler in getattr(stmt, "handlers", ()):
        yield handler.body
    for case in getattr(stmt, "cases", ()):
        yield case.body


def _decorated(stmt: ast.stmt, site: Site) -> bool:
    decorators = getattr(stmt, "decorator_list", None)
    return isinstance(decorators, list) and bool(decorators) and decorators[0].lineno <= site.span.start.line
