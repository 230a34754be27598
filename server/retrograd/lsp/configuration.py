"""Under which terms a document is analysed: the editor's settings over those of the project."""

from __future__ import annotations

import asyncio
import logging
import os
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.uris import to_fs_path

from ..config import DEFAULT, Config, matches
from ..configuration.resolver import Resolver
from .session import Terms
from .settings import SECTION, Scopes, Settings, read

if TYPE_CHECKING:
    from .server import RetrogradServer

# Any file may be the one that a configuration extends.
_WATCHED = ("**/*.py", "**/*.toml")

log = logging.getLogger(__name__)


class Configuration:
    """The settings that hold now."""

    def __init__(self, server: RetrogradServer) -> None:
        self._server = server
        self._scopes = Scopes()
        self._told: dict[str | None, tuple[str, ...]] = {}

    async def terms(self, uri: str, path: str | None) -> Terms:
        """The terms for the document `uri`."""
        settings = self._scopes.of(uri)
        project = DEFAULT if path is None else await asyncio.to_thread(self._project, path)
        excluded = path is not None and await asyncio.to_thread(self._excludes, settings, project, path)
        return Terms(settings.enable and not excluded, settings.on_type, settings.over(project))

    def initialize(self, options: object) -> None:
        """Take the settings that come with the initialize request, {"settings": {...}}."""
        if isinstance(options, dict):
            self._scopes = Scopes(read(options.get("settings")))

    async def ask(self) -> None:
        """Ask the client for its settings, for the workspace and for each of its folders, and go by them."""
        folders = list(self._server.workspace.folders)
        items = [types.ConfigurationItem(section=SECTION)]
        items += [types.ConfigurationItem(scope_uri=folder, section=SECTION) for folder in folders]
        answer = await self._server.workspace_configuration_async(types.ConfigurationParams(items))
        everywhere, *rest = [*answer, *[None] * len(items)][: len(items)]
        before = self._scopes.everywhere
        found = {folder: read(raw) for folder, raw in zip(folders, rest, strict=True) if raw is not None}
        self._adopt(Scopes(before if everywhere is None else read(everywhere), found))

    async def changed(self, sent: object) -> None:
        """Go by changed settings: ask for them where the client answers, else take those it sent."""
        if self._server.abilities.answers_configuration:
            await self.ask()
        elif isinstance(sent, dict):
            self._adopt(Scopes(read(sent.get(SECTION, sent))))

    async def register(self) -> None:
        """Have the client tell of changed settings and files, as far as it lets a server ask for that."""
        wanted: list[types.Registration] = []
        if self._server.abilities.registers_configuration:
            options: Any = types.DidChangeConfigurationRegistrationOptions(section=SECTION)
            wanted.append(_registration(types.WORKSPACE_DID_CHANGE_CONFIGURATION, options))
        if self._server.abilities.registers_watchers:
            watchers = [types.FileSystemWatcher(pattern) for pattern in _WATCHED]
            options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
            wanted.append(_registration(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options))
        if wanted:
            await self._server.client_register_capability_async(types.RegistrationParams(wanted))

    def _project(self, path: str) -> Config:
        """What the project's files say now; each thing that is wrong with them is logged once."""
        resolved = Resolver().of(path)
        if self._told.get(resolved.file) != resolved.problems:
            self._told[resolved.file] = resolved.problems
            for problem in resolved.problems:
                log.error("%s", problem)
        return resolved.config

    def _excludes(self, settings: Settings, project: Config, path: str) -> bool:
        """Whether a glob names `path`: of the editor, from the workspace folder that holds it, or of the project."""
        roots = [root for folder in self._server.workspace.folders if (root := to_fs_path(folder))]
        holding = [root for root in roots if path.startswith(os.path.join(root, ""))]
        root = max(holding, key=len) if holding else None
        return project.excludes(path) or matches(settings.exclude, path, root)

    def _adopt(self, scopes: Scopes) -> None:
        if scopes != self._scopes:
            self._scopes = scopes
            self._server.session.reconfigure()


def _registration(method: str, options: Any) -> types.Registration:
    return types.Registration(id=f"retrograd-{method}", method=method, register_options=options)
