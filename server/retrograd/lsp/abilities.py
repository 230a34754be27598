"""What the client can do, asked once and by name."""

from __future__ import annotations

from dataclasses import dataclass

from lsprotocol import types
from pygls.capabilities import get_capability


@dataclass(frozen=True, slots=True)
class Abilities:
    """The capabilities of a client that make a difference here."""

    pulls_diagnostics: bool = False
    refreshes_diagnostics: bool = False
    related_information: bool = False
    rule_links: bool = False
    unnecessary_tag: bool = False
    versioned_edits: bool = False
    literal_actions: bool = False
    preferred_actions: bool = False
    resolves_actions: bool = False
    markdown_hover: bool = False
    answers_configuration: bool = False
    registers_configuration: bool = False
    registers_watchers: bool = False


def abilities(client: types.ClientCapabilities) -> Abilities:
    """Read them from the capabilities that the client sent."""

    def has(name: str) -> bool:
        return bool(get_capability(client, name, False))

    def listed(name: str) -> list[object]:
        return list(get_capability(client, name, None) or [])

    # Pull diagnostics got capabilities of their own only in 3.18; before, those of publishing held for both.
    def shows(name: str) -> bool:
        return has(f"text_document.publish_diagnostics.{name}") or has(f"text_document.diagnostic.{name}")

    tags = [
        *listed("text_document.publish_diagnostics.tag_support.value_set"),
        *listed("text_document.diagnostic.tag_support.value_set"),
    ]
    return Abilities(
        pulls_diagnostics=get_capability(client, "text_document.diagnostic", None) is not None,
        refreshes_diagnostics=has("workspace.diagnostics.refresh_support"),
        related_information=shows("related_information"),
        rule_links=shows("code_description_support"),
        unnecessary_tag=types.DiagnosticTag.Unnecessary in tags,
        versioned_edits=has("workspace.workspace_edit.document_changes"),
        literal_actions=get_capability(client, "text_document.code_action.code_action_literal_support", None)
        is not None,
        preferred_actions=has("text_document.code_action.is_preferred_support"),
        resolves_actions="edit" in listed("text_document.code_action.resolve_support.properties")
        and has("text_document.code_action.data_support"),
        markdown_hover=types.MarkupKind.Markdown in listed("text_document.hover.content_format"),
        answers_configuration=has("workspace.configuration"),
        registers_configuration=has("workspace.did_change_configuration.dynamic_registration"),
        registers_watchers=has("workspace.did_change_watched_files.dynamic_registration"),
    )
