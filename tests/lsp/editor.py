"""An editor for tests: a real client over stdio, which keeps its own texts and counts in its own units."""

from __future__ import annotations

import asyncio
import itertools
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features

FAKE_SERVER = [sys.executable, str(Path(__file__).with_name("fake_server.py"))]
REAL_SERVER = [sys.executable, "-m", "retrograd", "server"]
PATIENCE = 20.0

_UNITS: dict[str, Callable[[str], int]] = {
    "utf-8": lambda text: len(text.encode("utf-8")),
    "utf-16": lambda text: len(text.encode("utf-16-le")) // 2,
    "utf-32": len,
}


def capabilities(
    *,
    pull: bool = False,
    encodings: Sequence[str] = ("utf-16",),
    configuration: bool = False,
    rich: bool = True,
    resolve: bool = False,
) -> types.ClientCapabilities:
    """What a client tells of itself. A `rich` one knows all that VS Code knows, a poor one next to nothing."""
    publish = types.PublishDiagnosticsClientCapabilities(
        related_information=rich,
        version_support=True,
        code_description_support=rich,
        tag_support=types.ClientDiagnosticsTagOptions([types.DiagnosticTag.Unnecessary]) if rich else None,
    )
    action = types.CodeActionClientCapabilities(
        code_action_literal_support=types.ClientCodeActionLiteralOptions(
            types.ClientCodeActionKindOptions([types.CodeActionKind.QuickFix])
        ),
        is_preferred_support=rich,
        data_support=resolve,
        resolve_support=types.ClientCodeActionResolveOptions(["edit"]) if resolve else None,
    )
    formats = [types.MarkupKind.Markdown, types.MarkupKind.PlainText] if rich else [types.MarkupKind.PlainText]
    return types.ClientCapabilities(
        general=types.GeneralClientCapabilities(position_encodings=list(encodings)),
        text_document=types.TextDocumentClientCapabilities(
            publish_diagnostics=publish,
            diagnostic=types.DiagnosticClientCapabilities() if pull else None,
            code_action=action,
            hover=types.HoverClientCapabilities(content_format=formats),
        ),
        workspace=types.WorkspaceClientCapabilities(
            configuration=configuration,
            diagnostics=types.DiagnosticWorkspaceClientCapabilities(refresh_support=pull),
            workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=rich),
        ),
        notebook_document=types.NotebookDocumentClientCapabilities(types.NotebookDocumentSyncClientCapabilities()),
    )


