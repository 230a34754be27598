"""What must never happen: a crash, an old answer over a new one, findings lost while somebody types."""

from __future__ import annotations

import asyncio
import time

import pytest
from lsprotocol import types

from .conftest import Connect
from .editor import FAKE_SERVER, Editor

pytestmark = pytest.mark.asyncio(loop_scope="package")

TWICE = "b = a * 2\nb.backward()\nb.backward()\n"


async def test_the_newest_version_wins_and_no_older_answer_comes_after_it(push: Editor) -> None:
    document = push.open("b = a * 2  # sleep 0.05\nb.backward()\n")
    for letter in "b.backward()\n" * 3:
        document.append(letter)
        await asyncio.sleep(0.005)
    diagnostics = await document.diagnostics()
    assert [diagnostic.range.start.line for diagnostic in diagnostics] == [2, 3, 4]
    await asyncio.sleep(0.5)
    versions = [params.version or 0 for params in document.publications()]
    assert versions == sorted(versions)
    assert versions[-1] == document.version
    assert len(versions) < 8, "every keystroke was analysed"


async def test_a_slow_analysis_does_not_hold_up_a_newer_version(push: Editor) -> None:
    document = push.open("b = a * 2  # sleep 15\nb.backward()\nb.backward()\n")
    await asyncio.sleep(0.3)
    started = time.monotonic()
    document.replace("  # sleep 15", "")
    assert await document.diagnostics()
    assert time.monotonic() - started < 5


async def test_a_slow_analysis_holds_up_no_other_document_and_no_hover(push: Editor) -> None:
    other = push.open(TWICE)
    await other.diagnostics()
    slow = push.open("a = 1  # sleep 3\n")
    await asyncio.sleep(0.2)
    started = time.monotonic()
    assert await other.hover("b.backward()") is not None
    other.append("# more\n")
    assert await other.diagnostics()
    assert time.monotonic() - started < 2
    slow.close()


async def test_text_that_does_not_parse_keeps_what_was_known(push: Editor) -> None:
    document = push.open(TWICE)
    await document.diagnostics()
    told = len(document.publications())
    document.replace("b = a * 2", "print(\nb = a * 2")
    await asyncio.sleep(0.6)
    assert len(document.publications()) == told, "the editor moves the squiggle itself; nothing is to be told"
    hover = await document.hover("b.backward()", 2)
    assert hover is not None
    assert f"[line 3]({document.uri}#L3): freed here" in hover
    assert not await document.actions(document.range("b.backward()", 2)), "edits of another text"
    document.replace("print(\n", "")
    (diagnostic,) = await document.diagnostics()
    assert diagnostic.range == document.range("b.backward()", 2)


async def test_a_document_that_never_parsed_has_no_findings_and_no_trouble(push: Editor) -> None:
    document = push.open("def (:\n" + TWICE)
    assert not await document.diagnostics()
    assert await document.hover("b.backward()") is None
    document.replace("def (:\n", "")
    assert await document.diagnostics()


@pytest.mark.parametrize("trouble", ["# explode", "# die"])
async def test_an_analysis_that_fails_keeps_what_was_known(push: Editor, trouble: str) -> None:
    document = push.open(TWICE)
    await document.diagnostics()
    told = len(document.publications())
    logged = len(push.client.log_messages)
    document.append(trouble)
    message = await push.logged(logged)
    assert message.type == types.MessageType.Error
    assert document.uri in message.message
    assert len(document.publications()) == told
    assert await document.hover("b.backward()", 2) is not None
    document.replace(trouble, "")
    assert await document.diagnostics()
    assert not push.client.messages, "a message box for the user"


async def test_an_analysis_without_end_is_given_up(connect: Connect) -> None:
    editor = await connect([*FAKE_SERVER, "4"])
    document = editor.open("a = 1  # sleep 60\n")
    assert "no answer within 4 seconds" in (await editor.logged()).message
    document.replace("  # sleep 60", "\n" + TWICE)
    assert await document.diagnostics()


async def test_fixes_that_fail_leave_the_menu_empty(push: Editor) -> None:
    document = push.open(TWICE + "# no fixes\n")
    (diagnostic,) = await document.diagnostics()
    assert not await document.actions(diagnostic.range)


async def test_what_the_engine_prints_does_not_get_between_the_messages(push: Editor) -> None:
    document = push.open(TWICE + "# print\n")
    assert await document.diagnostics()
    assert await document.hover("b.backward()") is not None


async def test_a_cancelled_request_is_answered_as_cancelled(push: Editor) -> None:
    document = push.open("b = a * 2  # sleep 20\n")
    params = types.HoverParams(document.identifier, types.Position(0, 0))
    request = push.client.protocol.send_request(types.TEXT_DOCUMENT_HOVER, params, msg_id="to-be-cancelled")
    await asyncio.sleep(0.1)
    push.client.cancel_request(types.CancelParams("to-be-cancelled"))
    with pytest.raises(Exception, match="cancel"):
        await asyncio.wait_for(asyncio.wrap_future(request), 2)
    document.close()


async def test_an_unasked_question_for_fixes_is_not_kept_waiting(push: Editor) -> None:
    document = push.open("b = a * 2  # sleep 8\nb.backward()\nb.backward()\n")
    started = time.monotonic()
    everything = types.Range(types.Position(0, 0), types.Position(3, 0))
    assert not await document.actions(everything, trigger=types.CodeActionTriggerKind.Automatic)
    assert time.monotonic() - started < 3
    document.close()


async def test_a_large_document_does_not_slow_the_typing(push: Editor) -> None:
    document = push.open(TWICE + "x = 1\n" * 20_000)
    await document.diagnostics()
    small = push.open(TWICE)
    await small.diagnostics()
    for _ in range(30):
        document.append("y")
    started = time.monotonic()
    assert await small.hover("b.backward()") is not None
    assert time.monotonic() - started < 2
    assert await document.diagnostics()


async def test_nonsense_from_the_client_does_no_harm(push: Editor) -> None:
    gone = types.VersionedTextDocumentIdentifier(version=2, uri="file:///never/opened.py")
    change = types.TextDocumentContentChangeWholeDocument("x = 1\n")
    push.client.text_document_did_change(types.DidChangeTextDocumentParams(gone, [change]))
    push.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(gone.uri)))
    document = push.open(TWICE)
    outside = types.HoverParams(document.identifier, types.Position(999, 999))
    assert await push.client.text_document_hover_async(outside) is None
    assert await document.diagnostics()
    assert not await document.actions(types.Range(types.Position(500, 0), types.Position(900, 70)))
