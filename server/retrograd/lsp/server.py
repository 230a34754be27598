"""The server: its state, and how it is started."""

from __future__ import annotations

import asyncio
import logging
import sys
from importlib.metadata import PackageNotFoundError, version

from pygls.lsp.server import LanguageServer

from . import diagnostics, handlers
from .abilities import Abilities
from .configuration import Configuration
from .documents import LANGUAGE
from .engine import Engine, Workers
from .logs import ClientLog
from .notebooks import SYNC, Cell, NotebookPlaces, Program
from .places import DocumentPlaces, Places
from .session import Session, View

log = logging.getLogger(__name__)

_REFRESH_PAUSE = 0.05


class RetrogradServer(LanguageServer):
    """What the handlers share. All of it lives in the thread of the event loop."""

    def __init__(self, engine: Engine) -> None:
        super().__init__("retrograd", _version(), notebook_document_sync=SYNC, max_workers=2)
        self.engine = engine
        self.abilities = Abilities()
        self.configuration = Configuration(self)
        self.session = Session(engine, self.configuration.terms, self._announce)
        self.was_shut_down = False
        self._refresh: asyncio.TimerHandle | None = None

    def subject(self, uri: str) -> str:
        """The name, in the session, of the text that the document `uri` is or is a cell of."""
        notebook = self.workspace.get_notebook_document(cell_uri=uri)
        return uri if notebook is None else notebook.uri

    def places(self, view: View) -> Places:
        """Where in the client's documents the places of `view` are."""
        codec = self.workspace.position_codec
        if self.workspace.get_notebook_document(notebook_uri=view.uri) is None:
            return DocumentPlaces(view, codec)
        return NotebookPlaces(view, self.program(view.uri), codec)

    def program(self, uri: str) -> Program:
        """The cells of code of the notebook `uri` as they are now."""
        notebook = self.workspace.get_notebook_document(notebook_uri=uri)
        cells = [] if notebook is None else [self.workspace.get_text_document(cell.document) for cell in notebook.cells]
        return Program(
            tuple(Cell(cell.uri, cell.version, cell.source) for cell in cells if cell.language_id == LANGUAGE)
        )

    def report_server_error(self, error: Exception, source: object) -> None:
        """Log what went wrong; a message box for each error would only be in the way."""
        log.error("%s: %s", getattr(source, "__name__", source), error)

    def _announce(self, uri: str, asked: bool) -> None:
        if not self.abilities.pulls_diagnostics:
            diagnostics.publish(self, uri)
        elif not asked and self.abilities.refreshes_diagnostics and self._refresh is None:
            self._refresh = asyncio.get_running_loop().call_later(_REFRESH_PAUSE, self._send_refresh)

    def _send_refresh(self) -> None:
        self._refresh = None
        self.workspace_diagnostic_refresh(None)


def create_server(engine: Engine | None = None) -> RetrogradServer:
    """A server that is not started yet. `engine` does the analysis; by default that of this package."""
    server = RetrogradServer(engine or Workers())
    handlers.register(server)
    return server


def serve(engine: Engine | None = None) -> None:
    """Serve one client on standard input and output until it goes.

    Raises SystemExit(1) if it goes without having asked for the shutdown.
    """
    # A stray print must not get between the messages.
    output, sys.stdout = sys.stdout.buffer, sys.stderr
    server = create_server(engine)
    package_log = logging.getLogger("retrograd")
    package_log.setLevel(logging.INFO)
    package_log.addHandler(ClientLog(server))
    server.start_io(sys.stdin.buffer, output)
    if not server.was_shut_down:
        raise SystemExit(1)


def _version() -> str:
    try:
        return version("retrograd")
    except PackageNotFoundError:
        return "unknown"