class Editor:
    """A running server and the documents that are open in it."""

    def __init__(self) -> None:
        self.published: list[types.PublishDiagnosticsParams] = []
        self.encoding = "utf-16"
        self.server: types.InitializeResult
        self._news = asyncio.Event()
        self._names = itertools.count()
        self.client = LanguageClient(converter_factory=default_converter)
        features: dict[str, Any] = dict(DEFAULT_CLIENT_FEATURES)
        features[types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS] = lambda params: self._note(params)
        features[types.CLIENT_REGISTER_CAPABILITY] = lambda params: None
        register_lsp_features(self.client, features)

    def _note(self, params: types.PublishDiagnosticsParams) -> None:
        self.published.append(params)
        self._news.set()

    async def start(
        self,
        command: Sequence[str],
        client: types.ClientCapabilities,
        options: object = None,
        settings: object = None,
        folders: Sequence[types.WorkspaceFolder] | None = None,
        folder_settings: Mapping[str, object] | None = None,
    ) -> None:
        """Start the server and greet it. `settings` are what workspace/configuration answers, for folders or all."""
        if settings is not None:
            self.client.set_configuration(settings, section="retrograd")
        for folder, own in (folder_settings or {}).items():
            self.client.set_configuration(own, section="retrograd", scope_uri=folder)
        await self.client.start_io(*command)
        params = types.InitializeParams(capabilities=client, initialization_options=options, workspace_folders=folders)
        self.server = await self.client.initialize_session(params)
        self.encoding = str(self.server.capabilities.position_encoding or "utf-16")
        self.encoding = getattr(self.encoding, "value", self.encoding)

    async def stop(self) -> None:
        """Shut the server down and wait until it has gone."""
        await asyncio.wait_for(self.client.shutdown_session(), PATIENCE)
        await self.client.stop()

    def open(self, text: str, uri: str | None = None, language: str = "python", version: int = 1) -> Document:
        """Open a document, by default one nobody has opened before."""
        document = Document(self, uri or f"file:///project/file{next(self._names)}.py", text, version)
        item = types.TextDocumentItem(document.uri, language, version, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return document

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something that was published fulfils `condition`."""

        async def wait() -> None:
            while not condition():
                self._news.clear()
                await self._news.wait()

        await asyncio.wait_for(wait(), PATIENCE)

    async def logged(self, known: int = 0) -> types.LogMessageParams:
        """The next message of the server's log after `known` ones."""

        async def wait() -> None:
            while len(self.client.log_messages) <= known:
                await asyncio.sleep(0.02)

        await asyncio.wait_for(wait(), PATIENCE)
        return self.client.log_messages[known]

    def units(self, text: str) -> int:
        """How long `text` is in the units that were agreed on."""
        return _UNITS[self.encoding](text)


class Document:
    """One open document."""

    def __init__(self, editor: Editor, uri: str, text: str, version: int) -> None:
        self.editor, self.uri, self.text, self.version = editor, uri, text, version

    @property
    def identifier(self) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri)

    def at(self, offset: int) -> types.Position:
        """The client's position of an offset in code points."""
        before = self.text[:offset]
        start = max(before.rfind("\n"), before.rfind("\r")) + 1
        line = before.replace("\r\n", "\n").replace("\r", "\n").count("\n")
        return types.Position(line, self.editor.units(before[start:]))

    def offset(self, position: types.Position) -> int:
        """The offset of a client's position."""
        start = 0
        for _ in range(position.line):
            start = self.text.index("\n", start) + 1
        end = start
        while self.editor.units(self.text[start:end]) < position.character:
            end += 1
        assert self.editor.units(self.text[start:end]) == position.character, "a position inside of a character"
        return end

    def slice(self, range_: types.Range) -> str:
        """The text in a range."""
        return self.text[self.offset(range_.start) : self.offset(range_.end)]

    def range(self, words: str, occurrence: int = 1) -> types.Range:
        """Where `words` stand for the n-th time."""
        start = -1
        for _ in range(occurrence):
            start = self.text.index(words, start + 1)
        return types.Range(self.at(start), self.at(start + len(words)))

    def edit(self, *edits: tuple[types.Range, str]) -> None:
        """Change the text as typing does, by incremental changes; each range is one of the text before it."""
        events: list[types.TextDocumentContentChangeEvent] = []
        for range_, text in edits:
            start, end = self.offset(range_.start), self.offset(range_.end)
            self.text = self.text[:start] + text + self.text[end:]
            events.append(types.TextDocumentContentChangePartial(range=range_, text=text))
        self.version += 1
        identifier = types.VersionedTextDocumentIdentifier(version=self.version, uri=self.uri)
        self.editor.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, events))

    def replace(self, words: str, text: str, occurrence: int = 1) -> None:
        """Type `text` over `words`."""
        self.edit((self.range(words, occurrence), text))

    def append(self, text: str) -> None:
        """Type at the end."""
        end = self.at(len(self.text))
        self.edit((types.Range(end, end), text))

    def save(self) -> None:
        self.editor.client.text_document_did_save(types.DidSaveTextDocumentParams(self.identifier))

    def close(self) -> None:
        self.editor.client.text_document_did_close(types.DidCloseTextDocumentParams(self.identifier))

    def publications(self) -> list[types.PublishDiagnosticsParams]:
        """All that was published for this document so far."""
        return [params for params in self.editor.published if params.uri == self.uri]

    async def diagnostics(self, version: int | None = None) -> Sequence[types.Diagnostic]:
        """The diagnostics of the present version, when they come."""
        wanted = self.version if version is None else version
        await self.editor.until(lambda: any(params.version == wanted for params in self.publications()))
        return next(params for params in reversed(self.publications()) if params.version == wanted).diagnostics

    async def pull(self, previous: str | None = None) -> Any:
        """Ask for the diagnostics."""
        params = types.DocumentDiagnosticParams(self.identifier, previous_result_id=previous)
        answer = self.editor.client.text_document_diagnostic_async(params)
        return await asyncio.wait_for(answer, PATIENCE)

    async def hover(self, words: str, occurrence: int = 1) -> str | None:
        """The text of the hover at the first letter of `words`."""
        params = types.HoverParams(self.identifier, self.range(words, occurrence).start)
        found = await asyncio.wait_for(self.editor.client.text_document_hover_async(params), PATIENCE)
        return None if found is None else found.contents.value  # type: ignore[union-attr]

    async def actions(
        self,
        range_: types.Range,
        diagnostics: Sequence[types.Diagnostic] = (),
        only: Sequence[types.CodeActionKind | str] | None = None,
        trigger: types.CodeActionTriggerKind | None = types.CodeActionTriggerKind.Invoked,
    ) -> list[types.CodeAction]:
        """The code actions for a range."""
        context = types.CodeActionContext(list(diagnostics), only, trigger)
        params = types.CodeActionParams(self.identifier, range_, context)
        found = await asyncio.wait_for(self.editor.client.text_document_code_action_async(params), PATIENCE)
        return list(found or [])  # type: ignore[arg-type]

    async def resolve(self, action: types.CodeAction) -> types.CodeAction:
        """The action as the server completes it."""
        return await asyncio.wait_for(self.editor.client.code_action_resolve_async(action), PATIENCE)

    def apply(self, action: types.CodeAction) -> None:
        """Do what the editor does when an action is chosen: refuse another version, else change the text."""
        self.edit(*self._edits(action))

    def apply_text(self, action: types.CodeAction) -> None:
        """The same for a document that the server is told of in another way, such as a cell."""
        for range_, text in self._edits(action):
            start, end = self.offset(range_.start), self.offset(range_.end)
            self.text = self.text[:start] + text + self.text[end:]

    def _edits(self, action: types.CodeAction) -> list[tuple[types.Range, str]]:
        assert action.edit is not None
        if action.edit.document_changes is not None:
            (change,) = action.edit.document_changes
            assert isinstance(change, types.TextDocumentEdit)
            assert change.text_document == types.OptionalVersionedTextDocumentIdentifier(self.uri, self.version)
            edits = list(change.edits)
        else:
            edits = list((action.edit.changes or {})[self.uri])
        edits.sort(key=lambda edit: (edit.range.start.line, edit.range.start.character), reverse=True)
        return [(edit.range, edit.new_text) for edit in edits]  # type: ignore[union-attr]
