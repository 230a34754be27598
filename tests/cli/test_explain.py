"""`retrograd explain`, with tracebacks of real torch and of other people's machines."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .conftest import FAULT, Retrograd, write

MESSAGE = (
    "RuntimeError: Trying to backward through the graph a second time, but the saved intermediate results have already "
    "been freed. Specify retain_graph=True when calling backward the first time."
)


def traceback(file: str, line: int, source: str, message: str = MESSAGE) -> str:
    return f'Traceback (most recent call last):\n  File "{file}", line {line}, in <module>\n    {source}\n{message}\n'


def data(retrograd: Retrograd, text: str, *arguments: object) -> Any:
    result = retrograd("explain", "-", *arguments, "--output-format", "json", input=text)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_a_program_that_torch_has_ended(retrograd: Retrograd, here: Path) -> None:
    write(here / "train.py", FAULT)
    ended = subprocess.run([sys.executable, "train.py"], cwd=here, capture_output=True, text=True)
    write(here / "error.txt", ended.stderr)
    result = retrograd("explain", "error.txt")
    assert result.exit_code == 0
    assert "Raised from train.py:5, in <module>: b.backward()" in result.stdout
    assert "train.py:5:1: error[freed-graph]" in result.stdout
    assert "  4 | b.backward()" in result.stdout
    assert "freed here" in result.stdout
    assert "= help:" in result.stdout
    assert "retrograd rule freed-graph" in result.stdout


def test_another_version_on_another_machine(retrograd: Retrograd, here: Path) -> None:
    write(here / "src" / "train.py", FAULT)
    write(here / "other" / "train.py", FAULT)
    found = data(retrograd, traceback("/home/you/proj/src/train.py", 5, "b.backward()"))
    assert found["versions"] == "1.6 or 1.7"
    assert found["filename"] == "src/train.py"
    assert found["finding"]["location"] == {"row": 5, "column": 1}
    found = data(retrograd, traceback("C:\\you\\x\\other\\train.py", 5, "b.backward()"))
    assert found["filename"] == "other/train.py"


def test_a_file_that_has_changed_since(retrograd: Retrograd, here: Path) -> None:
    write(here / "train.py", "\n\n" + FAULT)
    assert data(retrograd, traceback("train.py", 5, "b.backward()"))["finding"]["location"]["row"] == 7
    found = data(retrograd, traceback("train.py", 99, "gone.backward()"))
    assert "may have changed" in found["notes"][0]
    assert found["finding"]["location"]["row"] == 7


def test_what_the_analysis_does_not_see(retrograd: Retrograd, here: Path) -> None:
    write(here / "train.py", "import torch\na = torch.ones(1, requires_grad=True)\nb = a * 2\nb.backward()\n")
    result = retrograd("explain", "-", input=traceback("train.py", 4, "b.backward()"))
    assert result.exit_code == 0
    assert "The analysis of train.py does not see this fault." in result.stdout
    assert "The call goes through what is built at train.py:3:5 (mul)" in result.stdout
    assert "Look for:\n  - an earlier backward()" in result.stdout


def test_a_file_that_is_not_here(retrograd: Retrograd, here: Path) -> None:
    text = traceback("/home/you/strange.py", 5, "b.backward()")
    result = retrograd("explain", "-", input=text)
    assert "is not here: name it with --file" in result.stdout
    assert "Look for:" in result.stdout
    write(here / "mine.py", FAULT)
    assert data(retrograd, text, "--file", "mine.py")["finding"]["code"] == "freed-graph"
    assert retrograd("explain", "-", "--file", "none.py", input=text).exit_code == 2


def test_a_cell_of_a_notebook(retrograd: Retrograd, here: Path) -> None:
    cells = [{"cell_type": "code", "source": part, "metadata": {}} for part in (FAULT[:-13], "b.backward()")]
    write(here / "train.ipynb", json.dumps({"cells": cells, "metadata": {}}))
    text = f"Cell In[7], line 1\n----> 1 b.backward()\n\n{MESSAGE}\n"
    found = data(retrograd, text, "--file", "train.ipynb")
    assert found["finding"]["cell"] == 2
    assert "is not here" in data(retrograd, text)["notes"][0]


def test_changes_in_place(retrograd: Retrograd, here: Path) -> None:
    program = (
        "import torch\na = torch.ones(8, 2, requires_grad=True)\nb = a.exp()\nc = b.sum()\nb.add_(1)\nc.backward()\n"
    )
    write(here / "train.py", program)
    ended = subprocess.run([sys.executable, "train.py"], cwd=here, capture_output=True, text=True)
    result = retrograd("explain", "-", input=ended.stderr)
    assert "The tensor has the shape [8, 2], the result of Exp" in result.stdout
    assert "error[saved-tensor-modified]" in result.stdout


def test_other_complaints_have_advice(retrograd: Retrograd, here: Path) -> None:
    message = "RuntimeError: grad can be implicitly created only for scalar outputs"
    write(here / "train.py", "import torch\n")
    result = retrograd("explain", "-", input=traceback("train.py", 1, "x.backward()", message))
    assert "reduction='none'" in result.stdout
    assert "does not see" not in result.stdout


@pytest.mark.parametrize("text", ["", "RuntimeError: CUDA out of memory", "\x00\x01"])
def test_a_text_without_a_complaint(retrograd: Retrograd, text: str) -> None:
    result = retrograd("explain", "-", input=text)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


def test_a_text_that_is_not_there(retrograd: Retrograd) -> None:
    result = retrograd("explain", "none.txt")
    assert (result.exit_code, result.stderr) == (2, "retrograd: none.txt: no such file or directory\n")
