"""Settings, from wherever a client has them, hold at once."""

from __future__ import annotations

import asyncio
from pathlib import Path
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


async def test_excluded_files_are_left_alone_until_they_are_excluded_no_more(connect: Connect) -> None:
    folder = types.WorkspaceFolder("file:///project", "project")
    editor = await connect(options={"settings": {"exclude": ["build/**", "*_gen.py"]}}, folders=[folder])
    built = editor.open(TWICE, "file:///project/build/deep/train.py")
    made = editor.open(TWICE, "file:///project/src/net_gen.py")
    own = editor.open(TWICE, "file:///project/src/build.py")
    elsewhere = editor.open(TWICE, "file:///other/build/train.py")
    for document, count in ((built, 0), (made, 0), (own, 1), (elsewhere, 1)):
        await told(document, count)
    change(editor, {"exclude": []})
    for document in (built, made, own, elsewhere):
        await told(document, 1)


async def test_each_folder_of_the_workspace_has_its_own_settings(connect: Connect) -> None:
    folders = [types.WorkspaceFolder(f"file:///{name}", name) for name in ("one", "one/inner", "two")]
    settings = {folders[0].uri: {"enable": False}, folders[1].uri: {"enable": True}}
    editor = await connect(configuration=True, settings={}, folders=folders, folder_settings=settings)
    for uri, count in (("one/a.py", 0), ("one/inner/a.py", 1), ("one.py", 1), ("two/a.py", 1)):
        await told(editor.open(TWICE, f"file:///{uri}"), count)


def file_changed(editor: Editor, path: Path) -> None:
    event = types.FileEvent(path.as_uri(), types.FileChangeType.Changed)
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))


async def test_files_of_the_project_hold_and_the_editor_goes_first(connect: Connect, tmp_path: Path) -> None:
    project = tmp_path / "pyproject.toml"
    project.write_text('[tool.retrograd]\nseverity = { freed-graph = "hint" }\nexclude = ["old/"]\n')
    editor = await connect()
    document = editor.open(TWICE, (tmp_path / "src" / "train.py").as_uri())
    old = editor.open(TWICE, (tmp_path / "old" / "train.py").as_uri())
    await told(document, 1)
    await told(old, 0)
    assert document.publications()[-1].diagnostics[0].severity == types.DiagnosticSeverity.Hint
    project.write_text('[tool.retrograd]\nignore = ["freed-graph"]\n')
    file_changed(editor, project)
    await told(document, 0)
    change(editor, {"select": ["freed-graph"]})
    await told(document, 1)
    await told(old, 1)


async def test_what_is_wrong_with_a_file_of_the_project_is_logged_once(connect: Connect, tmp_path: Path) -> None:
    (tmp_path / "retrograd.toml").write_text('ignroe = ["freed-graph"]\n')
    editor = await connect()
    for name in ("a.py", "b.py"):
        assert await editor.open(TWICE, (tmp_path / name).as_uri()).diagnostics()
    logged = [m.message for m in editor.client.log_messages if 'did you mean "ignore"' in m.message]
    assert len(logged) == 1
