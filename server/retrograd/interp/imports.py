"""Imports: files of the project, stubs, natives and the table of operations; what is none of these is unknown."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from typing import Any

from ..autograd import table
from ..libraries.registry import NATIVES
from ..libraries.tensors import generic, run
from .lower import Code, File
from .machine import _SETTLED, Machine
from .state import Frame, State
from .values import ModuleObj, Native, Ref, ScopeObj, Unk, Value

GRAPHLESS = frozenset(
    [
        "numpy",
        "np",
        "scipy",
        "pandas",
        "matplotlib",
        "seaborn",
        "sklearn",
        "PIL",
        "cv2",
        "tqdm",
        "yaml",
        "wandb",
        "tensorboard",
        "tensorboardX",
        "gym",
        "gymnasium",
        "h5py",
        "requests",
        "tabulate",
        "prettytable",
        "rich",
        "click",
        "omegaconf",
        "hydra",
        "mlflow",
        "imageio",
        "skimage",
        "nltk",
        "spacy",
        "sentencepiece",
        "tokenizers",
        "datasets",
        "joblib",
        "numba",
        "pydantic",
        "attr",
        "attrs",
        "psutil",
        "six",
        "absl",
        "termcolor",
        "colorama",
        "visdom",
        "comet_ml",
        "neptune",
        "optuna",
        "ray",
        "networkx",
        "librosa",
        "soundfile",
        "torchtext",
        "torchaudio",
        "fire",
        "simple_parsing",
        "loguru",
    ]
)
MAX_FILES = 40


def _push(st: State, v: Value) -> Value:
    """Leave a value on the stack of the frame on top."""
    st.frames[-1].stack.append(v)
    return _SETTLED


def _open(args: list[Value]) -> bool:
    """Whether an argument may be a network, or anything else, that is not seen here."""
    return any(a.__class__ is Unk and a.kind == "any" for a in args)


class Importer:
    """Finds modules for one analysis."""

    def __init__(
        self, library: Any, sources: Callable[[str], str | None] | None, path: str | None, roots: tuple[str, ...] = ()
    ) -> None:
        self.library = library
        self.sources = sources
        self.path = path
        self.roots = roots
        self.used: dict[str, None] = {}
        self.parsed: dict[str, File | None] = {}

    # --- instructions

    def import_module(self, vm: Machine, st: State, fr: Frame, name: str, level: int, mode: str) -> None:
        """`import a.b.c [as d]`: pushes the module that the statement binds."""
        top = name.split(".")[0]

        def after(vm: Machine, s: State, module: Value) -> Value:
            if mode == "whole" or "." not in name:
                s.frames[-1].stack.append(module)
                return _SETTLED
            return self._then(
                vm,
                s,
                fr,
                top,
                0,
                lambda vm, s2, m: _push(s2, self._link(vm, s2, m, name, module)),
            )

        self._then(vm, st, fr, name, level, after)

    def _link(self, vm: Machine, st: State, top: Value, name: str, module: Value) -> Value:
        """Bind the submodules along a dotted name below its first module."""
        parts = name.split(".")
        if top.__class__ is Ref and st.obj(top).__class__ is ModuleObj and len(parts) == 2 and module.__class__ is Ref:
            scope = st.obj(top).scope
            if scope > 0:
                st.own_at(scope).vars.setdefault(parts[1], module)
        return top

    def import_name(self, vm: Machine, st: State, fr: Frame, module: str, level: int, name: str) -> None:
        """`from module import name`: pushes the value."""

        def after(vm: Machine, s: State, m: Value) -> Value:
            if m.__class__ is Ref and s.obj(m).__class__ is ModuleObj:
                o = s.obj(m)
                scope = s.heap.get(o.scope) or s.base[o.scope]
                if name in scope.vars:
                    s.frames[-1].stack.append(scope.vars[name])
                    return _SETTLED
                inner = f"{o.name}.{name}" if o.name else name
                if (
                    o.path is not None
                    and o.scope > 0
                    and self._project_file(fr, ("." * level) + (f"{module}.{name}" if module else name)) is not None
                ):
                    return self._then(
                        vm,
                        s,
                        fr,
                        f"{module}.{name}" if module else name,
                        level,
                        lambda vm, s2, v: _push(s2, v),
                    )
                found = self.missing(vm, s, o, name)
                if found.__class__ is Unk and self.library.load(inner) is not None:
                    found = self.library.load(inner)
                s.frames[-1].stack.append(found)
                return _SETTLED
            if m.__class__ is Unk:
                s.frames[-1].stack.append(vm.hinted(("import", f"{module}.{name}", name), name, m.kind))
                return _SETTLED
            s.frames[-1].stack.append(vm.unknown())
            return _SETTLED

        self._then(vm, st, fr, module, level, after)

    def import_star(self, vm: Machine, st: State, fr: Frame, module: str, level: int) -> None:
        """`from module import *`."""

        def after(vm: Machine, s: State, m: Value) -> Value:
            if m.__class__ is Ref and s.obj(m).__class__ is ModuleObj:
                scope = s.heap.get(s.obj(m).scope) or s.base[s.obj(m).scope]
                own = s.own_at(s.frames[-1].scope)
                for k, v in scope.vars.items():
                    if not k.startswith("_"):
                        own.vars[k] = v
                own.vars.setdefault(".star", ())
                own.vars[".star"] = (*own.vars[".star"], m)
            return _SETTLED

        self._then(vm, st, fr, module, level, after)

    # --- finding modules

    def _then(
        self, vm: Machine, st: State, fr: Frame, name: str, level: int, after: Callable[[Machine, State, Value], Value]
    ) -> Value:
        """Find a module and go on with it; one of the project is executed first."""
        file = self._project_file(fr, "." * level + name)
        if file is None:
            vm.settle(st, after(vm, st, self._external(vm, name, level)), None)
            return _SETTLED
        known = st.side.get(("module", file.path))
        if known is not None:
            vm.settle(st, after(vm, st, known), None)
            return _SETTLED
        scope = vm.new(st, ScopeObj({"__name__": file.name, "__file__": file.path}, None))
        module = vm.new(st, ModuleObj(file.name, scope.a, file.path))
        st.side["module", file.path] = module
        code = Code(file, "<module>", "", "module", file.tree, {})
        code.instrs(vm.table)
        frame = Frame(code, scope.a)
        frame.ret = lambda vm, s, _: after(vm, s, module)
        st.frames.append(frame)
        return _SETTLED

    def _external(self, vm: Machine, name: str, level: int) -> Value:
        if level == 0:
            found = self.library.load(name)
            if found is not None:
                return found
            if name == "torch" or name.startswith("torch."):
                return self._synthetic(name)
            top = name.split(".")[0]
            if top in GRAPHLESS or top in sys.stdlib_module_names:
                return Unk(("import", name), "foreign")
        return Unk(("import", name), "any")

    def _synthetic(self, name: str) -> Ref:
        """A torch module that has no stub: only natives and the table give its names."""
        library = self.library
        scope = library._scope(name)
        ref = library.modules[name] = Ref(library.add(ModuleObj(name, scope, None)))
        return ref

    def missing(self, vm: Machine, st: State, o: ModuleObj, name: str) -> Value:
        """A name that a module's own code does not bind."""
        full = f"{o.name}.{name}"
        found = NATIVES.get(full)
        if found is not None:
            return found
        if o.name in ("torch", "torch.autograd", "torch.autograd.grad_mode") and name in _MODES:
            modes = self.library.load("_grad_mode")
            scope = self.library.heap[self.library.heap[modes.a].scope]
            return scope.vars[name]
        if o.scope < 0:
            lazy: Value = self.library.lazily(o.scope, full, name)
            if lazy is not None:
                return lazy
        inner = self.library.load(full)
        if inner is not None:
            return inner
        if o.name.split(".")[0] == "torch":
            return self._torch(full, name)
        if o.scope < 0:
            return Unk(
                ("attr", ("import", o.name), name),
                "foreign" if o.name.split(".")[0] in sys.stdlib_module_names else "any",
            )
        return Unk(("attr", ("import", o.name), name), "any")

    def _torch(self, full: str, name: str) -> Value:
        below = full[len("torch.") :]
        made = _FUNCTIONS.get(below)
        if made is not None:
            return made
        op = table.operation(below)
        inplace = False
        if op is None and below.endswith("_"):
            op, inplace = table.operation(below[:-1]), True
        if op is not None:
            made = Native(full, lambda vm, st, args, kwargs: run(vm, st, op, args, kwargs, inplace))
            _FUNCTIONS[below] = made
            return made
        if name[:1].islower() and name not in _TORCH_MODULES:
            if "." in below:
                # What is below torch may hand a network on (tensor parallelism, graph capture, rpc).
                graphless = below.split(".")[0] in _TORCH_GRAPHLESS
                return Unk(("import", full), "foreign" if graphless else "any")
            made = _FUNCTIONS[below] = Native(
                full,
                lambda vm, st, args, kwargs: (
                    generic(vm, st, below, args, kwargs)
                    if vm.edges_in(st, [*args, *kwargs.values()])
                    else vm.unknown("any" if _open(args) else "foreign")
                ),
            )
            return made
        return self._synthetic(full) if name in _TORCH_MODULES else Unk(("import", full, name), "any")

    def _project_file(self, fr: Frame, name: str) -> File | None:
        """The file of the project that a (relative) module name means, parsed; None where there is none."""
        if self.sources is None or len(self.used) >= MAX_FILES:
            return None
        here = fr.code.file.path
        if here is None or fr.code.file.stub:
            return None
        folder = here.replace("\\", "/").rsplit("/", 1)[0] if "/" in here.replace("\\", "/") else "."
        level = len(name) - len(name.lstrip("."))
        parts = [p for p in name.lstrip(".").split(".") if p]
        bases: list[str] = []
        if level:
            base = folder
            for _ in range(level - 1):
                base = base.rsplit("/", 1)[0] if "/" in base else base
            bases = [base]
        else:
            base = folder
            bases = [base]
            for _ in range(4):
                if "/" not in base:
                    break
                base = base.rsplit("/", 1)[0]
                bases.extend((base, base + "/src"))
            bases.extend(self.roots)
        for b in bases:
            stem = "/".join([b, *parts]) if parts else b
            for candidate in (stem + ".py", stem + "/__init__.py"):
                if candidate in self.parsed:
                    if self.parsed[candidate] is not None:
                        return self.parsed[candidate]
                    continue
                if candidate == (self.path or "").replace("\\", "/"):
                    continue
                text = self.sources(candidate)
                if text is None:
                    self.parsed[candidate] = None
                    continue
                try:
                    tree = ast.parse(text)
                except (SyntaxError, ValueError, RecursionError, MemoryError):
                    self.parsed[candidate] = None
                    continue
                file = self.parsed[candidate] = File(tree, candidate, ".".join(parts) or folder.rsplit("/", 1)[-1])
                self.used[candidate] = None
                return file
        return None


