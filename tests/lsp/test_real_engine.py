"""The server as it is shipped, with the engine and the remedies: programs are opened, explained and mended."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from lsprotocol import types
from retrograd.lsp.rule_texts import rule_text

from .conftest import connecting
from .editor import REAL_SERVER, Document, Editor

pytestmark = pytest.mark.asyncio(loop_scope="module")

LEAF = "import torch\n\na = torch.tensor([2.0], requires_grad=True)\n"
TWICE = LEAF + "b = a * 2\nb.backward()\nprint(a.grad)\nb.backward()\n"
LOOP = LEAF + "b = a * 2\nfor step in range(3):\n    b.backward()\n    print(a.grad)\n"
MENDED = LEAF + "for step in range(3):\n    b = a * 2\n    b.backward()\n    print(a.grad)\n    a.grad.zero_()\n"
KEPT = LEAF + "b = a * 2\nb.backward(retain_graph=True)\nb.backward(retain_graph=True)\n"
NOTHING_KEPT = LEAF + "s = (a + 1).sum()\ns.backward()\ns.backward()\n"
CARRIED = """\
import torch
from torch import nn

model = nn.LSTM(4, 8)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
hidden = (torch.zeros(1, 2, 8), torch.zeros(1, 2, 8))
for batch in torch.randn(3, 5, 2, 4):
    output, hidden = model(batch, hidden)
    loss = output.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def editor() -> AsyncIterator[Editor]:
    """A client of the shipped server."""
    async with connecting() as connect:
        yield await connect(REAL_SERVER)


async def told(document: Document) -> list[tuple[str, str, types.DiagnosticSeverity | None]]:
    """Rule, flagged text and severity of each diagnostic."""
    return [(str(item.code), document.slice(item.range), item.severity) for item in await document.diagnostics()]


ERROR, WARNING = types.DiagnosticSeverity.Error, types.DiagnosticSeverity.Warning


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (TWICE, [("freed-graph", "b.backward()", ERROR)]),
        (LOOP, [("freed-graph", "b.backward()", ERROR)]),
        (MENDED, []),
        (KEPT, [("needless-retain-graph", "retain_graph=True", WARNING)]),
        (NOTHING_KEPT, []),
        (CARRIED, [("freed-graph", "loss.backward()", ERROR)]),
    ],
    ids=["twice", "loop", "mended", "kept", "nothing kept", "carried"],
)
async def test_a_program_is_told_its_faults(
    editor: Editor, program: str, expected: list[tuple[str, str, types.DiagnosticSeverity]]
) -> None:
    assert await told(editor.open(program)) == expected


async def test_the_story_is_told_in_related_places_and_in_the_hover(editor: Editor) -> None:
    document = editor.open(TWICE)
    (diagnostic,) = await document.diagnostics()
    assert diagnostic.range == document.range("b.backward()", 2)
    places = [document.slice(info.location.range) for info in diagnostic.related_information or ()]
    assert places == ["b = a * 2", "b.backward()"]
    life = await document.hover("b.backward()")
    assert life is not None
    assert f"[line 4]({document.uri}#L4): `mul` keeps tensors" in life
    assert f"gone through again in [line 7]({document.uri}#L7)" in life
    story = await document.hover("b.backward()", 2)
    assert story is not None
    assert f"[line 5]({document.uri}#L5)" in story
    assert rule_text("freed-graph") in story


async def test_an_argument_that_nobody_needs_is_faded(editor: Editor) -> None:
    document = editor.open(KEPT)
    (diagnostic,) = await document.diagnostics()
    assert list(diagnostic.tags or ()) == [types.DiagnosticTag.Unnecessary]
    assert diagnostic.range == document.range("retain_graph=True", 2)


@pytest.mark.parametrize("program", [TWICE, LOOP, KEPT, CARRIED], ids=["twice", "loop", "kept", "carried"])
async def test_the_preferred_fix_and_every_other_one_mends_the_program(editor: Editor, program: str) -> None:
    document = editor.open(program)
    (diagnostic,) = await document.diagnostics()
    fixes = await document.actions(diagnostic.range, [diagnostic])
    assert [fix.is_preferred for fix in fixes].count(True) == 1
    assert fixes[-1].title == f"Ignore {diagnostic.code} here"
    for chosen in range(len(fixes)):
        document = editor.open(program)
        (diagnostic,) = await document.diagnostics()
        document.apply((await document.actions(diagnostic.range))[chosen])
        assert await told(document) == []


async def test_a_fault_comes_with_the_typing_and_goes_with_it(editor: Editor) -> None:
    document = editor.open(MENDED)
    assert await told(document) == []
    document.replace("    b = a * 2\n", "")
    document.replace("for step", "b = a * 2\nfor step")
    assert [rule for rule, _, _ in await told(document)] == ["freed-graph"]
    document.replace("b.backward()", "b.backward(")
    document.replace("b.backward(", "b.backward(retain_graph=True)")
    assert "freed-graph" not in [rule for rule, _, _ in await told(document)]


async def test_a_notebook_is_one_program(editor: Editor) -> None:
    cells = [LEAF + "%matplotlib inline\n", "b = a * 2\nb.backward()", "b.backward()"]
    uri = "file:///project/real.ipynb"
    items = [
        types.TextDocumentItem(f"vscode-notebook-cell:/project/real.ipynb#{index}", "python", 1, text)
        for index, text in enumerate(cells)
    ]
    notebook = types.NotebookDocument(
        uri, "jupyter-notebook", 1, [types.NotebookCell(types.NotebookCellKind.Code, item.uri) for item in items]
    )
    editor.client.notebook_document_did_open(types.DidOpenNotebookDocumentParams(notebook, items))
    last = Document(editor, items[2].uri, cells[2], 1)
    (diagnostic,) = await last.diagnostics()
    assert (diagnostic.code, last.slice(diagnostic.range)) == ("freed-graph", "b.backward()")
    assert [info.location.uri for info in diagnostic.related_information or ()] == [items[1].uri, items[1].uri]
