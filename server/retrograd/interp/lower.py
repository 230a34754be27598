"""Python's syntax tree becomes instructions of a small stack machine, a function at a time, when it is first called.

Every jump target that several paths may reach is a place where states can become one (`JOIN`, the head of a loop).
`finally` bodies are written out at each way out of their block, as CPython does.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from .liveness import live_names

_BINARY = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.MatMult: "@",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.BitAnd: "&",
}
_UNARY = {ast.Not: "not", ast.USub: "-", ast.UAdd: "+", ast.Invert: "~"}
_COMPARE = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
}


class File:
    """A source file under execution: the text under analysis (`main`), another of the project, or a library stub."""

    __slots__ = ("main", "name", "path", "stub", "tree")

    def __init__(self, tree: ast.Module, path: str | None, name: str, main: bool = False, stub: bool = False) -> None:
        self.tree = tree
        self.path = path
        self.name = name
        self.main = main
        self.stub = stub


class Where:
    """A place in a file: the expression that acts and the statement it stands in."""

    __slots__ = ("file", "node", "stmt")

    def __init__(self, file: File, node: ast.AST, stmt: ast.AST) -> None:
        self.file = file
        self.node = node
        self.stmt = stmt

    def __repr__(self) -> str:
        return f"<{self.file.path}:{getattr(self.node, 'lineno', 0)}>"


class Code:
    """A function, lambda, class body, comprehension or module, lowered when first asked for."""

    __slots__ = (
        "_instrs",
        "_live",
        "args",
        "body",
        "file",
        "globals",
        "is_async",
        "is_gen",
        "kind",
        "kwarg",
        "kwonly",
        "leaks",
        "name",
        "node",
        "nodes",
        "nonlocals",
        "ops",
        "params",
        "posonly",
        "qualname",
        "rename",
        "sites",
        "stmts",
        "vararg",
    )

    def __init__(self, file: File, name: str, qualname: str, kind: str, node: Any, rename: dict[str, str]) -> None:
        self.file = file
        self.name = name
        self.qualname = qualname
        self.kind = kind
        self.node = node
        self.rename = dict(rename)  # as it is here: the names of a comprehension end with it
        self._instrs: list[tuple[Callable[..., Any], Any]] | None = None
        self._live: list[frozenset[str]] | None = None
        self.ops: list[tuple[str, Any]] = []
        self.leaks = True
        self.nodes: list[Any] = []
        self.stmts: list[Any] = []
        self.sites: dict[int, Where] = {}
        self.globals: set[str] = set()
        self.nonlocals: set[str] = set()
        self.params: tuple[str, ...] = ()
        self.posonly = 0
        self.vararg: str | None = None
        self.kwonly: tuple[str, ...] = ()
        self.kwarg: str | None = None
        self.is_gen = False
        self.is_async = False
        arguments = getattr(node, "args", None)
        if isinstance(arguments, ast.arguments):
            self.params = tuple(a.arg for a in (*arguments.posonlyargs, *arguments.args))
            self.posonly = len(arguments.posonlyargs)
            self.vararg = arguments.vararg.arg if arguments.vararg else None
            self.kwonly = tuple(a.arg for a in arguments.kwonlyargs)
            self.kwarg = arguments.kwarg.arg if arguments.kwarg else None
        if kind == "function":
            self.is_async = isinstance(node, ast.AsyncFunctionDef)
        elif kind == "genexp":
            self.params = (".0",)
            self.is_gen = True

    def instrs(self, table: dict[str, Callable[..., Any]]) -> list[tuple[Callable[..., Any], Any]]:
        """The instructions, with each operation's name resolved through `table`."""
        if self._instrs is None:
            lowering = _Lowering(self)
            lowering.whole()
            self.nodes = lowering.nodes
            self.stmts = lowering.stmts
            self.ops = [(name, lowering.labels[arg] if name in _JUMPS else arg) for name, arg in lowering.out]
            self._instrs = [(table[name], arg) for name, arg in self.ops]
            self.is_gen = self.is_gen or any(name == "YIELD" for name, _ in self.ops)
            self.leaks = self.kind == "class" or any(name in _CLOSES for name, _ in self.ops)
        return self._instrs

    def live(self, pc: int) -> frozenset[str] | None:
        """The names of this code's variables that may be read from `pc` on; None where all of them may be."""
        if self.kind == "class":
            return None
        if self._live is None:
            self._live = live_names(self.ops, _JUMPS, self.node if self.leaks else None) or []
        return self._live[pc] if pc < len(self._live) else None

    def where(self, pc: int) -> Where:
        """The place of the instruction before `pc`."""
        pc = max(pc - 1, 0)
        found = self.sites.get(pc)
        if found is None:
            found = self.sites[pc] = Where(self.file, self.nodes[pc], self.stmts[pc])
        return found


