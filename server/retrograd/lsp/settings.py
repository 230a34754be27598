"""The settings of the editor, and how they go together with those of the project."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..config import Config
from ..findings import Severity

log = logging.getLogger(__name__)

SECTION = "retrograd"
"""The name of the settings in the client."""

_OFF = "off"


@dataclass(frozen=True, slots=True)
class Settings:
    """What is set under `retrograd.*`, as far as it concerns the server."""

    enable: bool = True
    on_type: bool = True
    select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()
    severity: Mapping[str, Severity] = field(default_factory=dict)
    exclude: tuple[str, ...] = ()

    def over(self, project: Config) -> Config:
        """The configuration of the project with these settings laid over it: what the editor says goes first.

        The globs of the editor are not part of it: they count from a folder of the workspace.
        """
        return project.overlaid(self.select, self.ignore, severity=self.severity)


def read(raw: object) -> Settings:
    """The settings in an object that a client sent. What can't be understood is logged and left at its default."""
    if raw is None:
        return Settings()
    if not isinstance(raw, Mapping):
        log.warning("settings: an object was expected, not %r", raw)
        return Settings()
    severity, off = _severities(raw.get("severity"))
    run = raw.get("run")
    if run not in (None, "onType", "onSave"):
        log.warning('settings: retrograd.run is "onType" or "onSave", not %r', run)
    return Settings(
        enable=raw.get("enable") is not False,
        on_type=run != "onSave",
        select=frozenset(_words(raw, "select")),
        ignore=frozenset(_words(raw, "ignore")) | off,
        severity=severity,
        exclude=tuple(_words(raw, "exclude")),
    )


@dataclass(frozen=True, slots=True)
class Scopes:
    """The settings of the workspace, and of those of its folders that have their own."""

    everywhere: Settings = field(default_factory=Settings)
    folders: Mapping[str, Settings] = field(default_factory=dict)

    def of(self, uri: str) -> Settings:
        """The settings for the document `uri`: those of the innermost folder that holds it."""
        holding = [folder for folder in self.folders if uri.startswith(folder.rstrip("/") + "/")]
        return self.folders[max(holding, key=len)] if holding else self.everywhere


def _words(raw: Mapping[object, object], name: str) -> list[str]:
    value = raw.get(name)
    if value is None:
        return []
    if isinstance(value, list) and all(isinstance(word, str) for word in value):
        return value
    log.warning("settings: retrograd.%s is a list of strings, not %r", name, value)
    return []


def _severities(raw: object) -> tuple[dict[str, Severity], frozenset[str]]:
    """The severity of each rule that has one, and the rules that are switched off."""
    if raw is None:
        return {}, frozenset()
    if not isinstance(raw, Mapping):
        log.warning("settings: retrograd.severity is an object, not %r", raw)
        return {}, frozenset()
    severities: dict[str, Severity] = {}
    off: set[str] = set()
    for rule, word in raw.items():
        if word == _OFF:
            off.add(str(rule))
        elif word in [severity.value for severity in Severity]:
            severities[str(rule)] = Severity(word)
        else:
            log.warning("settings: retrograd.severity of %s can't be %r", rule, word)
    return severities, frozenset(off)
