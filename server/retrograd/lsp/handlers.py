"""Which method of the protocol is answered by what."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.uris import to_fs_path

from . import diagnostics
from .abilities import abilities
from .actions import FIX_ALL, code_actions, resolve
from .documents import LANGUAGE, Documents
from .hover import Page, hover

if TYPE_CHECKING:
    from .server import RetrogradServer

log = logging.getLogger(__name__)


def register(server: RetrogradServer) -> None:
    """Make `server` answer. Each handler gets the server as `ls`, which is the name pygls goes by."""
    for method, handler in _HANDLERS.items():
        server.feature(method, _OPTIONS.get(method))(handler)


async def _initialize(ls: RetrogradServer, params: types.InitializeParams) -> None:
    ls.abilities = abilities(params.capabilities)
    ls.configuration.initialize(params.initialization_options)
    # pygls has no seam for this: the workspace has to know where lines end before the first document comes.
    ls.protocol._workspace = Documents(
        ls.workspace.root_uri,
        types.TextDocumentSyncKind.Incremental,
        params.workspace_folders,
        ls.workspace.position_encoding,
    )
    if ls.abilities.pulls_diagnostics:
        options = types.DiagnosticOptions(
            inter_file_dependencies=True, workspace_diagnostics=False, identifier=diagnostics.SOURCE
        )
        ls.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)(_pull)


async def _initialized(ls: RetrogradServer, params: types.InitializedParams) -> None:
    try:
        await ls.engine.start()
    except OSError:
        log.exception("the processes that analyse cannot be started")
    await ls.configuration.register()
    if ls.abilities.answers_configuration:
        await ls.configuration.ask()


async def _shutdown(ls: RetrogradServer, params: None) -> None:
    ls.was_shut_down = True
    await ls.engine.close()


def _did_open(ls: RetrogradServer, params: types.DidOpenTextDocumentParams) -> None:
    document = params.text_document
    if document.language_id == LANGUAGE:
        ls.session.open(document.uri, document.version, document.text, to_fs_path(document.uri))


def _did_change(ls: RetrogradServer, params: types.DidChangeTextDocumentParams) -> None:
    document = params.text_document
    text = ls.workspace.get_text_document(document.uri).source
    ls.session.change(document.uri, document.version, text)


def _did_save(ls: RetrogradServer, params: types.DidSaveTextDocumentParams) -> None:
    ls.session.save(params.text_document.uri)


def _did_close(ls: RetrogradServer, params: types.DidCloseTextDocumentParams) -> None:
    uri = params.text_document.uri
    if ls.session.close(uri) and not ls.abilities.pulls_diagnostics:
        diagnostics.clear(ls, uri)


def _did_open_notebook(ls: RetrogradServer, params: types.DidOpenNotebookDocumentParams) -> None:
    notebook = params.notebook_document
    ls.session.open(notebook.uri, notebook.version, ls.program(notebook.uri).text, to_fs_path(notebook.uri))


def _did_change_notebook(ls: RetrogradServer, params: types.DidChangeNotebookDocumentParams) -> None:
    notebook = params.notebook_document
    cells = params.change.cells
    if cells is not None and cells.structure is not None and not ls.abilities.pulls_diagnostics:
        for removed in cells.structure.did_close or ():
            diagnostics.clear(ls, removed.uri)
    ls.session.change(notebook.uri, notebook.version, ls.program(notebook.uri).text)


def _did_save_notebook(ls: RetrogradServer, params: types.DidSaveNotebookDocumentParams) -> None:
    ls.session.save(params.notebook_document.uri)


def _did_close_notebook(ls: RetrogradServer, params: types.DidCloseNotebookDocumentParams) -> None:
    if ls.session.close(params.notebook_document.uri) and not ls.abilities.pulls_diagnostics:
        for cell in params.cell_text_documents:
            diagnostics.clear(ls, cell.uri)


async def _did_change_configuration(ls: RetrogradServer, params: types.DidChangeConfigurationParams) -> None:
    await ls.configuration.changed(params.settings)


async def _did_change_workspace_folders(ls: RetrogradServer, params: types.DidChangeWorkspaceFoldersParams) -> None:
    if ls.abilities.answers_configuration:
        await ls.configuration.ask()


def _did_change_watched_files(ls: RetrogradServer, params: types.DidChangeWatchedFilesParams) -> None:
    paths = [path for change in params.changes if (path := to_fs_path(change.uri))]
    if any(path.endswith(".toml") for path in paths):
        ls.session.reconfigure()
    ls.session.files_changed(paths)


async def _pull(
    ls: RetrogradServer, params: types.DocumentDiagnosticParams
) -> types.RelatedFullDocumentDiagnosticReport | types.RelatedUnchangedDocumentDiagnosticReport:
    return await diagnostics.pull(ls, params)


async def _hover(ls: RetrogradServer, params: types.HoverParams) -> types.Hover | None:
    uri = params.text_document.uri
    view = ls.session.view(ls.subject(uri)) or await ls.session.settled(ls.subject(uri))
    if view is None:
        return None
    places = ls.places(view)
    page = Page(places, ls.abilities.markdown_hover)
    position = places.position(uri, params.position)
    # Not in the event loop: the first text of a rule imports the rules.
    return await asyncio.to_thread(hover, view.analysis, position, page)


async def _code_action(ls: RetrogradServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    return await code_actions(ls, params)


async def _resolve_code_action(ls: RetrogradServer, action: types.CodeAction) -> types.CodeAction:
    return await resolve(ls, action)


_HANDLERS: dict[str, Callable[..., Any]] = {
    types.INITIALIZE: _initialize,
    types.INITIALIZED: _initialized,
    types.SHUTDOWN: _shutdown,
    types.TEXT_DOCUMENT_DID_OPEN: _did_open,
    types.TEXT_DOCUMENT_DID_CHANGE: _did_change,
    types.TEXT_DOCUMENT_DID_SAVE: _did_save,
    types.TEXT_DOCUMENT_DID_CLOSE: _did_close,
    types.NOTEBOOK_DOCUMENT_DID_OPEN: _did_open_notebook,
    types.NOTEBOOK_DOCUMENT_DID_CHANGE: _did_change_notebook,
    types.NOTEBOOK_DOCUMENT_DID_SAVE: _did_save_notebook,
    types.NOTEBOOK_DOCUMENT_DID_CLOSE: _did_close_notebook,
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: _did_change_configuration,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: _did_change_workspace_folders,
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: _did_change_watched_files,
    types.TEXT_DOCUMENT_HOVER: _hover,
    types.TEXT_DOCUMENT_CODE_ACTION: _code_action,
    types.CODE_ACTION_RESOLVE: _resolve_code_action,
}
_OPTIONS: dict[str, object] = {
    types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionOptions(
        code_action_kinds=[types.CodeActionKind.QuickFix, FIX_ALL], resolve_provider=True
    ),
}
