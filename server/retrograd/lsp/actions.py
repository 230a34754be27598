"""The remedies of findings as code actions, each an edit of exactly the version that was analysed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from ..findings import Finding, Fix, Span
from .abilities import Abilities
from .diagnostics import diagnostic
from .places import Places
from .positions import overlaps
from .session import View

if TYPE_CHECKING:
    from .server import RetrogradServer

UNASKED = 1.0
"""How many seconds an editor that asks by itself, to know whether to show a lightbulb, is kept waiting."""


async def code_actions(server: RetrogradServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Answer textDocument/codeAction.

    Who opened the menu waits until the fixes are there; an editor that asks by itself gets what there is in `UNASKED`
    seconds, so that this server never holds up the actions of others.
    """
    if not server.abilities.literal_actions or not _wanted(params.context.only):
        return []
    unasked = params.context.trigger_kind == types.CodeActionTriggerKind.Automatic
    collecting = _collect(server, params)
    if not unasked:
        return await collecting
    try:
        return await asyncio.wait_for(collecting, UNASKED)
    except asyncio.TimeoutError:
        return []


async def _collect(server: RetrogradServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    document = params.text_document.uri
    view = await server.session.settled(server.subject(document))
    if view is None or not view.current:
        return []
    places = server.places(view)
    start = places.position(document, params.range.start)
    end = places.position(document, params.range.end)
    found: list[types.CodeAction] = []
    for finding in view.analysis.findings:
        if places.location(finding.site).uri == document and overlaps(finding.site.span, Span(start, end)):
            fixes = await server.session.fixes(view.uri, finding)
            told = _told(finding, params.context.diagnostics, places, server.abilities)
            found += _actions(fixes, told, places, server.abilities)
    return found if _still(server, view) else []


def _wanted(only: Sequence[types.CodeActionKind | str] | None) -> bool:
    """Whether quick fixes are among the kinds asked for; "" is the kind that holds them all."""
    return only is None or any(kind in ("", types.CodeActionKind.QuickFix) for kind in only)


def _still(server: RetrogradServer, view: View) -> bool:
    latest = server.session.view(view.uri)
    return latest is not None and latest.version == view.version


def _told(finding: Finding, sent: Sequence[types.Diagnostic], places: Places, client: Abilities) -> types.Diagnostic:
    """The diagnostic as the client has it, or as it would have been told."""
    own = diagnostic(finding, places, client)
    same = (other for other in sent if other.code == own.code and other.range == own.range)
    return next(same, own)


def _actions(
    fixes: tuple[Fix, ...], told: types.Diagnostic, places: Places, client: Abilities
) -> list[types.CodeAction]:
    preferred = next((fix for fix in fixes if fix.preferred), None)
    return [
        types.CodeAction(
            title=fix.message,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[told],
            is_preferred=True if fix is preferred and client.preferred_actions else None,
            edit=_workspace_edit(fix, places, client),
        )
        for fix in fixes
    ]


def _workspace_edit(fix: Fix, places: Places, client: Abilities) -> types.WorkspaceEdit:
    edits: dict[str, list[types.TextEdit]] = {}
    for edit in fix.edits:
        uri, text_edit = places.edit(edit)
        edits.setdefault(uri, []).append(text_edit)
    if not client.versioned_edits:
        return types.WorkspaceEdit(changes=edits)
    versions = {document.uri: document for document in places.documents}
    return types.WorkspaceEdit(
        document_changes=[types.TextDocumentEdit(versions[uri], changes) for uri, changes in edits.items()]
    )
