"""Which configuration holds for a file: the nearest one upwards, on top of what it extends."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, replace
from typing import Any

from ..config import DEFAULT, Config
from ..findings import Severity
from .layer import Layer, understand
from .options import OFF

OWN, SHARED = "retrograd.toml", "pyproject.toml"
"""The files that are looked for in each folder, the first before the second."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """A configuration, and the files that it was made of, the nearest last; `problems` say what is wrong with them."""

    config: Config = DEFAULT
    layers: tuple[Layer, ...] = ()

    @property
    def file(self) -> str | None:
        """The nearest configuration file."""
        return self.layers[-1].file if self.layers else None

    @property
    def problems(self) -> tuple[str, ...]:
        """One line for each thing in the files that could not be understood."""
        return tuple(problem for layer in self.layers for problem in layer.problems)


class Resolver:
    """Finds configurations, and remembers them: make a new one when files may have changed.

    With `file`, that one holds for everything; with `isolated`, none does.
    """

    def __init__(self, file: str | None = None, isolated: bool = False) -> None:
        self._folders: dict[str, Resolved] = {}
        self._fixed: Resolved | None = Resolved() if isolated else None
        if file is not None:
            path = os.path.abspath(file)
            self._fixed = _resolve(path, _load(path) or Layer(path), root=os.getcwd())

    def of(self, path: str) -> Resolved:
        """What holds for the file at `path`."""
        return self._fixed or self.of_folder(os.path.dirname(os.path.abspath(path)))

    def of_folder(self, folder: str) -> Resolved:
        """What holds for the files in a folder."""
        if self._fixed is not None:
            return self._fixed
        known = self._folders.get(folder)
        if known is None:
            parent = os.path.dirname(folder)
            known = _here(folder) or (self.of_folder(parent) if parent != folder else Resolved())
            self._folders[folder] = known
        return known


def _here(folder: str) -> Resolved | None:
    for name in (OWN, SHARED):
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            layer = _load(path)
            if layer is not None:
                return _resolve(path, layer, folder)
    return None


def _load(path: str) -> Layer | None:
    """What a file says; None where it is a pyproject.toml that says nothing of Retrograd."""
    try:
        with open(path, "rb") as file:
            content = parse_toml(file.read().decode("utf-8-sig"))
    except OSError as error:
        return Layer(path, problems=(f"{path}: {error.strerror or error}",), readable=False)
    except ValueError as error:
        return Layer(path, problems=(f"{path}: {' '.join(str(error).split())}",), readable=False)
    tool = content.get("tool")
    if isinstance(tool, dict) and "retrograd" in tool:
        return understand(path, tool["retrograd"])
    return None if os.path.basename(path) == SHARED else understand(path, content)


def parse_toml(text: str) -> dict[str, Any]:
    """The content of a TOML file; raises ValueError."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    return tomllib.loads(text)


def _resolve(path: str, nearest: Layer, root: str) -> Resolved:
    layers = [nearest]
    seen = {os.path.realpath(path)}
    while (extended := layers[0].values.get("extend")) is not None:
        child = layers[0]
        target = os.path.normpath(os.path.join(os.path.dirname(child.file), os.path.expanduser(extended)))
        real = os.path.realpath(target)
        if real in seen:
            layers[0] = _with_problem(child, f"extend: {target} extends itself")
            break
        seen.add(real)
        layer = _load(target)
        if layer is None:
            layers[0] = _with_problem(child, f"extend: {target} has no table tool.retrograd")
            break
        if not layer.readable:
            (problem,) = layer.problems
            layers[0] = _with_problem(child, f"extend: {problem}")
            break
        layers.insert(0, layer)
    config = replace(DEFAULT, root=root)
    for layer in layers:
        config = laid_over(config, layer)
    return Resolved(config, tuple(layers))


def _with_problem(layer: Layer, problem: str) -> Layer:
    return replace(layer, problems=(*layer.problems, f"{layer.file}: {problem}"))


def laid_over(config: Config, layer: Layer) -> Config:
    """`config` with what a nearer file says on top."""
    said = layer.values
    severities: dict[str, Severity | str] = said.get("severity", {})
    off = frozenset(rule for rule, word in severities.items() if word == OFF)
    config = config.overlaid(
        select=said.get("select", frozenset()),
        ignore=said.get("ignore", frozenset()) | off,
        extend_select=said.get("extend-select", frozenset()),
        severity={rule: word for rule, word in severities.items() if isinstance(word, Severity)},
    )
    ignores = dict(config.per_file_ignores)
    for glob, rules in said.get("per-file-ignores", {}).items():
        ignores[glob] = ignores.get(glob, frozenset()) | rules
    return replace(config, exclude=(*config.exclude, *said.get("exclude", ())), per_file_ignores=ignores)
