"""Actions for a whole file: everything that can be mended safely, and all findings of a rule."""

from __future__ import annotations

import pytest
from lsprotocol import types

from .conftest import Connect
from .editor import REAL_SERVER, Document, Editor

pytestmark = pytest.mark.asyncio(loop_scope="package")

THRICE = "b = a * 2\nb.backward()\nx = 1\nb.backward()\nb.backward()  # 🙂\n"
ONCE = "b = a * 2\nb.backward()\nx = 1\n"
FIX_ALL = "source.fixAll.retrograd"
NEEDLESS = """\
import torch

for scale in (1.0, 2.0):
    a = torch.ones(3, requires_grad=True)
    (a * scale).exp().sum().backward(retain_graph=True)
c = torch.ones(3, requires_grad=True)
c.exp().sum().backward(
    retain_graph=True,  # habit
)
"""


async def asked(document: Document, kind: str) -> list[types.CodeAction]:
    """What an editor gets that asks for a kind of action when a file is saved."""
    nowhere = types.Range(types.Position(0, 0), types.Position(0, 0))
    return await document.actions(nowhere, only=[kind], trigger=types.CodeActionTriggerKind.Automatic)


@pytest.mark.parametrize("kind", ["source", "source.fixAll", FIX_ALL])
async def test_everything_safe_is_mended_when_asked_for(push: Editor, kind: str) -> None:
    document = push.open(THRICE)
    await document.diagnostics()
    (action,) = await asked(document, kind)
    assert (action.kind, action.title) == (FIX_ALL, "Retrograd: fix all that can be fixed safely")
    document.apply(action)
    assert document.text == ONCE
    assert not await document.diagnostics()


@pytest.mark.parametrize("kind", ["quickfix", "refactor", "source.organizeImports", "source.fixAll.ruff"])
async def test_it_is_not_given_for_another_kind(push: Editor, kind: str) -> None:
    document = push.open(THRICE)
    await document.diagnostics()
    assert not [action for action in await asked(document, kind) if action.kind == FIX_ALL]


async def test_it_is_not_among_the_actions_at_a_place(push: Editor) -> None:
    document = push.open(THRICE)
    (diagnostic, _) = await document.diagnostics()
    assert all(a.kind == types.CodeActionKind.QuickFix for a in await document.actions(diagnostic.range))


@pytest.mark.parametrize("text", [THRICE + "# unsafe\n", "b = a * 2\nb.backward()\n", THRICE + "# no fixes\n"])
async def test_without_a_safe_fix_there_is_no_action(push: Editor, text: str) -> None:
    document = push.open(text)
    await document.diagnostics()
    assert not await asked(document, FIX_ALL)


async def test_a_client_that_can_resolve_gets_the_edit_later(connect: Connect) -> None:
    editor = await connect(resolve=True)
    options = editor.server.capabilities.code_action_provider
    assert isinstance(options, types.CodeActionOptions)
    assert options.resolve_provider
    assert list(options.code_action_kinds or ()) == ["quickfix", FIX_ALL]
    document = editor.open(THRICE)
    await document.diagnostics()
    (action,) = await asked(document, FIX_ALL)
    assert action.edit is None
    document.apply(await document.resolve(action))
    assert document.text == ONCE


async def test_an_edit_of_an_older_version_is_not_given(connect: Connect) -> None:
    editor = await connect(resolve=True)
    document = editor.open(THRICE)
    await document.diagnostics()
    (action,) = await asked(document, FIX_ALL)
    document.append("# more\n")
    assert (await document.resolve(action)).edit is None


async def test_what_has_its_edit_is_resolved_to_itself(connect: Connect) -> None:
    editor = await connect(resolve=True)
    document = editor.open(THRICE)
    (diagnostic, _) = await document.diagnostics()
    action = (await document.actions(diagnostic.range))[0]
    assert (await document.resolve(action)).edit == action.edit


async def test_all_needless_retain_graph_of_a_file_go_at_once(connect: Connect) -> None:
    editor = await connect(REAL_SERVER)
    document = editor.open(NEEDLESS)
    told = await document.diagnostics()
    assert [item.code for item in told] == ["needless-retain-graph"] * 2
    actions = await document.actions(told[0].range)
    (action,) = [a for a in actions if a.title == "Remove all needless retain_graph=True in this file"]
    assert action.kind == types.CodeActionKind.QuickFix
    assert len(action.diagnostics or ()) == 2
    document.apply(action)
    assert document.text == NEEDLESS.replace("retain_graph=True)", ")").replace(
        "(\n    retain_graph=True,  # habit\n)", "()"
    )
    assert not await document.diagnostics()
