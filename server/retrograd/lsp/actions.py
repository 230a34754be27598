"""The remedies of findings as code actions, each an edit of exactly the version that was analysed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from ..findings import Edit, Finding, Fix, Span
from ..mending import Choice
from ..source.difference import difference
from .abilities import Abilities
from .diagnostics import diagnostic
from .places import Places
from .positions import overlaps
from .session import View

if TYPE_CHECKING:
    from .server import RetrogradServer

UNASKED = 1.0
"""How many seconds an editor that asks by itself, to know whether to show a lightbulb, is kept waiting."""

FIX_ALL = "source.fixAll.retrograd"
"""The kind of the action that mends what can be mended safely; editors may ask for it whenever a file is saved."""

WHOLESALE = {"needless-retain-graph": "Remove all needless retain_graph=True in this file"}
"""Rules whose findings can be mended all at once, and what the action is called."""


async def code_actions(server: RetrogradServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Answer textDocument/codeAction.

    Who opened the menu or saves a file waits until the fixes are there; an editor that asks by itself gets what there
    is in `UNASKED` seconds, so that this server never holds up the actions of others.
    """
    only = params.context.only
    if not server.abilities.literal_actions:
        return []
    found: list[types.CodeAction] = []
    if only is not None and any(kind == "" or f"{FIX_ALL}.".startswith(f"{kind}.") for kind in only):
        found += await _fix_all(server, params)
    if only is None or any(kind in ("", types.CodeActionKind.QuickFix) for kind in only):
        collecting = _collect(server, params)
        unasked = params.context.trigger_kind == types.CodeActionTriggerKind.Automatic
        try:
            found = [*await asyncio.wait_for(collecting, UNASKED if unasked else None), *found]
        except asyncio.TimeoutError:
            return found
    return found


async def resolve(server: RetrogradServer, action: types.CodeAction) -> types.CodeAction:
    """Answer codeAction/resolve: the edit of an action for a whole file, unless the file has changed since."""
    if isinstance(action.data, dict):
        uri, version, rule = (action.data.get(key) for key in ("uri", "version", "rule"))
        action.edit = await _wholesale(server, str(uri), int(version or 0), rule)
    return action


async def _collect(server: RetrogradServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    document = params.text_document.uri
    view = await server.session.settled(server.subject(document))
    if view is None or not view.current:
        return []
    places = server.places(view)
    start = places.position(document, params.range.start)
    end = places.position(document, params.range.end)
    found: list[types.CodeAction] = []
    rules: dict[str, None] = {}
    for finding in view.analysis.findings:
        if places.location(finding.site).uri == document and overlaps(finding.site.span, Span(start, end)):
            fixes = await server.session.fixes(view.uri, finding)
            told = _told(finding, params.context.diagnostics, places, server.abilities)
            found += _actions(fixes, told, places, server.abilities)
            rules[finding.rule] = None
    for rule in rules:
        found += await _of_rule(server, view, places, rule)
    return found if _still(server, view) else []


async def _of_rule(server: RetrogradServer, view: View, places: Places, rule: str) -> list[types.CodeAction]:
    """The action for all findings of a rule, where there are several."""
    same = [finding for finding in view.analysis.findings if finding.rule == rule]
    title = WHOLESALE.get(rule)
    if title is None or len(same) < 2 or not _is_document(view, places):
        return []
    told = [diagnostic(finding, places, server.abilities) for finding in same]
    action = types.CodeAction(title, types.CodeActionKind.QuickFix, diagnostics=told)
    return await _with_edit(server, action, view, rule)


async def _fix_all(server: RetrogradServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    """The action that mends all that can be mended safely, where there is anything."""
    view = await server.session.settled(server.subject(params.text_document.uri))
    if view is None or not view.current or not _is_document(view, server.places(view)):
        return []
    for finding in view.analysis.findings:
        if Choice().of(finding, await server.session.fixes(view.uri, finding)) is not None:
            action = types.CodeAction("Retrograd: fix all that can be fixed safely", FIX_ALL)
            return await _with_edit(server, action, view, None)
    return []


def _is_document(view: View, places: Places) -> bool:
    """Whether a text is one document: of several, as the cells of a notebook, each is mended by itself."""
    return [document.uri for document in places.documents] == [view.uri]


async def _with_edit(
    server: RetrogradServer, action: types.CodeAction, view: View, rule: str | None
) -> list[types.CodeAction]:
    """The action with what its edit is made of later, where the client asks again; else with the edit."""
    if server.abilities.resolves_actions:
        action.data = {"uri": view.uri, "version": view.version, "rule": rule}
        return [action]
    action.edit = await _wholesale(server, view.uri, view.version, rule)
    return [action] if action.edit is not None else []


async def _wholesale(server: RetrogradServer, uri: str, version: int, rule: str | None) -> types.WorkspaceEdit | None:
    mended = await server.session.mended(uri, version, rule)
    view = server.session.view(uri)
    if mended is None or view is None or view.version != version or mended == view.text:
        return None
    return _workspace_edit(difference(view.text, mended), server.places(view), server.abilities)


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
            edit=_workspace_edit(fix.edits, places, client),
        )
        for fix in fixes
    ]


def _workspace_edit(changes: Sequence[Edit], places: Places, client: Abilities) -> types.WorkspaceEdit:
    edits: dict[str, list[types.TextEdit]] = {}
    for edit in changes:
        uri, text_edit = places.edit(edit)
        edits.setdefault(uri, []).append(text_edit)
    if not client.versioned_edits:
        return types.WorkspaceEdit(changes=edits)
    versions = {document.uri: document for document in places.documents}
    return types.WorkspaceEdit(
        document_changes=[types.TextDocumentEdit(versions[uri], changed) for uri, changed in edits.items()]
    )
