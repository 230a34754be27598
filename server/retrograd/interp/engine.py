"""The machine with what analysis needs beside execution: hints, notes for the rules, and giving up."""

from __future__ import annotations

from typing import Any

from ..autograd.graph import CERTAIN, Edge, Node, Run
from ..libraries import hints, tensors
from . import attributes, notes
from .events import Log
from .growth import Keeps
from .loops import Dropped
from .machine import Machine
from .state import Frame, Loop, State
from .values import ClassObj, InstObj, Ref, TensorObj, Unk, Value


class Engine(Machine):
    """One analysis."""

    tensors = tensors

    def __init__(self, base: dict[int, Any], counter: list[int], table: dict[str, Any], log: Log) -> None:
        super().__init__(base, counter, table, log)
        self.native_bases: dict[str, Ref] = {}
        self.library: Any = None
        self.compiling = False
        self.functions: list[tuple[Ref, Any, bool]] = []
        self.classes: list[Ref] = []
        self.scope: Ref | None = None
        self.keeps = Keeps()

    # --- attributes, names and hints

    def getattr(self, st: State, v: Value, name: str) -> Value:
        """v.name; may be a Call (a property). Raises AttributeError of the program where that is certain."""
        return attributes.get(self, st, v, name)

    def hinted(self, key: Any, name: str, parent: str = "any") -> Unk:
        """An unknown value under a name that may tell what it is."""
        if parent == "foreign":
            return Unk(key, "foreign")
        kind = hints.kind(name)
        if parent == "module" and kind == "any":
            kind = "module"
        return Unk(key, kind)

    def missing_name(self, st: State, fr: Frame, name: str) -> Value:
        """A name that nothing binds: a star import may have, or it is unknown."""
        scope = st.heap.get(fr.module) or st.base.get(fr.module)
        for module in getattr(scope, "vars", {}).get(".star", ()):
            found = self.importer.missing(self, st, st.obj(module), name)
            if found.__class__ is not Unk:
                return found
        if name == "__name__":
            return fr.code.file.name
        return self.hinted(("name", name), name)

    def class_name(self, st: State, cls: Ref) -> str:
        return str(st.obj(cls).name)

    def is_stub(self, module: str | None) -> bool:
        return module is not None and module in self.library.modules if self.library is not None else False

    def named(self, name: str) -> Value:
        from ..libraries.registry import NATIVES

        return NATIVES[name]

    def named_tuple(self, name: str, values: tuple[Value, ...]) -> Value:
        return values

    def subclasses(self, st: State, cls: Ref) -> list[Value]:
        return [c for c in self.classes if cls in st.obj(c).bases]

    def current_exception(self, st: State, fr: Frame) -> Value:
        """What a bare `raise` raises: the exception that the handler took."""
        known = st.side.get(".exception")
        return known if known is not None else self.error(st, "RuntimeError", "re-raised").value

    def unwind(self, st: State, exc: Value) -> bool:
        st.side[".exception"] = exc
        return super().unwind(st, exc)

    # --- definitions

    def defined(self, st: State, ref: Ref, code: Any, fr: Frame) -> None:
        self.functions.append((ref, code, fr.code.kind == "class"))

    def class_made(self, st: State, ref: Ref) -> None:
        self.classes.append(ref)

    # --- paths

    def drop(self, st: State) -> None:
        raise Dropped

    def skipped(self, st: State, loop: Loop, rounds: int) -> None:
        """Rounds that were left out of a long loop."""

    # --- notes for the rules

    def read(self, st: State, v: Value) -> None:
        notes.read(self, st, v)

    def discarded(self, st: State, fr: Frame, v: Ref) -> None:
        notes.discarded(self, st, fr, v)

    def loop_ended(self, st: State, fr: Frame, loop: Loop) -> None:
        notes.loop_ended(self, st, fr, loop)

    def new_round(self, st: State, fr: Frame, loop: Loop) -> None:
        notes.new_round(self, st, fr, loop)

    def kept(self, st: State, box: Ref, v: Value) -> None:
        notes.kept(self, st, box, v)

    def ran(self, st: State, run: Run, executed: list[Node], roots: list[Edge]) -> None:
        notes.ran(self, st, run, executed, roots)

    def changed(self, st: State, ref: Ref) -> None:
        notes.changed(self, st, ref)

    def overwritten(self, st: State, ref: Ref) -> None:
        notes.overwritten(self, st, ref)

    def grad_assigned(self, st: State, ref: Ref, v: Value) -> None:
        notes.grad_assigned(self, st, ref, v)

    def grad_read(self, st: State, ref: Ref, t: TensorObj) -> None:
        notes.grad_read(self, st, ref, t)

    def accumulated(self, st: State, ref: Ref, t: TensorObj, run: Run) -> None:
        notes.accumulated(self, st, ref, t, run)

    def stepped(self, st: State, params: list[Value], changed: list[Ref]) -> None:
        notes.stepped(self, st, params, changed)

    def zeroed(self, st: State, ref: Ref, t: TensorObj) -> None:
        notes.zeroed(self, st, ref, t)

    def note_gradient(self, st: State, ref: Ref) -> None:
        """A result of autograd.grad."""

    def emptied(self, st: State, box: Ref) -> None:
        notes.emptied(self, st, box)

    def stored_attribute(self, st: State, target: Ref, name: str, v: Value) -> None:
        notes.attribute_stored(self, st, target, name, v)

    def holder(self, st: State, fault: Any, roots: list[Edge]) -> Any:
        """Who carried the faulty graph to the run that fails."""
        return notes.holder(self, st, fault, roots)


__all__ = ["CERTAIN", "ClassObj", "Engine", "InstObj"]
