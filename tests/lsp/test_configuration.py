"""Settings, from wherever a client has them, hold at once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from lsprotocol import types

from .conftest import Connect
from .editor import Document, Editor

pytestmark = pytest.mark.asyncio(loop_scope="package")

TWICE = "b = a * 2\nb.backward()\nb.backward()\n"


def change(editor: Editor, settings: Any) -> None:
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))


async def told(document: Document, count: int) -> None:
    """Wait until the last thing told of the document are `count` diagnostics."""
    await document.editor.until(
        lambda: bool(document.publications()) and len(document.publications()[-1].diagnostics) == count
    )


async def test_settings_that_come_with_the_greeting_hold_from_the_start(connect: Connect) -> None:
    editor = await connect(options={"settings": {"ignore": ["freed-graph"]}})
    document = editor.open(TWICE)
    assert not await document.diagnostics()


async def test_settings_the_client_sends_hold_at_once(connect: Connect) -> None:
    editor = await connect()
    document = editor.open(TWICE)
    await told(document, 1)
    change(editor, {"retrograd": {"enable": False}})
    await told(document, 0)
    change(editor, {"retrograd": {"enable": True, "severity": {"freed-graph": "information"}}})
    await told(document, 1)
    (diagnostic,) = document.publications()[-1].diagnostics
    assert diagnostic.severity == types.DiagnosticSeverity.Information
    change(editor, {"severity": {"freed-graph": "off"}})
    await told(document, 0)


async def test_settings_the_client_is_asked_for(connect: Connect) -> None:
    editor = await connect(configuration=True, settings={"severity": {"freed-graph": "hint"}})
    document = editor.open(TWICE)
    hint = types.DiagnosticSeverity.Hint
    await editor.until(
        lambda: any(d.severity == hint for params in document.publications() for d in params.diagnostics)
    )
    editor.client.set_configuration({"ignore": ["freed-graph"]}, section="retrograd")
    change(editor, None)
    await told(document, 0)


async def test_settings_that_make_no_sense_are_logged_and_left_out(connect: Connect) -> None:
    editor = await connect(options={"settings": {"ignore": "freed-graph", "severity": 3, "run": "now", "select": [1]}})
    document = editor.open(TWICE)
    assert await document.diagnostics()
    logged = " ".join(message.message for message in editor.client.log_messages)
    for name in ("ignore", "severity", "run", "select"):
        assert f"retrograd.{name} is" in logged


async def test_analysis_may_wait_for_the_saving(connect: Connect) -> None:
    editor = await connect(options={"settings": {"run": "onSave"}})
    document = editor.open("b = a * 2\nb.backward()\n")
    assert not await document.diagnostics()
    document.append("b.backward()\n")
    await asyncio.sleep(0.5)
    assert len(document.publications()) == 1
    document.save()
    assert await document.diagnostics()
