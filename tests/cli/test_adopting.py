"""Comments and baselines for old code, and what is written to files."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from retrograd.cli.files import Unwritable
from retrograd.cli.write import rewrite

from .conftest import FAULT, Retrograd, write

TWO = """\
import torch
def one(a=torch.ones(1, requires_grad=True)):
    b = a * 2
    b.backward()
    b.backward()
def two(a=torch.ones(1, requires_grad=True)):
    c = a * 3
    c.backward()
    c.backward(
        gradient=None)
"""


class TestAddIgnores:
    def test_a_comment_for_everything(self, retrograd: Retrograd, here: Path) -> None:
        write(here / "a.py", TWO)
        write(here / "b.py", "print(1)\n")
        result = retrograd("check", "--add-ignores")
        assert (result.exit_code, result.stdout) == (0, "Added 2 comments in 1 file.\n")
        lines = (here / "a.py").read_text().splitlines()
        assert lines[4] == "    b.backward()  # retrograd: ignore[freed-graph]"
        assert [line for line in lines if "ignore" not in line] == [
            line for n, line in enumerate(TWO.splitlines()) if "ignore" not in lines[n]
        ]
        assert retrograd("check").exit_code == 0
        assert retrograd("check", "--add-ignores").stdout == "Added 0 comments in 0 files.\n"

    def test_two_faults_of_one_statement_share_a_comment(self, retrograd: Retrograd, here: Path) -> None:
        text = (
            "import torch\na = torch.ones(1, requires_grad=True)\nb = a * 2\nb.backward()\n"
            "b.backward(create_graph=True); b.backward()\n"
        )
        write(here / "a.py", text)
        found = json.loads(retrograd("check", "--output-format", "json").stdout)
        retrograd("check", "--add-ignores")
        last = (here / "a.py").read_text().splitlines()[-1]
        assert last.count("#") == 1
        assert all(last.count(f["code"]) == 1 for f in found)
        assert retrograd("check").exit_code == 0

    def test_bytes_are_kept(self, retrograd: Retrograd, here: Path) -> None:
        head = "# coding: latin-1\r\ns = 'é'\r\n"
        (here / "a.py").write_bytes((head + FAULT.replace("\n", "\r\n")).encode("latin-1"))
        (here / "b.py").write_bytes(b"\xef\xbb\xbf" + FAULT.encode())
        (here / "a.py").chmod(0o751)
        retrograd("check", "--add-ignores")
        data = (here / "a.py").read_bytes()
        assert data.startswith(head.encode("latin-1"))
        assert data.endswith(b"b.backward()  # retrograd: ignore[freed-graph]\r\n")
        assert (here / "a.py").stat().st_mode & 0o777 == 0o751
        assert (here / "b.py").read_bytes().startswith(b"\xef\xbb\xbfimport torch\n")
        assert (here / "b.py").read_bytes().count(b"\xef\xbb\xbf") == 1

    def test_notebooks(self, retrograd: Retrograd, here: Path) -> None:
        cells = [
            {"cell_type": "code", "metadata": {}, "source": ["%time x = 1\n", *FAULT.splitlines(True)[:4]]},
            {"cell_type": "markdown", "source": "é"},
            {"cell_type": "code", "metadata": {}, "source": "%pip install x\nb.backward()"},
        ]
        text = json.dumps({"cells": cells, "metadata": {}}, indent=1, ensure_ascii=False) + "\n"
        write(here / "a.ipynb", text)
        assert retrograd("check", "--add-ignores").stdout == "Added 1 comment in 1 file.\n"
        after = (here / "a.ipynb").read_text(encoding="utf-8")
        assert after == text.replace('b.backward()"\n', 'b.backward()  # retrograd: ignore[freed-graph]"\n')
        assert retrograd("check").exit_code == 0

    def test_standard_input_has_no_file(self, retrograd: Retrograd) -> None:
        result = retrograd("check", "--add-ignores", "-", input=FAULT)
        assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


class TestBaseline:
    def new(self, retrograd: Retrograd, *arguments: object) -> list[tuple[str, int]]:
        result = retrograd("check", "--output-format", "json", "--baseline", "retrograd-baseline.json", *arguments)
        return [(f["filename"], f["location"]["row"]) for f in json.loads(result.stdout)]

    def known(self, here: Path) -> list[Any]:
        return [
            (row["path"], row["within"], row["statement"], row["count"])
            for row in json.loads((here / "retrograd-baseline.json").read_text())["findings"]
        ]

    def test_only_what_is_new_is_reported(self, retrograd: Retrograd, here: Path) -> None:
        write(here / "src" / "a.py", TWO)
        result = retrograd("check", "--write-baseline")
        assert (result.exit_code, result.stdout) == (0, "Wrote 2 findings to retrograd-baseline.json.\n")
        assert self.known(here) == [
            ("src/a.py", "one", "b.backward()", 1),
            ("src/a.py", "two", "c.backward(gradient=None)", 1),
        ]
        assert retrograd("check", "--baseline", "retrograd-baseline.json").exit_code == 0
        write(here / "src" / "a.py", "# moved\n\n" + TWO.replace("gradient=None)", "gradient = None )  # said why"))
        assert self.new(retrograd) == []
        write(
            here / "src" / "a.py",
            TWO + "def three(c=torch.ones(1, requires_grad=True).exp()):\n    c.backward()\n    c.backward()\n",
        )
        assert self.new(retrograd) == [("src/a.py", 13)]
        write(here / "src" / "b.py", FAULT)
        assert self.new(retrograd) == [("src/a.py", 13), ("src/b.py", 5)]

    def test_it_is_the_same_from_another_folder(
        self, retrograd: Retrograd, here: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write(here / "src" / "a.py", FAULT)
        retrograd("check", "--write-baseline")
        before = (here / "retrograd-baseline.json").read_text()
        monkeypatch.chdir(here / "src")
        assert retrograd("check", "--baseline", "../retrograd-baseline.json").exit_code == 0
        assert (here / "retrograd-baseline.json").read_text() == before

    def test_faults_in_functions_and_twins(self, retrograd: Retrograd, here: Path) -> None:
        body = "".join("    " + line + "\n" for line in FAULT.splitlines()[1:])
        text = (
            "import torch\nclass Trainer:\n  def step(self):\n" + body.replace("    ", "      ") + "def run():\n" + body
        )
        write(here / "a.py", text)
        retrograd("check", "--write-baseline")
        assert [row[1] for row in self.known(here)] == ["Trainer.step", "run"]
        assert self.new(retrograd) == []

    def test_it_shrinks_by_itself(self, retrograd: Retrograd, here: Path) -> None:
        write(here / "a.py", TWO)
        write(here / "b.py", FAULT)
        write(here / "c.py", FAULT)
        retrograd("check", "--write-baseline")
        write(here / "a.py", TWO.replace("    c.backward()\n", "", 1))
        (here / "b.py").unlink()
        result = retrograd("check", "--baseline", "retrograd-baseline.json", "a.py")
        assert (result.exit_code, result.stderr) == (0, "retrograd: 2 findings gone from retrograd-baseline.json\n")
        assert [row[0] for row in self.known(here)] == ["a.py", "c.py"]
        write(here / "a.py", TWO)
        assert self.new(retrograd) == [("a.py", 9)]

    def test_it_keeps_what_was_not_looked_for(self, retrograd: Retrograd, here: Path) -> None:
        write(here / "a.py", FAULT)
        write(here / "b.py", FAULT)
        retrograd("check", "--write-baseline")
        before = (here / "retrograd-baseline.json").read_bytes()
        write(here / "a.py", "print(1)\n")
        self.new(retrograd, "b.py")
        self.new(retrograd, "--ignore", "freed-graph")
        write(here / "a.py", "backward(\n")
        self.new(retrograd)
        assert (here / "retrograd-baseline.json").read_bytes() == before

    @pytest.mark.parametrize(
        "text", [None, "", "[]", '{"version": 2, "findings": []}', '{"version": 1, "findings": [3]}']
    )
    def test_one_that_is_none(self, retrograd: Retrograd, here: Path, text: str | None) -> None:
        write(here / "a.py", FAULT)
        if text is not None:
            write(here / "base.json", text)
        result = retrograd("check", "--output-format", "concise", "--baseline", "base.json")
        assert result.exit_code == 2
        assert result.stderr.startswith("retrograd: base.json: ")
        assert result.stderr.count("\n") == 1
        assert result.stdout.startswith("a.py:5:1")


class TestRewrite:
    def test_a_file_that_has_changed_is_left_alone(self, here: Path) -> None:
        file = write(here / "a.py", "new\n")
        with pytest.raises(Unwritable, match="has changed since"):
            rewrite(str(file), "old\n", "mended\n")
        assert file.read_text() == "new\n"

    def test_what_the_encoding_cannot_say_is_not_written(self, here: Path) -> None:
        file = here / "a.py"
        file.write_bytes(b"# coding: latin-1\n")
        with pytest.raises(Unwritable, match=r"latin-1|iso-8859-1"):
            rewrite(str(file), "# coding: latin-1\n", "# coding: latin-1\n# 日本\n")
        assert file.read_bytes() == b"# coding: latin-1\n"

    def test_half_a_file_is_never_left(self, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        file = write(here / "a.py", "old\n")

        def failing(*arguments: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "replace", failing)
        with pytest.raises(Unwritable, match=r"a\.py: No space left"):
            rewrite(str(file), "old\n", "mended\n")
        assert [path.name for path in here.iterdir()] == ["a.py"]
        assert file.read_text() == "old\n"

    def test_links_stay_links(self, here: Path) -> None:
        file = write(here / "real.py", "old\n")
        (here / "link.py").symlink_to(file)
        rewrite(str(here / "link.py"), "old\n", "mended\n")
        assert (here / "link.py").is_symlink()
        assert file.read_text() == "mended\n"
