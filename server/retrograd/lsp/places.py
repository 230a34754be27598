"""Where in the client's documents the engine's places are."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from lsprotocol import types
from pygls.uris import from_fs_path
from pygls.workspace import PositionCodec

from ..findings import Edit, Position, Site
from .positions import Ruler, to_units
from .session import View


class Places(Protocol):
    """Converts between one analysed text and the documents of the client that it is made of."""

    @property
    def documents(self) -> tuple[types.OptionalVersionedTextDocumentIdentifier, ...]:
        """The documents the text is made of."""
        ...

    def location(self, site: Site) -> types.Location:
        """The client's location of `site`."""
        ...

    def position(self, uri: str, position: types.Position) -> Position:
        """The place in the text of a position in one of its documents."""
        ...

    def edit(self, edit: Edit) -> tuple[str, types.TextEdit]:
        """An edit of the text as one of the document with the returned URI."""
        ...

    def label(self, site: Site) -> str:
        """How a reader is told where `site` is."""
        ...


@dataclass(frozen=True)
class DocumentPlaces:
    """The places of a text that is one document."""

    view: View
    codec: PositionCodec

    @cached_property
    def _ruler(self) -> Ruler:
        return Ruler(self.view.text, self.codec)

    @property
    def documents(self) -> tuple[types.OptionalVersionedTextDocumentIdentifier, ...]:
        """The document itself."""
        return (types.OptionalVersionedTextDocumentIdentifier(self.view.uri, self.view.version),)

    def location(self, site: Site) -> types.Location:
        """The client's location of `site`."""
        foreign = foreign_location(site, self.view, self.codec)
        return foreign or types.Location(self.view.uri, self._ruler.to_range(site.span))

    def position(self, uri: str, position: types.Position) -> Position:
        """The place in the text of `position`."""
        return self._ruler.from_client(position)

    def edit(self, edit: Edit) -> tuple[str, types.TextEdit]:
        """The edit in the client's units."""
        return self.view.uri, types.TextEdit(self._ruler.to_range(edit.span), edit.content)

    def label(self, site: Site) -> str:
        """The line, and the file if it is another one."""
        return foreign_label(site, self.view) or f"line {site.line}"


def foreign_location(site: Site, view: View, codec: PositionCodec) -> types.Location | None:
    """The location of a `site` that is in another file than the text of `view`; None where it is in the text."""
    if site.path is None or site.path == view.analysis.path:
        return None

    def convert(position: Position) -> types.Position:
        line = view.lines.get((site.path or "", position.line))
        units = position.column if line is None else to_units(line, position.column, codec)
        return types.Position(max(position.line - 1, 0), units)

    uri = from_fs_path(os.path.abspath(site.path))
    return types.Location(uri or site.path, types.Range(convert(site.span.start), convert(site.span.end)))


def foreign_label(site: Site, view: View) -> str | None:
    """How a reader is told of a `site` in another file; None where it is in the text of `view`."""
    if site.path is None or site.path == view.analysis.path:
        return None
    return f"{os.path.basename(site.path)} line {site.line}"
