"""Under which terms a document is analysed: the editor's settings over those of the project."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.uris import to_fs_path

from ..config import DEFAULT, Config
from .session import Terms
from .settings import SECTION, Scopes, read

if TYPE_CHECKING:
    from .server import RetrogradServer

_WATCHED = ("**/*.py", "**/pyproject.toml")


class Configuration:
    """The settings that hold now."""

    def __init__(self, server: RetrogradServer) -> None:
        self._server = server
        self._scopes = Scopes()

    async def terms(self, uri: str, path: str | None) -> Terms:
        """The terms for the document `uri`."""
        settings = self._scopes.of(uri)
        config = settings.over(DEFAULT)
        excluded = path is not None and await asyncio.to_thread(self._excludes, config, path)
        return Terms(settings.enable and not excluded, settings.on_type, config)

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

    def _excludes(self, config: Config, path: str) -> bool:
        """Whether one of the globs, which are counted from the workspace folder that holds `path`, names it."""
        if not config.exclude:
            return False
        from pathspec import GitIgnoreSpec

        roots = [root for folder in self._server.workspace.folders if (root := to_fs_path(folder))]
        holding = [root for root in roots if path.startswith(os.path.join(root, ""))]
        inside = os.path.relpath(path, max(holding, key=len)) if holding else os.path.basename(path)
        return GitIgnoreSpec.from_lines(config.exclude).match_file(inside)

    def _adopt(self, scopes: Scopes) -> None:
        if scopes != self._scopes:
            self._scopes = scopes
            self._server.session.reconfigure()


def _registration(method: str, options: Any) -> types.Registration:
    return types.Registration(id=f"retrograd-{method}", method=method, register_options=options)
