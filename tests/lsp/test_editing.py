"""The main path through a real client: open, type, hover, mend, close."""

from __future__ import annotations

import asyncio

import pytest
from lsprotocol import types

from .conftest import Connect
from .editor import Editor

pytestmark = pytest.mark.asyncio(loop_scope="package")

TWICE = "b = a * 2\nb.backward()\nb.backward()\n"


async def test_an_opened_document_is_told_its_findings(push: Editor) -> None:
    document = push.open(TWICE, version=7)
    (diagnostic,) = await document.diagnostics()
    assert diagnostic.range == document.range("b.backward()", 2)
    assert diagnostic.code == "freed-graph"
    assert diagnostic.source == "retrograd"
    assert diagnostic.severity == types.DiagnosticSeverity.Error
    assert diagnostic.code_description is not None
    assert diagnostic.code_description.href.endswith("/docs/rules/freed-graph.md")
    related = [(info.location.uri, info.location.range, info.message) for info in diagnostic.related_information or ()]
    assert related == [
        (document.uri, document.range("b = a * 2"), "built here"),
        (document.uri, document.range("b.backward()"), "freed here"),
    ]


async def test_typing_brings_a_finding_and_takes_it_away(push: Editor) -> None:
    document = push.open("b = a * 2\nb.backward()\n")
    assert not await document.diagnostics()
    document.append("b.back")
    document.append("ward()\n")
    (diagnostic,) = await document.diagnostics()
    assert diagnostic.range == document.range("b.backward()", 2)
    document.replace("b.backward()", "c.backward()", 2)
    assert not await document.diagnostics()


async def test_several_changes_in_one_notification_are_applied_in_order(push: Editor) -> None:
    document = push.open(TWICE)
    await document.diagnostics()
    top = types.Range(types.Position(0, 0), types.Position(0, 0))
    third_line = types.Range(types.Position(2, 0), types.Position(2, 0))
    document.edit((top, "# one\n"), (third_line, "# two\n"), (top, "# three\n"))
    (diagnostic,) = await document.diagnostics()
    assert diagnostic.range == document.range("b.backward()", 2)


async def test_hover_tells_the_life_of_the_graph(push: Editor) -> None:
    document = push.open("x = 1\n" + TWICE)
    await document.diagnostics()
    first = await document.hover("b.backward()")
    assert first is not None
    assert "`b.backward()`" in first
    assert f"[line 1]({document.uri}#L1): `mul` keeps tensors" in first
    assert "freed here" in first
    assert f"again in [line 4]({document.uri}#L4)" in first
    second = await document.hover("b.backward()", 2)
    assert second is not None
    assert "This backward goes through a graph that is gone" in second
    assert f"[line 3]({document.uri}#L3): freed here" in second
    assert "docs/rules/freed-graph.md" in second
    assert await document.hover("x = 1") is None


async def test_a_fix_is_offered_linked_applied_and_gone(push: Editor) -> None:
    document = push.open(TWICE)
    (diagnostic,) = await document.diagnostics()
    actions = await document.actions(diagnostic.range, [diagnostic])
    assert [action.title for action in actions] == ["Delete this call", "Keep the graph", "Ignore freed-graph here"]
    assert [action.is_preferred for action in actions] == [True, None, None]
    assert all(action.kind == types.CodeActionKind.QuickFix for action in actions)
    for action in actions:
        assert tuple(action.diagnostics or ()) == (diagnostic,)
    document.apply(actions[0])
    assert document.text == "b = a * 2\nb.backward()\n"
    assert not await document.diagnostics()


async def test_a_caret_in_the_call_is_enough_for_the_lightbulb(push: Editor) -> None:
    document = push.open(TWICE)
    (diagnostic,) = await document.diagnostics()
    caret = types.Range(diagnostic.range.end, diagnostic.range.end)
    actions = await document.actions(caret, trigger=types.CodeActionTriggerKind.Automatic)
    assert tuple(actions[0].diagnostics or ()) == (diagnostic,)
    assert not await document.actions(document.range("b = a * 2"))


async def test_only_quick_fixes_are_given(push: Editor) -> None:
    document = push.open(TWICE)
    (diagnostic,) = await document.diagnostics()
    assert not await document.actions(diagnostic.range, only=[types.CodeActionKind.Refactor])
    assert await document.actions(diagnostic.range, only=[types.CodeActionKind.QuickFix])
    assert await document.actions(diagnostic.range, only=[types.CodeActionKind.Empty])