_JUMPS = frozenset(
    [
        "JUMP",
        "NEXT",
        "IF_FALSE",
        "IF_TRUE",
        "IF_FALSE_KEEP",
        "IF_TRUE_KEEP",
        "FOR",
        "SETUP",
        "SETUP_WITH",
    ]
)


_CLOSES = frozenset(["FUNCTION", "GENEXP", "CLASS"])


class _Lowering:
    def __init__(self, code: Code) -> None:
        self.code = code
        self.out: list[tuple[str, Any]] = []
        self.nodes: list[Any] = []
        self.stmts: list[Any] = []
        self.labels: list[int] = []
        self.blocks: list[tuple[str, Any]] = []
        self.stmt: Any = code.node
        self.node: Any = code.node
        own = {*code.params, *code.kwonly, code.vararg, code.kwarg}
        self.rename: dict[str, str] = {k: v for k, v in code.rename.items() if k not in own}
        self.temps = 0
        self.loop_labels: list[tuple[int, int, int]] = []

    # --- output

    def emit(self, name: str, arg: Any = None, node: Any = None) -> None:
        self.out.append((name, arg))
        self.nodes.append(node if node is not None else self.node)
        self.stmts.append(self.stmt)

    def label(self) -> int:
        self.labels.append(-1)
        return len(self.labels) - 1

    def here(self, label: int) -> None:
        self.labels[label] = len(self.out)

    def temp(self) -> str:
        self.temps += 1
        return f".t{self.temps}"

    # --- whole bodies

    def whole(self) -> None:
        code, node = self.code, self.code.node
        if code.kind == "lambda":
            self.stmt = node
            self.expr(node.body)
            self.emit("RETURN", None, node)
            return
        if code.kind == "genexp":
            self.stmt = node
            self.generators(node.generators, lambda: self._yield_element(node.elt), first=".0")
            self.emit("CONST", None)
            self.emit("RETURN", None, node)
            return
        body = node.body
        if code.kind == "function":
            declared = _declared(body)
            code.globals, code.nonlocals = declared
        elif code.kind == "class":
            code.globals, code.nonlocals = _declared(body)
        self.body(body)
        self.emit("CONST", None)
        self.emit("RETURN", None, node)

    def _yield_element(self, elt: ast.expr) -> None:
        self.expr(elt)
        self.emit("YIELD", None, elt)
        self.emit("POP")

    def body(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            self.stmt = statement
            self.node = statement
            handler = getattr(self, "s_" + statement.__class__.__name__, None)
            if handler is not None:
                handler(statement)

    # --- statements

    def s_Expr(self, s: ast.Expr) -> None:
        if isinstance(s.value, ast.Constant):
            return
        self.expr(s.value)
        self.emit("DISCARD", None, s.value)

    def s_Assign(self, s: ast.Assign) -> None:
        self.expr(s.value)
        for i, target in enumerate(s.targets):
            if i < len(s.targets) - 1:
                self.emit("DUP")
            self.store(target)

    def s_AnnAssign(self, s: ast.AnnAssign) -> None:
        if s.value is not None:
            self.expr(s.value)
            self.store(s.target)
        elif self.code.kind == "class" and isinstance(s.target, ast.Name):
            self.emit("ANNOTATE", s.target.id, s)
            return
        if self.code.kind == "class" and isinstance(s.target, ast.Name):
            self.emit("ANNOTATE", s.target.id, s)

    def s_AugAssign(self, s: ast.AugAssign) -> None:
        op = _BINARY[type(s.op)]
        t = s.target
        if isinstance(t, ast.Name):
            self.expr(t)
            self.expr(s.value)
            self.emit("AUG", op, s)
            self.store(t)
        elif isinstance(t, ast.Attribute):
            self.expr(t.value)
            self.emit("DUP")
            self.emit("ATTR", t.attr, t)
            self.expr(s.value)
            self.emit("AUG", op, s)
            self.emit("SWAP")
            self.emit("SETATTR", t.attr, s)
        elif isinstance(t, ast.Subscript):
            self.expr(t.value)
            self.expr(t.slice)
            self.emit("DUP2")
            self.emit("SUBSCR", None, t)
            self.expr(s.value)
            self.emit("AUG", op, s)
            self.emit("ROT3")
            self.emit("SETSUB", None, s)

    def store(self, t: ast.AST) -> None:
        if isinstance(t, ast.Name):
            name = self.rename.get(t.id, t.id)
            if name in self.code.globals:
                self.emit("STOREG", name, t)
            elif name in self.code.nonlocals:
                self.emit("STOREN", name, t)
            else:
                self.emit("STORE", name, t)
        elif isinstance(t, ast.Attribute):
            self.expr(t.value)
            self.emit("SETATTR", t.attr, t)
        elif isinstance(t, ast.Subscript):
            self.expr(t.value)
            self.expr(t.slice)
            self.emit("SETSUB", None, t)
        elif isinstance(t, (ast.Tuple, ast.List)):
            star = next((i for i, e in enumerate(t.elts) if isinstance(e, ast.Starred)), None)
            self.emit("UNPACK", (len(t.elts), star), t)
            for e in t.elts:
                self.store(e.value if isinstance(e, ast.Starred) else e)
        elif isinstance(t, ast.Starred):
            self.store(t.value)

    def s_Delete(self, s: ast.Delete) -> None:
        for t in s.targets:
            self.delete(t)

    def delete(self, t: ast.AST) -> None:
        if isinstance(t, ast.Name):
            self.emit("DELNAME", self.rename.get(t.id, t.id), t)
        elif isinstance(t, ast.Attribute):
            self.expr(t.value)
            self.emit("DELATTR", t.attr, t)
        elif isinstance(t, ast.Subscript):
            self.expr(t.value)
            self.expr(t.slice)
            self.emit("DELSUB", None, t)
        elif isinstance(t, (ast.Tuple, ast.List)):
            for e in t.elts:
                self.delete(e)

    def s_Return(self, s: ast.Return) -> None:
        if s.value is not None:
            self.expr(s.value)
        else:
            self.emit("CONST", None)
        if self.blocks:
            name = self.temp()
            self.emit("STORE", name)
            self.unwind(0)
            self.emit("LOAD", name)
        self.emit("RETURN", None, s)

    def unwind(self, depth: int) -> None:
        """Leave the compile-time blocks above `depth`, running what must run on the way out."""
        saved = list(self.blocks)
        while len(self.blocks) > depth:
            kind, info = self.blocks.pop()
            if kind == "for":
                self.emit("LOOPEND")
                self.emit("POP")
            elif kind == "while":
                self.emit("LOOPEND")
            elif kind == "try":
                self.emit("UNSETUP")
            elif kind == "finally":
                self.emit("UNSETUP")
                stmt = self.stmt
                self.body(info)
                self.stmt = stmt
            elif kind == "with":
                self.emit("UNSETUP")
                self.emit("EXIT", None, info)
                self.emit("POP")
            elif kind == "value":
                self.emit("POP")
        self.blocks = saved

    def s_If(self, s: ast.If) -> None:
        other, end = self.label(), self.label()
        self.condition(s.test, other)
        self.body(s.body)
        if s.orelse:
            self.emit("JUMP", end)
        self.here(other)
        if s.orelse:
            self.body(s.orelse)
            self.here(end)
        self.emit("JOIN", None, s)

    def condition(self, test: ast.expr, false: int) -> None:
        """Jump to `false` unless the test holds."""
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
            for value in test.values:
                self.condition(value, false)
            return
        if isinstance(test, ast.BoolOp):
            true = self.label()
            for value in test.values[:-1]:
                nxt = self.label()
                self.condition(value, nxt)
                self.emit("JUMP", true)
                self.here(nxt)
            self.condition(test.values[-1], false)
            self.here(true)
            return
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            self.expr(test.operand)
            self.emit("IF_TRUE", false, test)
            return
        self.expr(test)
        self.emit("IF_FALSE", false, test)

    def s_While(self, s: ast.While) -> None:
        head, end, out = self.label(), self.label(), self.label()
        self.emit("LOOP", s, s)
        self.here(head)
        self.emit("JOIN", None, s)
        self.emit("HEAD", None, s)
        self.blocks.append(("while", out))
        if not (isinstance(s.test, ast.Constant) and s.test.value):
            self.condition(s.test, end)
        self.loops_push(head, out)
        self.body(s.body)
        self.loops_pop()
        self.blocks.pop()
        self.emit("NEXT", head)
        self.here(end)
        self.emit("LOOPEND")
        self.body(s.orelse)
        self.here(out)
        self.stmt = self.node = s
        self.emit("JOIN", None, s)

    def loops_push(self, head: int, out: int) -> None:
        self.loop_labels.append((head, out, len(self.blocks)))

    def loops_pop(self) -> None:
        self.loop_labels.pop()

    def s_For(self, s: ast.For | ast.AsyncFor) -> None:
        head, end, out = self.label(), self.label(), self.label()
        self.expr(s.iter)
        self.emit("ITER", None, s.iter)
        self.emit("LOOP", s, s)
        self.here(head)
        self.emit("JOIN", None, s)
        self.emit("FOR", end, s)
        self.blocks.append(("for", out))
        self.store(s.target)
        self.loops_push(head, out)
        self.body(s.body)
        self.loops_pop()
        self.blocks.pop()
        self.stmt = s
        self.emit("NEXT", head)
        self.here(end)
        self.emit("LOOPEND")
        self.emit("POP")
        self.body(s.orelse)
        self.here(out)
        self.stmt = self.node = s
        self.emit("JOIN", None, s)

    s_AsyncFor = s_For

    def s_Break(self, s: ast.Break) -> None:
        _head, out, depth = self.loop_labels[-1]
        self.unwind(depth - 1)
        self.emit("JUMP", out)

    def s_Continue(self, s: ast.Continue) -> None:
        head, _out, depth = self.loop_labels[-1]
        self.unwind(depth)
        self.emit("NEXT", head)

    def s_Try(self, s: ast.Try) -> None:
        if s.finalbody:
            handler, end = self.label(), self.label()
            self.emit("SETUP", handler, s)
            self.blocks.append(("finally", s.finalbody))
            self.try_except(s)
            self.blocks.pop()
            self.emit("UNSETUP")
            self.body(s.finalbody)
            self.emit("JUMP", end)
            self.here(handler)
            self.blocks.append(("value", None))
            self.body(s.finalbody)
            self.blocks.pop()
            self.emit("RERAISE", None, s)
            self.here(end)
            self.emit("JOIN", None, s)
        else:
            self.try_except(s)

    s_TryStar = s_Try

    def try_except(self, s: ast.Try) -> None:
        if not s.handlers:
            self.body(s.body)
            return
        handler, end = self.label(), self.label()
        self.emit("SETUP", handler, s)
        self.blocks.append(("try", None))
        self.body(s.body)
        self.blocks.pop()
        self.emit("UNSETUP")
        self.body(s.orelse)
        self.emit("JUMP", end)
        self.here(handler)
        for clause in s.handlers:
            nxt = self.label()
            self.stmt = self.node = clause
            if clause.type is not None:
                self.emit("DUP")
                self.expr(clause.type)
                self.emit("MATCHES", None, clause)
                self.emit("IF_FALSE", nxt, clause)
            if clause.name:
                self.emit("STORE", clause.name)
            else:
                self.emit("POP")
            self.body(clause.body)
            self.emit("JUMP", end)
            self.here(nxt)
            if clause.type is None:
                break
        self.emit("RERAISE", None, s)
        self.here(end)
        self.stmt = self.node = s
        self.emit("JOIN", None, s)

    def s_With(self, s: ast.With | ast.AsyncWith) -> None:
        self.with_items(s, s.items)

    s_AsyncWith = s_With

    def with_items(self, s: ast.With | ast.AsyncWith, items: Sequence[ast.withitem]) -> None:
        if not items:
            self.body(s.body)
            return
        item = items[0]
        handler, end = self.label(), self.label()
        self.expr(item.context_expr)
        self.emit("ENTER", None, item.context_expr)
        self.emit("SETUP_WITH", handler, item.context_expr)
        self.blocks.append(("with", item.context_expr))
        if item.optional_vars is not None:
            self.store(item.optional_vars)
        else:
            self.emit("POP")
        self.with_items(s, items[1:])
        self.blocks.pop()
        self.emit("UNSETUP")
        self.emit("EXIT", None, item.context_expr)
        self.emit("POP")
        self.emit("JUMP", end)
        self.here(handler)
        self.emit("EXIT_RAISED", None, item.context_expr)
        swallowed = self.label()
        self.emit("IF_TRUE", swallowed)
        self.emit("RERAISE")
        self.here(swallowed)
        self.emit("POP")
        self.here(end)
        self.emit("JOIN", None, s)

    def s_Raise(self, s: ast.Raise) -> None:
        if s.exc is None:
            self.emit("RAISE_AGAIN", None, s)
            return
        self.expr(s.exc)
        self.emit("RAISE", None, s)

    def s_Assert(self, s: ast.Assert) -> None:
        self.expr(s.test)
        self.emit("ASSERT", None, s)

    def s_Import(self, s: ast.Import) -> None:
        for alias in s.names:
            self.emit("IMPORT", (alias.name, alias.asname is not None), s)
            name = alias.asname or alias.name.split(".")[0]
            self.store(ast.copy_location(ast.Name(name, ast.Store()), s))

    def s_ImportFrom(self, s: ast.ImportFrom) -> None:
        for alias in s.names:
            if alias.name == "*":
                self.emit("IMPORT_STAR", (s.module or "", s.level), s)
                continue
            self.emit("IMPORT_FROM", (s.module or "", s.level, alias.name), s)
            self.store(ast.copy_location(ast.Name(alias.asname or alias.name, ast.Store()), s))

    def s_FunctionDef(self, s: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for decorator in s.decorator_list:
            self.expr(decorator)
        self.function(s, s.name, "function")
        for decorator in reversed(s.decorator_list):
            self.emit("CALL", (1, (), None), decorator)
        self.store(ast.copy_location(ast.Name(s.name, ast.Store()), s))

    s_AsyncFunctionDef = s_FunctionDef

    def function(self, node: Any, name: str, kind: str) -> None:
        arguments: ast.arguments = node.args
        for default in arguments.defaults:
            self.expr(default)
        named = [a.arg for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults) if d is not None]
        for d in arguments.kw_defaults:
            if d is not None:
                self.expr(d)
        qualname = f"{self.code.qualname}.{name}" if self.code.qualname else name
        code = Code(self.code.file, name, qualname, kind, node, self.rename)
        self.emit("FUNCTION", (code, len(arguments.defaults), tuple(named)), node)

    def s_ClassDef(self, s: ast.ClassDef) -> None:
        for decorator in s.decorator_list:
            self.expr(decorator)
        for base in s.bases:
            self.expr(base.value if isinstance(base, ast.Starred) else base)
        named = tuple(k.arg or "" for k in s.keywords)
        for k in s.keywords:
            self.expr(k.value)
        qualname = f"{self.code.qualname}.{s.name}" if self.code.qualname else s.name
        code = Code(self.code.file, s.name, qualname, "class", s, self.rename)
        self.emit("CLASS", (code, len(s.bases), named), s)
        for decorator in reversed(s.decorator_list):
            self.emit("CALL", (1, (), None), decorator)
        self.store(ast.copy_location(ast.Name(s.name, ast.Store()), s))

    def s_Match(self, s: ast.Match) -> None:
        subject = self.temp()
        self.expr(s.subject)
        self.emit("STORE", subject)
        end = self.label()
        for case in s.cases:
            nxt = self.label()
            self.pattern(case.pattern, subject, nxt)
            if case.guard is not None:
                self.condition(case.guard, nxt)
            self.body(case.body)
            self.emit("JUMP", end)
            self.here(nxt)
            self.stmt = self.node = s
        self.here(end)
        self.emit("JOIN", None, s)

    def pattern(self, p: Any, subject: str, fail: int) -> None:
        self.node = p
        if isinstance(p, ast.MatchValue):
            self.emit("LOAD", subject)
            self.expr(p.value)
            self.emit("COMPARE", "==", p)
            self.emit("IF_FALSE", fail, p)
        elif isinstance(p, ast.MatchSingleton):
            self.emit("LOAD", subject)
            self.emit("CONST", p.value)
            self.emit("COMPARE", "is", p)
            self.emit("IF_FALSE", fail, p)
        elif isinstance(p, ast.MatchSequence):
            star = next((i for i, e in enumerate(p.patterns) if isinstance(e, ast.MatchStar)), None)
            self.emit("LOAD", subject)
            self.emit("MATCH_SEQUENCE", (len(p.patterns), star), p)
            self.emit("IF_FALSE", fail, p)
            self.emit("LOAD", subject)
            self.emit("UNPACK", (len(p.patterns), star), p)
            names = []
            for _ in p.patterns:
                names.append(self.temp())
                self.emit("STORE", names[-1])
            for element, name in zip(p.patterns, names):
                if isinstance(element, ast.MatchStar):
                    if element.name:
                        self.emit("LOAD", name)
                        self.emit("STORE", element.name)
                else:
                    self.pattern(element, name, fail)
        elif isinstance(p, ast.MatchMapping):
            for key, value in zip(p.keys, p.patterns):
                self.emit("LOAD", subject)
                self.expr(key)
                self.emit("MATCH_KEY", None, p)
                self.emit("IF_FALSE", fail, p)
                name = self.temp()
                self.emit("LOAD", subject)
                self.expr(key)
                self.emit("SUBSCR", None, p)
                self.emit("STORE", name)
                self.pattern(value, name, fail)
            if p.rest:
                self.emit("LOAD", subject)
                self.emit("STORE", p.rest)
        elif isinstance(p, ast.MatchClass):
            self.emit("LOAD", subject)
            self.expr(p.cls)
            self.emit("ISINSTANCE", None, p)
            self.emit("IF_FALSE", fail, p)
            for i, element in enumerate(p.patterns):
                name = self.temp()
                self.emit("LOAD", subject)
                self.emit("MATCH_POSITION", i, p)
                self.emit("STORE", name)
                self.pattern(element, name, fail)
            for attribute, element in zip(p.kwd_attrs, p.kwd_patterns):
                name = self.temp()
                self.emit("LOAD", subject)
                self.emit("ATTR", attribute, p)
                self.emit("STORE", name)
                self.pattern(element, name, fail)
        elif isinstance(p, ast.MatchAs):
            if p.pattern is not None:
                self.pattern(p.pattern, subject, fail)
            if p.name:
                self.emit("LOAD", subject)
                self.emit("STORE", p.name)
        elif isinstance(p, ast.MatchOr):
            ok = self.label()
            for element in p.patterns[:-1]:
                nxt = self.label()
                self.pattern(element, subject, nxt)
                self.emit("JUMP", ok)
                self.here(nxt)
            self.pattern(p.patterns[-1], subject, fail)
            self.here(ok)

    # --- expressions

    def expr(self, e: ast.expr) -> None:
        handler = getattr(self, "e_" + e.__class__.__name__, None)
        if handler is None:
            self.emit("UNKNOWN", None, e)
        else:
            handler(e)

    def e_Constant(self, e: ast.Constant) -> None:
        self.emit("CONST", e.value, e)

    def e_Name(self, e: ast.Name) -> None:
        self.emit("LOAD", self.rename.get(e.id, e.id), e)

    def e_Attribute(self, e: ast.Attribute) -> None:
        self.expr(e.value)
        self.emit("ATTR", e.attr, e)

    def e_Subscript(self, e: ast.Subscript) -> None:
        self.expr(e.value)
        self.expr(e.slice)
        self.emit("SUBSCR", None, e)

    def e_Slice(self, e: ast.Slice) -> None:
        for part in (e.lower, e.upper, e.step):
            if part is None:
                self.emit("CONST", None)
            else:
                self.expr(part)
        self.emit("SLICE", None, e)

    def e_BinOp(self, e: ast.BinOp) -> None:
        self.expr(e.left)
        self.expr(e.right)
        self.emit("BINARY", _BINARY[type(e.op)], e)

    def e_UnaryOp(self, e: ast.UnaryOp) -> None:
        if (
            isinstance(e.op, ast.USub)
            and isinstance(e.operand, ast.Constant)
            and isinstance(e.operand.value, (int, float))
        ):
            self.emit("CONST", -e.operand.value, e)
            return
        self.expr(e.operand)
        self.emit("UNARY", _UNARY[type(e.op)], e)

    def e_Compare(self, e: ast.Compare) -> None:
        self.expr(e.left)
        if len(e.ops) == 1:
            self.expr(e.comparators[0])
            self.emit("COMPARE", _COMPARE[type(e.ops[0])], e)
            return
        end, clean = self.label(), self.label()
        for i, (op, right) in enumerate(zip(e.ops, e.comparators)):
            self.expr(right)
            if i < len(e.ops) - 1:
                name = self.temp()
                self.emit("DUP")
                self.emit("STORE", name)
                self.emit("COMPARE", _COMPARE[type(op)], e)
                self.emit("IF_FALSE_KEEP", end, e)
                self.emit("LOAD", name)
            else:
                self.emit("COMPARE", _COMPARE[type(op)], e)
        self.here(end)
        self.here(clean)
        self.emit("JOIN", None, e)

    def e_BoolOp(self, e: ast.BoolOp) -> None:
        end = self.label()
        for value in e.values[:-1]:
            self.expr(value)
            self.emit("IF_FALSE_KEEP" if isinstance(e.op, ast.And) else "IF_TRUE_KEEP", end, value)
        self.expr(e.values[-1])
        self.here(end)
        self.emit("JOIN", None, e)

    def e_IfExp(self, e: ast.IfExp) -> None:
        other, end = self.label(), self.label()
        self.condition(e.test, other)
        self.expr(e.body)
        self.emit("JUMP", end)
        self.here(other)
        self.expr(e.orelse)
        self.here(end)
        self.emit("JOIN", None, e)

    def e_NamedExpr(self, e: ast.NamedExpr) -> None:
        self.expr(e.value)
        self.emit("DUP")
        self.store(e.target)

    def e_Lambda(self, e: ast.Lambda) -> None:
        self.function(e, "<lambda>", "lambda")

    def sequence(self, e: Any, kind: str) -> None:
        for element in e.elts:
            self.expr(element.value if isinstance(element, ast.Starred) else element)
        star = (
            tuple(isinstance(x, ast.Starred) for x in e.elts)
            if any(isinstance(x, ast.Starred) for x in e.elts)
            else None
        )
        self.emit("BUILD", (kind, len(e.elts), star), e)

    def e_Tuple(self, e: ast.Tuple) -> None:
        self.sequence(e, "tuple")

    def e_List(self, e: ast.List) -> None:
        self.sequence(e, "list")

    def e_Set(self, e: ast.Set) -> None:
        self.sequence(e, "set")

    def e_Dict(self, e: ast.Dict) -> None:
        for k, v in zip(e.keys, e.values):
            if k is not None:
                self.expr(k)
            self.expr(v)
        self.emit("DICT", tuple(k is not None for k in e.keys), e)

    def e_Call(self, e: ast.Call) -> None:
        self.expr(e.func)
        starred = any(isinstance(a, ast.Starred) for a in e.args) or any(k.arg is None for k in e.keywords)
        for a in e.args:
            self.expr(a.value if isinstance(a, ast.Starred) else a)
        for k in e.keywords:
            self.expr(k.value)
        names = tuple(k.arg or "**" for k in e.keywords)
        flags = tuple(isinstance(a, ast.Starred) for a in e.args) if starred else None
        self.emit("CALL", (len(e.args), names, flags), e)

    def e_Starred(self, e: ast.Starred) -> None:
        self.expr(e.value)

    def e_JoinedStr(self, e: ast.JoinedStr) -> None:
        count = 0
        for v in e.values:
            if isinstance(v, ast.FormattedValue):
                self.expr(v.value)
                self.emit("FORMAT", v.format_spec is not None or v.conversion != -1, v)
            else:
                self.expr(v)
            count += 1
        self.emit("CONCAT", count, e)

    def e_FormattedValue(self, e: ast.FormattedValue) -> None:
        self.expr(e.value)
        self.emit("FORMAT", True, e)

    def e_Await(self, e: ast.Await) -> None:
        self.expr(e.value)

    def e_Yield(self, e: ast.Yield) -> None:
        if e.value is not None:
            self.expr(e.value)
        else:
            self.emit("CONST", None)
        self.emit("YIELD", None, e)

    def e_YieldFrom(self, e: ast.YieldFrom) -> None:
        head, end = self.label(), self.label()
        self.expr(e.value)
        self.emit("ITER", None, e)
        self.emit("LOOP", e, e)
        self.here(head)
        self.emit("FOR", end, e)
        self.emit("YIELD", None, e)
        self.emit("POP")
        self.emit("NEXT", head)
        self.here(end)
        self.emit("LOOPEND")
        self.emit("POP")
        self.emit("CONST", None)

    def generators(
        self, generators: Sequence[ast.comprehension], element: Callable[[], None], first: str | None = None
    ) -> None:
        """Nested comprehension loops around `element`; targets get names of their own."""
        saved = dict(self.rename)
        ends: list[tuple[int, int, int]] = []
        for i, g in enumerate(generators):
            if i == 0 and first is not None:
                self.emit("LOAD", first, g.iter)
            else:
                self.expr(g.iter)
            self.emit("ITER", None, g.iter)
            self.emit("LOOP", g, g.iter)
            head, end = self.label(), self.label()
            self.here(head)
            self.emit("JOIN", None, g.iter)
            self.emit("FOR", end, g.iter)
            self.temps += 1
            if first is None:
                for name in _names(g.target):
                    self.rename[name] = f"{name}.{self.temps}"
            self.store(g.target)
            nxt = self.label()
            for test in g.ifs:
                self.condition(test, nxt)
            ends.append((head, nxt, end))
        element()
        for head, nxt, end in reversed(ends):
            self.here(nxt)
            self.emit("NEXT", head)
            self.here(end)
            self.emit("LOOPEND")
            self.emit("POP")
        self.rename = saved

    def e_GeneratorExp(self, e: ast.GeneratorExp) -> None:
        self.expr(e.generators[0].iter)
        self.emit("ITER", None, e.generators[0].iter)
        code = Code(self.code.file, "<genexpr>", f"{self.code.qualname}.<genexpr>", "genexp", e, self.rename)
        self.emit("GENEXP", code, e)

    def collect(self, e: Any, kind: str, element: Callable[[str], None]) -> None:
        name = self.temp()
        self.emit("BUILD", (kind, 0, None) if kind != "dict" else (kind, 0, None), e)
        self.emit("STORE", name)
        self.generators(e.generators, lambda: element(name))
        self.emit("LOAD", name)

    def e_ListComp(self, e: ast.ListComp) -> None:
        def element(name: str) -> None:
            self.expr(e.elt)
            self.emit("COLLECT_LIST", name, e.elt)

        self.collect(e, "list", element)

    def e_SetComp(self, e: ast.SetComp) -> None:
        def element(name: str) -> None:
            self.expr(e.elt)
            self.emit("COLLECT_SET", name, e.elt)

        self.collect(e, "set", element)

    def e_DictComp(self, e: ast.DictComp) -> None:
        def element(name: str) -> None:
            self.expr(e.key)
            self.expr(e.value)
            self.emit("COLLECT_DICT", name, e.value)

        self.collect(e, "dict", element)


def _names(target: ast.AST) -> list[str]:
    return [n.id for n in ast.walk(target) if isinstance(n, ast.Name)]


def _declared(body: Sequence[ast.stmt]) -> tuple[set[str], set[str]]:
    found: tuple[set[str], set[str]] = (set(), set())
    stack: list[ast.AST] = list(body)
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Global):
            found[0].update(node.names)
        elif isinstance(node, ast.Nonlocal):
            found[1].update(node.names)
        elif isinstance(node, ast.stmt) and not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            stack.extend(
                c for c in ast.iter_child_nodes(node) if isinstance(c, (ast.stmt, ast.ExceptHandler, ast.match_case))
            )
        elif isinstance(node, (ast.ExceptHandler, ast.match_case)):
            stack.extend(node.body)
    return found
