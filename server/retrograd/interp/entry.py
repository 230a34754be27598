"""Where programs begin: the module body, then every function and method that nothing has executed yet."""

from __future__ import annotations

import ast
import time
from collections.abc import Callable
from typing import Any

from .engine import Engine
from .events import Log
from .imports import Importer
from .instructions import TABLE
from .library import library
from .loops import Dropped
from .lower import Code, File
from .machine import Limits, OutOfBudget
from .state import Frame, NeedDecision, Raised, State
from .values import ClassMethod, ClassObj, FuncObj, Ref, ScopeObj, Static, Unk, Value


class Execution:
    """Everything that executing one text told."""

    def __init__(self, log: Log, vm: Engine, files: tuple[str, ...]) -> None:
        self.log = log
        self.vm = vm
        self.files = files


def execute(tree: ast.Module, path: str | None, sources: Callable[[str], str | None] | None = None) -> Execution:
    """Run a text from all its beginnings, within the budget."""
    lib = library()
    log = Log()
    vm = Engine(lib.heap, [1], TABLE, log)
    vm.builtins = lib.builtins
    vm.library = lib
    importer = Importer(lib, sources, path)
    vm.importer = importer
    vm.end = time.thread_time() + Limits.total
    main = File(tree, path, "__main__", main=True)
    after = _module(vm, main, tree)
    if after is None and time.thread_time() < vm.end - _FOR_DEFINITIONS:
        definitions = ast.Module([s for s in tree.body if isinstance(s, _DEFINING)], [])
        quiet = Log()
        vm.log = quiet
        vm.functions, vm.classes = [], []
        after = _module(vm, main, definitions)
        vm.log = log
    if after is not None:
        _functions(vm, after)
    return Execution(log, vm, tuple(importer.used))


_FOR_DEFINITIONS = 0.3
"""Seconds that must be left for going through the definitions of a text whose body was too much."""
_DEFINING = (
    ast.Import,
    ast.ImportFrom,
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Assign,
    ast.AnnAssign,
    ast.Try,
    ast.If,
)


def _run(vm: Engine, st: State, what: str) -> list[State]:
    try:
        return vm.run(st)
    except OutOfBudget:
        vm.log.give_up(f"{what} needs more than the budget")
        vm.capped = True
    except Dropped:
        pass
    return vm.finished


def _module(vm: Engine, main: File, tree: ast.Module) -> State | None:
    st = State(vm.base)
    scope = vm.new(st, ScopeObj({"__name__": "__main__", "__file__": main.path or "main.py", "__doc__": None}, None))
    code = Code(main, "<module>", "", "module", tree, {})
    code.instrs(TABLE)
    st.frames.append(Frame(code, scope.a))
    vm.scope = scope
    ends = _run(vm, st, "the module")
    return ends[0] if ends else None


def _functions(vm: Engine, after: State) -> None:
    """Functions and methods that nothing called, with symbolic arguments; callers before the called."""
    waiting = [(ref, code, method) for ref, code, method in vm.functions if id(code.node) not in vm.executed]
    if not waiting:
        return
    named: dict[str, int] = {}
    for _, code, _ in waiting:
        for node in ast.walk(code.node):
            name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else None
            if name is not None and name != code.name:
                named[name] = named.get(name, 0) + 1
    waiting.sort(key=lambda w: w[1].name in named)
    for ref, code, method in waiting:
        if id(code.node) in vm.executed or ref.a not in after.heap:
            continue
        if time.thread_time() > vm.end:
            log_rest(vm)
            return
        st = after.fork()
        st.frames = []
        try:
            if method:
                _method(vm, st, ref, code)
            else:
                _function(vm, st, ref, code)
        except (Raised, NeedDecision, Dropped):
            continue
        except OutOfBudget:
            vm.log.give_up(f"{code.qualname} needs more than the budget")


def log_rest(vm: Engine) -> None:
    """Say that not every function was looked at."""
    vm.log.give_up("the file needs more time than it may take: some functions were not looked at")


def _drive(vm: Engine, st: State, body: Callable[[Engine, State], Value]) -> list[State]:
    """Run a native wish in a frame of its own."""
    code = _driver_code()
    scope = vm.new(st, ScopeObj({}, None))
    frame = Frame(code, scope.a)
    frame.pc = 0
    st.frames.append(frame)
    st.todo = (lambda v, s, _: body(v, s), None)
    return _run(vm, st, "an entry point")


_DRIVER: list[Code] = []