async def test_the_ignore_action_puts_a_comment_behind_the_line(push: Editor) -> None:
    document = push.open(TWICE)
    (diagnostic,) = await document.diagnostics()
    *_, ignore = await document.actions(diagnostic.range)
    document.apply(ignore)
    assert document.text == TWICE[:-1] + "  # retrograd: ignore[freed-graph]\n"


async def test_actions_asked_right_after_an_edit_are_those_of_the_edited_text(push: Editor) -> None:
    document = push.open(TWICE)
    await document.diagnostics()
    document.replace("b = a * 2", "# a comment\nb = a * 2")
    keep = (await document.actions(document.range("b.backward()", 2)))[1]
    document.apply(keep)
    assert document.text == "# a comment\nb = a * 2\nb.backward(retain_graph=True)\nb.backward()\n"


async def test_closing_clears_the_findings(push: Editor) -> None:
    document = push.open(TWICE)
    assert await document.diagnostics()
    document.close()
    await push.until(lambda: not document.publications()[-1].diagnostics)
    again = push.open(TWICE, document.uri, version=1)
    assert await again.diagnostics()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
async def test_characters_of_any_width_before_the_call_shift_nothing(connect: Connect, encoding: str) -> None:
    editor = await connect(encodings=[encoding])
    assert editor.server.capabilities.position_encoding == encoding
    document = editor.open("b = a * 2\nb.backward()\nprint('🔥é'); b.backward()\n")
    (diagnostic,) = await document.diagnostics()
    assert document.slice(diagnostic.range) == "b.backward()"
    assert diagnostic.range == document.range("b.backward()", 2)
    assert await document.hover("b.backward()", 2) is not None
    document.replace("'🔥é'", "'😀' + '🔥é'")
    (diagnostic,) = await document.diagnostics()
    assert document.slice(diagnostic.range) == "b.backward()"
    keep = (await document.actions(diagnostic.range))[1]
    document.apply(keep)
    assert document.text.splitlines()[1] == "b.backward(retain_graph=True)"


@pytest.mark.parametrize("separator", ["\x0c", "\x0b", "\x1c", "\x85", "\u2028"])
async def test_what_only_python_takes_for_an_end_of_line_is_none(push: Editor, separator: str) -> None:
    document = push.open(f"s = 'x{separator}y'\n" + TWICE)
    await document.diagnostics()
    document.replace("b = a * 2", "b = a * 3\n# more")
    (diagnostic,) = await document.diagnostics()
    assert diagnostic.range == document.range("b.backward()", 2)


async def test_crlf_text_is_kept_in_step(push: Editor) -> None:
    document = push.open(TWICE.replace("\n", "\r\n"))
    await document.diagnostics()
    document.replace("b = a * 2", "# 1\r\nb = a * 2")
    (diagnostic,) = await document.diagnostics()
    assert document.slice(diagnostic.range) == "b.backward()"
    document.apply((await document.actions(diagnostic.range))[0])
    assert document.text == "# 1\r\nb = a * 2\r\nb.backward()\r\n"


async def test_a_poor_client_is_told_only_what_it_can_show(connect: Connect) -> None:
    editor = await connect(rich=False)
    document = editor.open(TWICE)
    (diagnostic,) = await document.diagnostics()
    assert diagnostic.related_information is None
    assert diagnostic.code_description is None
    hover = await document.hover("b.backward()")
    assert hover is not None
    assert "line 1: `mul` keeps tensors" in hover
    assert "](" not in hover
    delete, *_ = await document.actions(diagnostic.range)
    assert delete.is_preferred is None
    assert delete.edit is not None
    assert delete.edit.document_changes is None
    document.apply(delete)
    assert not await document.diagnostics()


@pytest.mark.parametrize("uri", ["untitled:Untitled-1", "vscode-vfs://github/someone/project/train.py"])
async def test_documents_that_are_no_files_are_analysed_too(push: Editor, uri: str) -> None:
    document = push.open(TWICE, uri)
    (diagnostic,) = await document.diagnostics()
    assert (diagnostic.related_information or [])[0].location.uri == uri
    assert await document.hover("b.backward()") is not None
    document.apply((await document.actions(diagnostic.range))[0])
    assert not await document.diagnostics()
    document.close()


async def test_other_languages_are_left_alone(push: Editor) -> None:
    other = push.open(TWICE, "file:///project/notes.py", language="markdown")
    python = push.open(TWICE)
    await python.diagnostics()
    other.append("more\n")
    await asyncio.sleep(0.3)
    assert not other.publications()
    assert await other.hover("b.backward()") is None
