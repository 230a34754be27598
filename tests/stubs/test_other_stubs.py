"""The stubs of the standard library and of training frameworks: closed programs against CPython, others as marked."""

from __future__ import annotations

import ast
import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

from retrograd.analyze import analyze
from retrograd.interp.engine import Engine
from retrograd.interp.events import Log
from retrograd.interp.imports import Importer
from retrograd.interp.instructions import TABLE
from retrograd.interp.library import STUBS, Library, library
from retrograd.interp.lower import Code, File
from retrograd.interp.state import Frame, State
from retrograd.interp.values import DictObj, ListObj, Ref, ScopeObj, SetObj, Value
from tests.torch_truth import outcome

DATA = Path(__file__).parent.parent / "data" / "stubs"
MARK = re.compile(r"[ \t]*# expect: ([\w-]+)[ \t]*$", re.M)
RAISING = {"freed-graph", "saved-tensor-modified", "no-grad-fn"}
HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
OTHERS = {"torch", "torchvision", "torch_geometric", "snntorch"}


def programs(name: str, head: str = "") -> list[Any]:
    parts = re.split(r"^# --- ", (DATA / f"{name}.py").read_text(), flags=re.M)[1:]
    split = (part.partition("\n") for part in parts)
    return [pytest.param(head + body, id=title.strip()) for title, _, body in split]


def marks(source: str) -> set[tuple[int, str]]:
    return {(i, m[1]) for i, line in enumerate(source.splitlines(), 1) if (m := MARK.search(line))}


def missing(source: str) -> list[str]:
    """Top-level packages that a program imports and that are not installed."""
    named = {n.name.split(".")[0] for s in ast.walk(ast.parse(source)) if isinstance(s, ast.Import) for n in s.names}
    named |= {s.module.split(".")[0] for s in ast.walk(ast.parse(source)) if isinstance(s, ast.ImportFrom) and s.module}
    return [n for n in sorted(named) if importlib.util.find_spec(n) is None]


class Unknown:
    """What the engine does not know, equal to nothing."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __repr__(self) -> str:
        return f"<{self.value!r}>"


def concrete(state: State, v: Value) -> object:
    """An abstract value as the Python value that it stands for."""
    if isinstance(v, tuple):
        return tuple(concrete(state, x) for x in v)
    if isinstance(v, Ref):
        o = state.obj(v)
        if isinstance(o, ListObj):
            return [concrete(state, x) for x in o.items]
        if isinstance(o, DictObj):
            return {concrete(state, k): concrete(state, x) for k, x in o.items.items()}
        if isinstance(o, SetObj):
            return {concrete(state, k) for k in o.items}
        return Unknown(o)
    return v if v is None or isinstance(v, (bool, int, float, str, bytes)) else Unknown(v)


def abstract(source: str) -> tuple[list[object], list[Any]]:
    """What `result` is at each end of the program, and the exceptions that ended other paths."""
    lib = library()
    vm = Engine(lib.heap, [1], TABLE, Log())
    vm.builtins, vm.library, vm.importer = lib.builtins, lib, Importer(lib, None, "program.py")
    state = State(vm.base)
    scope = vm.new(state, ScopeObj({"__name__": "__main__"}, None))
    tree = ast.parse(source)
    code = Code(File(tree, "program.py", "__main__", main=True), "<module>", "", "module", tree, {})
    code.instrs(TABLE)
    state.frames.append(Frame(code, scope.a))
    ends = vm.run(state)
    return [concrete(end, end.obj(scope).vars.get("result")) for end in ends], vm.log.notes


@pytest.mark.parametrize("source", programs("closed"))
def test_closed_programs_find_what_cpython_finds(source: str) -> None:
    if absent := missing(source):
        pytest.skip(f"not installed: {', '.join(absent)}")
    names: dict[str, object] = {"__name__": "__main__"}
    exec(compile(source, "program.py", "exec"), names)
    found, notes = abstract(source)
    assert found == [names["result"]], notes


@pytest.mark.parametrize(
    "source",
    [*programs("standard", HEAD), *programs("frameworks", HEAD), *programs("driven", HEAD), *programs("open", HEAD)],
)
def test_engine_says_what_is_marked(source: str) -> None:
    found = {(f.site.line, f.rule) for f in analyze(MARK.sub("", source), "program.py").findings}
    assert found == marks(source)


@pytest.mark.parametrize("source", [*programs("standard", HEAD), *programs("frameworks", HEAD)])
def test_torch_does_what_is_marked(source: str) -> None:
    if absent := missing(source):
        pytest.skip(f"not installed: {', '.join(absent)}")
    raising = {m for m in marks(source) if m[1] in RAISING}
    said = outcome(source)
    assert (said.rule, said.line) == (next(iter(raising))[::-1] if raising else ("ok", None)), said.error


def stub_modules() -> list[str]:
    found = []
    for file in sorted(STUBS.rglob("*.py")):
        parts = file.relative_to(STUBS).with_suffix("").parts
        if parts[0] not in OTHERS:
            found.append(".".join(p for p in parts if p != "__init__"))
    return found


def bound(tree: ast.Module) -> set[str]:
    """The names that the top level of a module binds."""
    names: set[str] = set()
    for s in tree.body:
        if isinstance(s, (ast.FunctionDef, ast.ClassDef)):
            names.add(s.name)
        elif isinstance(s, (ast.Assign, ast.ImportFrom, ast.Import)):
            names.update(n.id for n in ast.walk(s) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
            names.update((a.asname or a.name).split(".")[0] for a in getattr(s, "names", ()) if a.name != "*")
    return names


@pytest.mark.parametrize("module", stub_modules())
def test_stub_executes_to_its_end(module: str) -> None:
    lib = Library()
    ref = lib.load(module)
    assert ref is not None
    made = lib.heap[ref.a]
    text = Path(made.path).read_text()  # type: ignore[attr-defined]
    assert bound(ast.parse(text)) <= set(lib.heap[made.scope].vars)  # type: ignore[attr-defined]
