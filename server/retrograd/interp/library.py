"""Library code under execution: the stubs, loaded once a process into a heap that every analysis reads."""

from __future__ import annotations

import ast
import functools
from pathlib import Path
from typing import Any

from ..libraries import autograd, creation, data, intrinsics, modules  # noqa: F401  (their natives register themselves)
from ..libraries.registry import NATIVES
from .builtins import BUILTINS, PRELUDE
from .engine import Engine
from .events import Log
from .instructions import TABLE
from .lower import Code, File
from .state import Frame, State
from .values import ModuleObj, Obj, Ref, ScopeObj, Value

STUBS = Path(__file__).parent.parent / "libraries" / "stubs"
GRAD_MODES = frozenset(["no_grad", "enable_grad", "set_grad_enabled", "inference_mode"])


class Library:
    """The stubs that were loaded, and the heap they live in (addresses below zero)."""

    def __init__(self) -> None:
        self.heap: dict[int, Any] = {}
        self.token = object()
        self.counter = [-(1 << 40)]
        self.modules: dict[str, Ref] = {}
        self.absent: set[str] = set()
        self.lazy: dict[str, str] = {}
        self.builtins: dict[str, Value] = dict(BUILTINS)
        scope = self._scope("builtins")
        self._run(ast.parse(PRELUDE), scope, "builtins", None)
        self.builtins.update(self.heap[scope].vars)

    def _state(self) -> State:
        st = State(self.heap)
        st.heap = self.heap
        st.token = self.token
        return st

    def _scope(self, name: str) -> int:
        return self.add(ScopeObj({"__name__": name}, None))

    def add(self, obj: Obj) -> int:
        """Put an object in the library's heap."""
        a = self.counter[0]
        self.counter[0] = a + 1
        obj.owner = self.token
        self.heap[a] = obj
        return a

    def _run(self, tree: ast.Module, scope: int, name: str, path: str | None) -> None:
        from .imports import Importer

        vm = Engine(self.heap, self.counter, TABLE, Log())
        vm.builtins = self.builtins
        vm.importer = Importer(self, None, None)
        vm.library = self
        code = Code(File(tree, path, name, stub=True), "<module>", "", "module", tree, {})
        code.instrs(TABLE)
        st = self._state()
        st.frames.append(Frame(code, scope))
        vm.run(st, 1_000_000)

    def load(self, name: str) -> Ref | None:
        """The stub of a module, executed; None where there is none."""
        found = self.modules.get(name)
        if found is not None or name in self.absent:
            return found
        path = STUBS.joinpath(*name.split("."))
        file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        if not file.is_file():
            prefix = name + "."
            if not path.is_dir() and not any(n.startswith(prefix) for n in NATIVES):
                self.absent.add(name)
                return None
            file = None  # type: ignore[assignment]
        scope = self._scope(name)
        ref = self.modules[name] = Ref(self.add(ModuleObj(name, scope, str(file) if file else None)))
        if file is not None:
            self._run(ast.parse(file.read_text(encoding="utf-8")), scope, name, str(file))
            names = self.heap[scope].vars.pop("__lazy__", None)
            if names is not None:
                for module, listed in self.heap[names.a].items.items():
                    self.lazy.update((f"{name}.{one}", module) for one in listed.split())
        return ref

    def lazily(self, scope: int, full: str, name: str) -> Value | None:
        """A name that a stub takes from another one when it is first asked for (its `__lazy__` says from which)."""
        module = self.lazy.get(full)
        if module is None:
            return None
        found = self.load(module)
        assert found is not None, module
        source = self.heap[found.a].scope
        value: Value = self.heap[source].vars.get(name) or self.lazily(source, f"{module}.{name}", name)
        self.heap[scope].vars[name] = value
        return value


@functools.cache
def library() -> Library:
    """The process's library."""
    return Library()
