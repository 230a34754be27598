"""Clients that ask for diagnostics are told nothing unasked."""

from __future__ import annotations

import asyncio

import pytest
from lsprotocol import types

from .conftest import Connect
from .editor import Editor

pytestmark = pytest.mark.asyncio(loop_scope="package")

TWICE = "b = a * 2\nb.backward()\nb.backward()\n"


async def test_the_server_says_that_it_can_be_asked(pull: Editor, push: Editor) -> None:
    provider = pull.server.capabilities.diagnostic_provider
    assert isinstance(provider, types.DiagnosticOptions)
    assert provider.identifier == "retrograd"
    assert provider.inter_file_dependencies
    assert push.server.capabilities.diagnostic_provider is None


async def test_the_answer_is_that_of_the_newest_version(pull: Editor) -> None:
    document = pull.open("b = a * 2\nb.backward()\n")
    empty = await document.pull()
    assert isinstance(empty, types.RelatedFullDocumentDiagnosticReport)
    assert not empty.items
    document.append("b.backward()\n")
    full = await document.pull(empty.result_id)
    assert [item.range for item in full.items] == [document.range("b.backward()", 2)]
    assert not pull.published, "told unasked"


async def test_an_unchanged_document_is_not_sent_again(pull: Editor) -> None:
    document = pull.open(TWICE)
    full = await document.pull()
    again = await document.pull(full.result_id)
    assert isinstance(again, types.RelatedUnchangedDocumentDiagnosticReport)
    assert again.result_id == full.result_id
    document.append("# the same findings, in another version\n")
    assert isinstance(await document.pull(full.result_id), types.RelatedFullDocumentDiagnosticReport)


async def test_text_that_does_not_parse_leaves_the_report_unchanged(pull: Editor) -> None:
    document = pull.open(TWICE)
    full = await document.pull()
    document.replace("b = a * 2", "print(\nb = a * 2")
    unchanged = await document.pull(full.result_id)
    assert isinstance(unchanged, types.RelatedUnchangedDocumentDiagnosticReport)
    assert unchanged.result_id == full.result_id
    moved = await document.pull()
    assert [item.range for item in moved.items] == [document.range("b.backward()", 2)]
    document.replace("print(\n", "")
    assert isinstance(await document.pull(full.result_id), types.RelatedFullDocumentDiagnosticReport)


async def test_a_question_is_answered_when_the_document_is_closed_meanwhile(pull: Editor) -> None:
    document = pull.open(TWICE + "# sleep 20\n")
    asking = asyncio.create_task(document.pull())
    await asyncio.sleep(0.1)
    document.close()
    assert not (await asking).items


async def test_changed_settings_make_the_client_ask_again(connect: Connect) -> None:
    editor = await connect(pull=True)
    document = editor.open(TWICE)
    full = await document.pull()
    settings = {"retrograd": {"severity": {"freed-graph": "hint"}}}
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
    while not editor.client.diagnostic_refresh_count:
        await asyncio.sleep(0.02)
    (item,) = (await document.pull(full.result_id)).items
    assert item.severity == types.DiagnosticSeverity.Hint
    assert editor.client.diagnostic_refresh_count == 1
