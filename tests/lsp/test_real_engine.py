"""The server as it is shipped, with the engine and the remedies: programs are opened, explained and mended."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types

from retrograd.lsp.rule_texts import rule_text

from .conftest import connecting
from .editor import REAL_SERVER, Document, Editor

pytestmark = pytest.mark.asyncio(loop_scope="module")

EXAMPLES = Path(__file__).parents[2] / "examples"
ERROR, WARNING = types.DiagnosticSeverity.Error, types.DiagnosticSeverity.Warning
FAULTS = {
    "double_backward": ("freed-graph", "b.backward()", ERROR),
    "loop_invariant": ("freed-graph", "b.backward()", ERROR),
    "lstm_carried_hidden": ("freed-graph", "loss.backward()", ERROR),
    "no_reset_loop": ("grad-not-zeroed", "b.backward()", WARNING),
    "retain_twice": ("needless-retain-graph", "retain_graph=True", WARNING),
}
FAULTLESS = ("mended_loop", "sum_twice")


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def editor() -> AsyncIterator[Editor]:
    """A client of the shipped server."""
    async with connecting() as connect:
        yield await connect(REAL_SERVER)


async def told(document: Document) -> list[tuple[str, str, types.DiagnosticSeverity | None]]:
    """Rule, flagged text and severity of each diagnostic."""
    return [(str(item.code), document.slice(item.range), item.severity) for item in await document.diagnostics()]


def example(editor: Editor, name: str) -> Document:
    """One of the project's examples, opened."""
    return editor.open((EXAMPLES / f"{name}.py").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", FAULTS)
async def test_the_fault_of_an_example_is_told(editor: Editor, name: str) -> None:
    assert await told(example(editor, name)) == [FAULTS[name]]


@pytest.mark.parametrize("name", FAULTLESS)
async def test_an_example_without_fault_is_silent(editor: Editor, name: str) -> None:
    assert await told(example(editor, name)) == []


async def test_the_story_is_told_in_related_places_and_in_the_hover(editor: Editor) -> None:
    document = example(editor, "double_backward")
    (diagnostic,) = await document.diagnostics()
    assert diagnostic.range == document.range("b.backward()", 2)
    related = [info.location.range for info in diagnostic.related_information or ()]
    assert related == [document.range("b = a * 2"), document.range("b.backward()")]
    built, freed, again = (f"[line {line}]({document.uri}#L{line})" for line in (6, 7, 9))
    life = await document.hover("b.backward()")
    assert life is not None
    assert f"{built}: `mul` keeps tensors" in life
    assert f"gone through again in {again}" in life
    story = await document.hover("b.backward()", 2)
    assert story is not None
    assert freed in story
    assert rule_text("freed-graph") in story


async def test_an_argument_that_nobody_needs_is_faded(editor: Editor) -> None:
    document = example(editor, "retain_twice")
    (diagnostic,) = await document.diagnostics()
    assert list(diagnostic.tags or ()) == [types.DiagnosticTag.Unnecessary]
    assert diagnostic.range == document.range("retain_graph=True", document.text.count("retain_graph=True"))


@pytest.mark.parametrize("name", FAULTS)
async def test_the_preferred_fix_and_every_other_one_mends_the_example(editor: Editor, name: str) -> None:
    document = example(editor, name)
    (diagnostic,) = await document.diagnostics()
    *fixes, _ = await document.actions(diagnostic.range, [diagnostic])
    assert [fix.is_preferred for fix in fixes].count(True) == 1
    for chosen in range(len(fixes)):
        document = example(editor, name)
        (diagnostic,) = await document.diagnostics()
        document.apply((await document.actions(diagnostic.range))[chosen])
        assert await told(document) == []


@pytest.mark.parametrize("name", FAULTS)
async def test_a_fault_that_is_ignored_is_told_no_more(editor: Editor, name: str) -> None:
    document = example(editor, name)
    (diagnostic,) = await document.diagnostics()
    ignore = (await document.actions(diagnostic.range, [diagnostic]))[-1]
    assert ignore.title == f"Ignore {diagnostic.code} here"
    document.apply(ignore)
    assert await told(document) == []


async def test_a_fault_comes_with_the_typing_and_goes_with_it(editor: Editor) -> None:
    document = example(editor, "mended_loop")
    assert await told(document) == []
    document.replace("    b = a * 2\n", "")
    document.replace("for i", "b = a * 2\nfor i")
    assert await told(document) == [FAULTS["double_backward"]]
    document.replace("b.backward()", "b.backward(")
    document.replace("b.backward(", "b.backward(retain_graph=True)")
    assert FAULTS["double_backward"] not in await told(document)


async def test_a_notebook_is_one_program(editor: Editor) -> None:
    leaf = "%matplotlib inline\nimport torch\na = torch.tensor([2.0], requires_grad=True)"
    cells = [leaf, "b = a * 2\nb.backward()", "b.backward()"]
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
