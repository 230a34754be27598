"""Notebook files become programs, and what is no notebook is said to be none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from retrograd.source.notebooks import Joined, NotANotebook, read


def notebook(*cells: Any, **metadata: Any) -> str:
    return json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5})


def code(source: Any, **metadata: Any) -> dict[str, Any]:
    return {"cell_type": "code", "source": source, "metadata": metadata, "outputs": [], "execution_count": None}


def test_code_cells_are_one_program() -> None:
    text = notebook(
        code(["import torch\n", "%matplotlib inline\n", "a = 1"]),
        {"cell_type": "markdown", "source": "backward()", "metadata": {}},
        code("%%bash\nls\n"),
        code(""),
        code("b = a"),
    )
    joined = read(text)
    assert joined.text == "import torch\npass\na = 1\n\n\n\nb = a\n"
    assert joined.first_lines == [1, 4, 6, 7]
    assert [joined.at(line) for line in (1, 3, 4, 5, 6, 7)] == [0, 0, 1, 1, 2, 3]


def test_cells_and_kernels_of_other_languages_are_left_out() -> None:
    text = notebook(code("a = 1"), code("select 1", vscode={"languageId": "sql"}))
    assert read(text).cells == ("a = 1",)
    assert read(notebook(code("x <- 1"), kernelspec={"language": "R"})) == Joined(())
    assert read(notebook(code("a"), kernelspec={"language": "python"}, language_info={"name": "python"})).cells == (
        "a",
    )


def test_the_old_format_with_worksheets() -> None:
    content = {"worksheets": [{"cells": [{"cell_type": "code", "input": ["a = 1\n", "b = 2"]}]}], "nbformat": 3}
    assert read(json.dumps(content)).text == "a = 1\nb = 2\n"


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"cells": 3}', '{"worksheets": [1]}', "[" * 100_000])
def test_what_is_no_notebook_is_said_to_be_none(text: str) -> None:
    with pytest.raises(NotANotebook, match="no notebook"):
        read(text)
