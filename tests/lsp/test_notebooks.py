"""Notebooks: one program, findings and fixes in their cells."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from lsprotocol import types

from .editor import Document, Editor

pytestmark = pytest.mark.asyncio(loop_scope="package")

_names = itertools.count()


class Notebook:
    """A notebook that is open in an editor."""

    def __init__(self, editor: Editor, *texts: str) -> None:
        self.editor = editor
        self.version = 1
        self._counter = itertools.count()
        self.uri = f"file:///project/notebook{next(_names)}.ipynb"
        self.cells = [self._cell(text) for text in texts]
        prose = types.NotebookCell(types.NotebookCellKind.Markup, f"{self.uri}#prose")
        document = types.NotebookDocument(
            self.uri, "jupyter-notebook", 1, [prose, *(self._code(cell) for cell in self.cells)]
        )
        editor.client.notebook_document_did_open(
            types.DidOpenNotebookDocumentParams(document, [self._item(cell) for cell in self.cells])
        )

    def _cell(self, text: str) -> Document:
        uri = f"vscode-notebook-cell:/project/notebook.ipynb#{self.uri[-8]}W{next(self._counter)}sZmlsZQ%3D%3D"
        return Document(self.editor, uri + str(next(_names)), text, 1)

    @staticmethod
    def _code(cell: Document) -> types.NotebookCell:
        return types.NotebookCell(types.NotebookCellKind.Code, cell.uri)

    @staticmethod
    def _item(cell: Document) -> types.TextDocumentItem:
        return types.TextDocumentItem(cell.uri, "python", cell.version, cell.text)

    def _change(self, cells: types.NotebookDocumentCellChanges) -> None:
        self.version += 1
        identifier = types.VersionedNotebookDocumentIdentifier(self.version, self.uri)
        change = types.NotebookDocumentChangeEvent(cells=cells)
        self.editor.client.notebook_document_did_change(types.DidChangeNotebookDocumentParams(identifier, change))

    def replace(self, index: int, words: str, text: str) -> None:
        """Type in a cell."""
        cell = self.cells[index]
        change = types.TextDocumentContentChangePartial(range=cell.range(words), text=text)
        cell.text = cell.text.replace(words, text, 1)
        cell.version += 1
        identifier = types.VersionedTextDocumentIdentifier(cell.version, cell.uri)
        content = types.NotebookDocumentCellContentChanges(identifier, [change])
        self._change(types.NotebookDocumentCellChanges(text_content=[content]))

    def splice(self, start: int, removed: int, *texts: str) -> None:
        """Take cells out and put others in their place."""
        gone, made = self.cells[start : start + removed], [self._cell(text) for text in texts]
        self.cells[start : start + removed] = made
        structure = types.NotebookDocumentCellChangeStructure(
            types.NotebookCellArrayChange(start + 1, removed, [self._code(cell) for cell in made]),
            did_open=[self._item(cell) for cell in made],
            did_close=[cell.identifier for cell in gone],
        )
        self._change(types.NotebookDocumentCellChanges(structure=structure))

    def close(self) -> None:
        identifier = types.NotebookDocumentIdentifier(self.uri)
        self.editor.client.notebook_document_did_close(
            types.DidCloseNotebookDocumentParams(identifier, [cell.identifier for cell in self.cells])
        )

    async def told(self, *counts: int) -> None:
        """Wait until so many diagnostics are shown in each cell."""
        await self.editor.until(lambda: [len(shown(cell)) for cell in self.cells] == list(counts))


def shown(cell: Document) -> Sequence[types.Diagnostic]:
    published = cell.publications()
    return published[-1].diagnostics if published else ()


async def test_a_finding_lands_in_its_cell_and_points_into_others(push: Editor) -> None:
    notebook = Notebook(push, "b = a * 2", "b.backward()", "x = '😀'; b.backward()")
    await notebook.told(0, 0, 1)
    built, freed, again = notebook.cells
    (diagnostic,) = shown(again)
    assert diagnostic.range == again.range("b.backward()")
    related = [(info.location.uri, info.location.range) for info in diagnostic.related_information or ()]
    assert related == [(built.uri, built.range("b = a * 2")), (freed.uri, freed.range("b.backward()"))]
    hover = await again.hover("b.backward()")
    assert hover is not None
    assert "cell 2 line 1: freed here" in hover
    assert await built.hover("b = a") is None


async def test_a_fix_edits_the_right_cell(push: Editor) -> None:
    notebook = Notebook(push, "b = a * 2", "b.backward()", "# again\nb.backward()")
    await notebook.told(0, 0, 1)
    _, freed, again = notebook.cells
    delete, keep, _ = await again.actions(shown(again)[0].range)
    assert keep.edit is not None
    (change,) = keep.edit.document_changes or ()
    assert isinstance(change, types.TextDocumentEdit)
    assert change.text_document == types.OptionalVersionedTextDocumentIdentifier(freed.uri, 1)
    again.apply_text(delete)
    assert again.text == "# again\n"


async def test_cells_are_typed_in_added_moved_and_removed(push: Editor) -> None:
    notebook = Notebook(push, "b = a * 2", "b.backward()", "b.backward()")
    await notebook.told(0, 0, 1)
    notebook.replace(2, "b.backward", "c.backward")
    await notebook.told(0, 0, 0)
    notebook.splice(1, 0, "# new\nc.backward()")
    await notebook.told(0, 0, 0, 1)
    gone = notebook.cells[3]
    notebook.splice(3, 1)
    await notebook.told(0, 0, 0)
    await push.until(lambda: not shown(gone))
    notebook.splice(0, 3, "b = a * 2\nb.backward()\nb.backward()")
    await notebook.told(1)
    notebook.close()
    await notebook.told(0)


async def test_a_client_that_pulls_asks_for_each_cell(pull: Editor) -> None:
    notebook = Notebook(pull, "b = a * 2", "b.backward()", "b.backward()")
    counts = [len((await cell.pull()).items) for cell in notebook.cells]
    assert counts == [0, 0, 1]
    notebook.replace(2, "b.backward", "c.backward")
    assert not (await notebook.cells[2].pull()).items


async def test_magics_are_no_syntax_errors(push: Editor) -> None:
    notebook = Notebook(
        push, "%matplotlib inline\n!pip install torch", "%%time\nb = a * 2\nb.backward()", "b.backward()"
    )
    await notebook.told(0, 0, 1)
