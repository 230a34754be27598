"""Findings as diagnostics: pushed with their version, or pulled where the client can."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from lsprotocol import converters, types

from ..findings import Finding, Severity
from ..links import rule_page
from .abilities import Abilities
from .places import Places

if TYPE_CHECKING:
    from .server import RetrogradServer

SOURCE = "retrograd"
"""The source that all diagnostics carry."""

_SEVERITY = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFORMATION: types.DiagnosticSeverity.Information,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}
# Their whole range is code that does nothing, which editors show faded.
_UNNECESSARY = frozenset({"needless-retain-graph"})

_converter = converters.get_converter()


def diagnostic(finding: Finding, places: Places, client: Abilities) -> types.Diagnostic:
    """`finding` in the words of the protocol, as much of it as the client can show."""
    related = [
        types.DiagnosticRelatedInformation(places.location(related.site), related.message)
        for related in finding.related
    ]
    unnecessary = client.unnecessary_tag and finding.rule in _UNNECESSARY
    return types.Diagnostic(
        range=places.location(finding.site).range,
        message=finding.message,
        severity=_SEVERITY[finding.severity],
        code=finding.rule,
        code_description=types.CodeDescription(rule_page(finding.rule)) if client.rule_links else None,
        source=SOURCE,
        tags=[types.DiagnosticTag.Unnecessary] if unnecessary else None,
        related_information=related if related and client.related_information else None,
    )


def by_document(findings: tuple[Finding, ...], places: Places, client: Abilities) -> dict[str, list[types.Diagnostic]]:
    """The diagnostics of each document, in the order of their places; documents without any are there too."""
    found: dict[str, list[types.Diagnostic]] = {document.uri: [] for document in places.documents}
    for finding in sorted(findings, key=lambda finding: finding.site.span):
        uri = places.location(finding.site).uri
        found.setdefault(uri, []).append(diagnostic(finding, places, client))
    return found


def publish(server: RetrogradServer, uri: str) -> None:
    """Push what is known of the text `uri`.

    Nothing is pushed while an answer for the version at hand is missing: the editor moves what it shows along with
    the typing better than an old answer could.
    """
    view = server.session.view(uri)
    if view is None or not view.current:
        return
    places = server.places(view)
    found = by_document(view.analysis.findings, places, server.abilities)
    versions = {document.uri: document.version for document in places.documents}
    for target, diagnostics in found.items():
        if target in versions:
            server.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(target, diagnostics, version=versions[target])
            )


def clear(server: RetrogradServer, uri: str) -> None:
    """Take back what was pushed for the document `uri`."""
    server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


async def pull(
    server: RetrogradServer, params: types.DocumentDiagnosticParams
) -> types.RelatedFullDocumentDiagnosticReport | types.RelatedUnchangedDocumentDiagnosticReport:
    """Answer textDocument/diagnostic when the newest version is settled."""
    target = params.text_document.uri
    view = await server.session.settled(server.subject(target))
    if view is None:
        return types.RelatedFullDocumentDiagnosticReport(items=[])
    items = by_document(view.analysis.findings, server.places(view), server.abilities).get(target, [])
    result_id = _result_id(view.known, items) if view.current else None
    kept = not view.current and params.previous_result_id is not None
    if kept or (result_id is not None and result_id == params.previous_result_id):
        return types.RelatedUnchangedDocumentDiagnosticReport(result_id=params.previous_result_id or "")
    return types.RelatedFullDocumentDiagnosticReport(items=items, result_id=result_id)


def _result_id(version: int, items: list[types.Diagnostic]) -> str:
    """Names a report. The version is part of it, for the same places in another version are other places on screen."""
    content = json.dumps(_converter.unstructure(items), sort_keys=True)
    return f"{version}-{hashlib.blake2b(content.encode(), digest_size=8).hexdigest()}"
