"""The log of the server, in the window the editor has for it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from .server import RetrogradServer

_LEVELS = (
    (logging.ERROR, types.MessageType.Error),
    (logging.WARNING, types.MessageType.Warning),
    (logging.INFO, types.MessageType.Info),
)


class ClientLog(logging.Handler):
    """Sends records by window/logMessage. It is to be used in the thread of the event loop only."""

    def __init__(self, server: RetrogradServer) -> None:
        super().__init__()
        self._server = server

    def emit(self, record: logging.LogRecord) -> None:
        """Send one record; a client that is gone is no reason to fail."""
        try:
            kind = next((kind for level, kind in _LEVELS if record.levelno >= level), types.MessageType.Log)
            self._server.window_log_message(types.LogMessageParams(kind, self.format(record)))
        except Exception:
            self.handleError(record)