def _driver_code() -> Code:
    if not _DRIVER:
        tree = ast.parse("")
        code = Code(File(tree, None, "driver", stub=True), "<driver>", "", "module", tree, {})
        code.instrs(TABLE)
        _DRIVER.append(code)
    return _DRIVER[0]


def symbolic(vm: Engine, st: State, func: FuncObj, skip: int = 0) -> tuple[list[Value], dict[str, Value]]:
    """Arguments for a call from nowhere: what names, annotations and defaults tell."""
    code: Code = func.code
    args: list[Value] = []
    arguments = code.node.args
    annotations = {a.arg: a.annotation for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    defaults = dict(zip(code.params[len(code.params) - len(func.defaults) :], func.defaults)) if func.defaults else {}
    for name in code.params[skip:]:
        args.append(_argument(vm, code, name, annotations.get(name), defaults, name in defaults))
    kwargs = {
        name: _argument(vm, code, name, annotations.get(name), func.kwdefaults, name in func.kwdefaults)
        for name in code.kwonly
    }
    return args, kwargs


def _argument(
    vm: Engine, code: Code, name: str, annotation: ast.expr | None, defaults: dict[str, Value], has: bool
) -> Value:
    key = ("param", code.qualname, name)
    text = ast.unparse(annotation) if annotation is not None else ""
    default = defaults.get(name)
    if text:
        bare = (
            text.replace("Optional[", "").replace("torch.", "").replace("nn.", "").strip("]'\"").split("|")[0].strip()
        )
        optional = "Optional" in text or "None" in text
        kind = {
            "int": "int",
            "float": "float",
            "bool": "bool",
            "str": "str",
            "Module": "module",
            "DataLoader": "loader",
            "Optimizer": "optimizer",
        }.get(bare.rsplit(".", 1)[-1])
        if kind is not None:
            return Unk(key, kind if not optional else "maybe" if kind not in ("int", "float", "bool", "str") else kind)
    if has:
        if isinstance(default, bool):
            return Unk(key, "bool")
        if isinstance(default, int):
            return Unk(key, "int")
        if isinstance(default, float):
            return Unk(key, "float")
        if isinstance(default, str):
            return Unk(key, "str")
        if default is None:
            found = vm.hinted(key, name)
            return Unk(key, "maybe") if found.kind in ("any", "data") else found
        return default
    if name in ("cls", "self"):
        return Unk(key, "any")
    return vm.hinted(key, name)


def _function(vm: Engine, st: State, ref: Ref, code: Code) -> None:
    func = st.obj(ref)
    args, kwargs = symbolic(vm, st, func)
    _drive(vm, st, lambda v, s: _call(ref, args, kwargs))


def _call(func: Value, args: list[Value], kwargs: dict[str, Value], then: Any = None) -> Value:
    from .machine import Call

    return Call(func, args, kwargs, then)


def _method(vm: Engine, st: State, ref: Ref, code: Code) -> None:
    """A method, twice on one object that its own class has made from symbolic arguments."""
    func = st.obj(ref)
    cls = func.defcls
    if cls is None or st.obj(cls).__class__ is not ClassObj:
        _function(vm, st, ref, code)
        return
    held = st.obj(cls).attrs.get(code.name)
    if held.__class__ is Static:
        _function(vm, st, ref, code)
        return
    if held.__class__ is ClassMethod:
        args, kwargs = symbolic(vm, st, func, 1)
        _drive(vm, st, lambda v, s: _call(ref, [cls, *args], kwargs))
        return
    code.instrs(TABLE)
    init = vm.class_attr(st, cls, "__init__")
    args, kwargs = [], {}
    if init.__class__ is Ref and st.obj(init).__class__ is FuncObj:
        args, kwargs = symbolic(vm, st, st.obj(init), 1)

    def once(v: Engine, s: State, instance: Value) -> Value:
        a, k = symbolic(v, s, s.obj(ref), 1)
        if code.name in ("__init__", "__new__", "__del__"):
            return None
        if code.is_gen:
            return _call(ref, [instance, *a], k, lambda v2, s2, g: _call(v2.builtins["_list_of"], [g], {}))
        return _call(ref, [instance, *a], k, lambda v2, s2, _: twice(v2, s2, instance))

    def twice(v: Engine, s: State, instance: Value) -> Value:
        a, k = symbolic(v, s, s.obj(ref), 1)
        return _call(ref, [instance, *a], k)

    _drive(vm, st, lambda v, s: _call(cls, args, kwargs, once))


__all__ = ["Execution", "Limits", "execute"]
