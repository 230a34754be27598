"""The texts the client has open, kept in step with the editor."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types
from pygls.workspace import TextDocument, Workspace

from ..source.text import split_lines

LANGUAGE = "python"
"""The language of the documents that are analysed; the client's word counts, not the name of the file."""


class Document(TextDocument):
    """A text document whose lines end only where the protocol says so.

    pygls counts form feeds, U+2028 and the like as ends of lines, and then applies every later edit to a wrong place.
    """

    @property
    def lines(self) -> Sequence[str]:
        """The lines with their ends."""
        return split_lines(self.source)


class Documents(Workspace):
    """A workspace made of such documents."""

    def _create_text_document(
        self,
        doc_uri: str,
        source: str | None = None,
        version: int | None = None,
        language_id: str | None = None,
    ) -> TextDocument:
        return Document(
            doc_uri,
            source=source,
            version=version,
            language_id=language_id,
            sync_kind=types.TextDocumentSyncKind.Incremental,
            position_codec=self.position_codec,
        )