_MODES = frozenset(
    ["no_grad", "enable_grad", "set_grad_enabled", "inference_mode", "detect_anomaly", "set_detect_anomaly"]
)
_FUNCTIONS: dict[str, Native] = {}
_TORCH_GRAPHLESS = frozenset(["backends", "random", "version", "profiler", "testing"])
_TORCH_MODULES = frozenset(
    [
        "nn",
        "optim",
        "autograd",
        "functional",
        "utils",
        "data",
        "distributions",
        "cuda",
        "backends",
        "jit",
        "distributed",
        "amp",
        "func",
        "linalg",
        "fft",
        "special",
        "random",
        "sparse",
        "version",
        "hub",
        "onnx",
        "profiler",
        "quantization",
        "ao",
        "fx",
        "overrides",
        "multiprocessing",
        "testing",
        "nested",
        "masked",
        "mps",
        "xpu",
        "cpu",
        "library",
        "package",
        "export",
        "compiler",
        "_dynamo",
        "init",
        "parallel",
        "parameter",
        "modules",
        "checkpoint",
        "tensorboard",
        "lr_scheduler",
        "swa_utils",
        "grad_scaler",
        "autocast_mode",
        "graph",
        "function",
        "forward_ad",
        "grad_mode",
        "profiler_util",
        "anomaly_mode",
        "rnn",
        "clip_grad",
        "parametrize",
        "parametrizations",
        "parametrize",
        "prune",
        "stateless",
    ]
)
