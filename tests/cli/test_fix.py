"""`check --fix` and `check --diff`: what is changed, what is not, and how files are written."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.torch_truth import outcome

from .conftest import FAULT, Retrograd, write

SAFE = FAULT.replace("b.backward()\nb.backward()\n", "b.backward()  # once\nb.backward()\n")
MENDED = SAFE.replace("b.backward()  # once", "b.backward(retain_graph=True)  # once")
UNSAFE = """\
import torch

model = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(3):
    loss = model(torch.ones(3)).sum()
    loss.backward()
    optimizer.step()
"""
RESET = UNSAFE.replace("    loss.backward()\n", "    optimizer.zero_grad()\n    loss.backward()\n")


def test_what_is_safe_is_mended_and_the_rest_reported(retrograd: Retrograd, here: Path) -> None:
    write(here / "safe.py", SAFE)
    write(here / "unsafe.py", UNSAFE)
    write(here / "clean.py", "print(1)\n")
    result = retrograd("check", "--fix", "--output-format", "concise")
    assert (here / "safe.py").read_text() == MENDED
    assert (here / "unsafe.py").read_text() == UNSAFE
    assert result.exit_code == 1
    assert "unsafe.py:7:" in result.stdout
    assert "safe.py:5" not in result.stdout.replace("unsafe.py", "")
    assert result.stderr == "Fixed 1 finding in 1 file (1 more can be fixed with --unsafe-fixes).\n"


def test_unsafe_fixes_too(retrograd: Retrograd, here: Path) -> None:
    write(here / "unsafe.py", UNSAFE)
    result = retrograd("check", "--fix", "--unsafe-fixes")
    assert (here / "unsafe.py").read_text() == RESET
    assert (result.exit_code, result.stderr) == (0, "Fixed 1 finding in 1 file.\n")


def test_everything_is_mended_fix_after_fix(retrograd: Retrograd, here: Path) -> None:
    """The second fault shows only when the first is mended."""
    text = FAULT + "c = b * b\nc.backward()\nc.backward()\nc.backward()\n"
    file = write(here / "a.py", text)
    result = retrograd("check", "--fix", "--output-format", "json")
    assert json.loads(result.stdout) == []
    assert result.exit_code == 0
    assert outcome(file.read_text()).rule == "ok"
    assert retrograd("check", "--fix").stderr == "Fixed 0 findings in 0 files.\n"


def test_a_remedy_by_its_name(retrograd: Retrograd, here: Path) -> None:
    file = write(here / "a.py", SAFE)
    assert retrograd("check", "--fix", "--remedy", "delete_call").exit_code == 0
    assert file.read_text() == SAFE.removesuffix("b.backward()\n")


def test_unused_comments_go(retrograd: Retrograd, here: Path) -> None:
    file = write(here / "a.py", MENDED.replace("b.backward()\n", "b.backward()  # retrograd: ignore\n"))
    assert retrograd("check", "--fix").exit_code == 0
    assert file.read_text() == MENDED


class TestDiff:
    def test_nothing_is_written(self, retrograd: Retrograd, here: Path) -> None:
        file = write(here / "a.py", SAFE)
        result = retrograd("check", "--diff")
        assert file.read_text() == SAFE
        assert result.exit_code == 1
        assert "-b.backward()  # once\n+b.backward(retain_graph=True)  # once\n" in result.stdout
        assert result.stderr == "Would fix 1 finding in 1 file.\n"
        assert retrograd("check", "--diff", "--exit-zero").exit_code == 0

    def test_nothing_to_change(self, retrograd: Retrograd, here: Path) -> None:
        write(here / "unsafe.py", UNSAFE)
        result = retrograd("check", "--diff", "--quiet")
        assert (result.exit_code, result.output) == (0, "")

    @pytest.mark.skipif(shutil.which("git") is None, reason="git applies the patch")
    @pytest.mark.parametrize("text", [SAFE, SAFE.rstrip("\n"), SAFE.replace("\n", "\r\n")])
    def test_it_is_a_patch(self, retrograd: Retrograd, here: Path, text: str) -> None:
        file = here / "a.py"
        file.write_bytes(text.encode())
        result = retrograd("check", "--diff")
        patch = subprocess.run(["git", "apply", "-p0"], input=result.stdout_bytes, cwd=here, capture_output=True)
        assert patch.returncode == 0, patch.stderr
        assert file.read_bytes() == text.encode().replace(b"b.backward()  #", b"b.backward(retain_graph=True)  #")

    def test_of_standard_input(self, retrograd: Retrograd, here: Path) -> None:
        result = retrograd("check", "-", "--diff", input=SAFE)
        assert "+b.backward(retain_graph=True)" in result.stdout
        assert result.exit_code == 1


class TestWriting:
    def test_encoding_line_ends_and_mode_are_kept(self, retrograd: Retrograd, here: Path) -> None:
        head = "# coding: latin-1\r\ns = 'é'\r\n"
        file = here / "a.py"
        file.write_bytes((head + SAFE.replace("\n", "\r\n")).encode("latin-1"))
        file.chmod(0o750)
        retrograd("check", "--fix")
        assert file.read_bytes() == (head + MENDED.replace("\n", "\r\n")).encode("latin-1")
        assert file.stat().st_mode & 0o777 == 0o750

    def test_a_byte_order_mark_stays(self, retrograd: Retrograd, here: Path) -> None:
        file = here / "a.py"
        file.write_bytes(b"\xef\xbb\xbf" + SAFE.encode())
        retrograd("check", "--fix")
        assert file.read_bytes() == b"\xef\xbb\xbf" + MENDED.encode()

    def test_a_link_leads_to_the_same_file(self, retrograd: Retrograd, here: Path) -> None:
        real = write(here / "below" / "real.py", SAFE)
        (here / "link.py").symlink_to(real)
        retrograd("check", "--fix", "link.py")
        assert (here / "link.py").is_symlink()
        assert real.read_text() == MENDED

    def test_what_cannot_be_written_stays(
        self, retrograd: Retrograd, here: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = write(here / "a.py", SAFE)
        write(here / "b.py", SAFE)
        replace = os.replace

        def full(source: str, target: str) -> None:
            if target.endswith("a.py"):
                raise OSError(28, "No space left on device")
            replace(source, target)

        monkeypatch.setattr(os, "replace", full)
        result = retrograd("check", "--fix", "--output-format", "concise")
        assert result.exit_code == 2
        assert "retrograd: a.py: No space left on device" in result.stderr.replace(f"{here}/", "")
        assert "a.py:5:" in result.stdout
        assert file.read_text() == SAFE
        assert (here / "b.py").read_text() == MENDED
        assert sorted(p.name for p in here.iterdir()) == ["a.py", "b.py"]


class TestNotebooks:
    CELLS = (
        "%matplotlib inline\nimport torch\na = torch.ones(1, requires_grad=True)\n",
        "b = a * 2\nb.backward()",
        "b.backward()\n# the end",
    )

    def notebook(self, here: Path) -> Path:
        cells = [
            {"cell_type": "code", "metadata": {}, "outputs": [], "source": text.splitlines(keepends=True)}
            for text in self.CELLS
        ]
        content = {"cells": [*cells], "metadata": {"kernelspec": {"language": "python"}}, "nbformat": 4}
        return write(here / "a.ipynb", json.dumps(content, indent=1) + "\n")

    def test_a_cell_is_mended(self, retrograd: Retrograd, here: Path) -> None:
        file = self.notebook(here)
        before = json.loads(file.read_text())
        result = retrograd("check", "--fix", "--remedy", "retain_graph")
        assert result.exit_code == 0, result.output
        after = json.loads(file.read_text())
        assert after["cells"][1]["source"] == ["b = a * 2\n", "b.backward(retain_graph=True)"]
        after["cells"][1]["source"] = before["cells"][1]["source"]
        assert after == before

    def test_what_is_added_stays_in_its_cell(self, retrograd: Retrograd, here: Path) -> None:
        file = self.notebook(here)
        retrograd("check", "--fix", "--remedy", "recompute_forward")
        sources = ["".join(cell["source"]) for cell in json.loads(file.read_text())["cells"]]
        assert sources == [self.CELLS[0], self.CELLS[1], f"b = a * 2\n{self.CELLS[2]}"]

    def test_its_diff_is_told_by_cell(self, retrograd: Retrograd, here: Path) -> None:
        self.notebook(here)
        result = retrograd("check", "--diff", "--remedy", "retain_graph")
        assert "--- a.ipynb:cell 2\n" in result.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--unsafe-fixes"], "--unsafe-fixes goes with --fix or --diff"),
        (["--remedy", "detach"], "--remedy goes with --fix or --diff"),
        (["--fix", "--remedy", "pray"], "there is no remedy 'pray'; there are assign_detach,"),
        (["--fix", "--add-ignores"], "--add-ignores does not go with --fix or --diff"),
        (["--diff", "--baseline", "b.json"], "--baseline does not go with --fix or --diff"),
        (["--fix", "-"], "--fix changes files; for standard input there is --diff"),
    ],
)
def test_options_that_make_no_sense(retrograd: Retrograd, options: list[str], words: str) -> None:
    result = retrograd("check", *options)
    assert result.exit_code == 2
    assert words in " ".join(result.stderr.split())
