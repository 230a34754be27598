"""Which files are checked, and what is said of those that cannot be."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .conftest import FAULT, Retrograd, write

NOTEBOOK = json.dumps(
    {
        "cells": [
            {"cell_type": "markdown", "source": "# Training", "metadata": {}},
            {"cell_type": "code", "source": ["%matplotlib inline\n", *FAULT.splitlines(True)[:3]], "metadata": {}},
            {"cell_type": "code", "source": "b.backward()\nb.backward()", "metadata": {}},
        ],
        "metadata": {},
        "nbformat": 4,
    }
)


def checked(retrograd: Retrograd, *arguments: object) -> list[str]:
    """The files that are reported, each of which has one fault."""
    found = json.loads(retrograd("check", "--output-format", "json", *arguments).stdout)
    return [finding["filename"].replace(os.sep, "/") for finding in found]


def put(here: Path, *names: str) -> None:
    for name in names:
        write(here / name, FAULT)


def test_a_folder_is_walked_in_order(retrograd: Retrograd, here: Path) -> None:
    put(here, "b.py", "a.py", "src/deep/c.py", "src/z.py", "note.txt", ".venv/lib/x.py", "src/__pycache__/y.py")
    assert checked(retrograd) == ["a.py", "b.py", "src/z.py", "src/deep/c.py"]
    assert checked(retrograd, "src") == ["src/z.py", "src/deep/c.py"]
    assert checked(retrograd, "src/z.py", "src", "a.py", "./a.py") == ["src/z.py", "src/deep/c.py", "a.py"]
    assert checked(retrograd, here / "src") == [f"{here}/src/z.py", f"{here}/src/deep/c.py"]


def test_a_skipped_folder_that_is_named_is_walked(retrograd: Retrograd, here: Path) -> None:
    put(here, "build/a.py")
    assert checked(retrograd) == []
    assert checked(retrograd, "build") == ["build/a.py"]


def test_globs_that_no_shell_has_expanded(retrograd: Retrograd, here: Path) -> None:
    put(here, "a.py", "src/b.py", "src/deep/c.py", "src/deep/c.txt")
    assert checked(retrograd, "src/**/*.py") == ["src/b.py", "src/deep/c.py"]
    result = retrograd("check", "none/*.py", "a.py")
    assert result.exit_code == 2
    assert result.stderr == "retrograd: none/*.py: no file matches\n"
    assert "freed-graph" in result.stdout


def test_gitignore(retrograd: Retrograd, here: Path) -> None:
    (here / ".git" / "info").mkdir(parents=True)
    write(here / ".git" / "info" / "exclude", "private.py\n")
    write(here / ".gitignore", "*_gen.py\n/top.py\nout/\n!\n")
    write(here / "src" / ".gitignore", "!kept_gen.py\nlocal.py\n")
    put(here, "a_gen.py", "top.py", "private.py", "out/x.py", "src/kept_gen.py", "src/local.py", "src/top.py")
    assert checked(retrograd) == ["src/kept_gen.py", "src/top.py"]
    assert checked(retrograd, "src") == ["src/kept_gen.py", "src/top.py"]
    assert checked(retrograd, "src/local.py") == ["src/local.py"]
    assert checked(retrograd, "out") == ["out/x.py"]


def test_excluded_files(retrograd: Retrograd, here: Path) -> None:
    write(here / "pyproject.toml", '[tool.retrograd]\nexclude = ["legacy/", "*_pb2.py"]\n')
    put(here, "a.py", "legacy/deep/b.py", "src/x_pb2.py", "src/legacy.py")
    assert checked(retrograd) == ["a.py", "src/legacy.py"]
    assert checked(retrograd, "src/*.py") == ["src/legacy.py"]
    assert checked(retrograd, "legacy/deep/b.py") == ["legacy/deep/b.py"]
    assert checked(retrograd, "--force-exclude", "legacy/deep/b.py", "a.py") == ["a.py"]


def test_each_file_goes_by_its_own_configuration(retrograd: Retrograd, here: Path) -> None:
    put(here, "one/a.py", "two/a.py", "two/test_a.py")
    write(here / "one" / "retrograd.toml", 'ignore = ["freed-graph"]\n')
    write(
        here / "two" / "pyproject.toml",
        '[tool.retrograd]\nseverity = { freed-graph = "hint" }\nper-file-ignores = { "test_*" = ["freed-graph"] }\n',
    )
    assert retrograd("check", "--output-format", "concise").stdout.startswith("two/a.py:5:1: hint[freed-graph]")
    assert checked(retrograd) == ["two/a.py"]
    assert checked(retrograd, "--isolated") == ["one/a.py", "two/a.py", "two/test_a.py"]
    assert checked(retrograd, "--select", "freed-graph") == ["one/a.py", "two/a.py"]
    assert checked(retrograd, "--config", "one/retrograd.toml") == []


def test_notebooks(retrograd: Retrograd, here: Path) -> None:
    write(here / "train.ipynb", NOTEBOOK)
    (found,) = json.loads(retrograd("check", "--output-format", "json").stdout)
    assert (found["filename"], found["cell"], found["location"]) == ("train.ipynb", 2, {"row": 2, "column": 1})
    assert [(r["cell"], r["location"]["row"]) for r in found["related"]] == [(1, 4), (2, 1)]
    assert all(edit["cell"] in (1, 2) for fix in found["fixes"] for edit in fix["edits"])
    assert retrograd("check", "--output-format", "concise").stdout.startswith("train.ipynb:cell 2:2:1: error[freed-")
    full = retrograd("check").stdout
    assert "--> cell 1" in full
    assert "  4 | b = a * 2" in full


def test_standard_input(retrograd: Retrograd, here: Path) -> None:
    write(here / "src" / "retrograd.toml", 'ignore = ["freed-graph"]\n')
    assert retrograd("check", "-", input=FAULT).exit_code == 1
    assert retrograd("check", "-", "--stdin-filename", "src/a.py", input=FAULT).exit_code == 0
    result = retrograd("check", "--output-format", "concise", "-", "--stdin-filename", "a.ipynb", input=NOTEBOOK)
    assert result.stdout.startswith("a.ipynb:cell 2:2:1: error")
    result = retrograd("check", "-", input=b"\xff\xfe")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


class TestBadInput:
    """One clear line that names the file; the rest is checked; exit status 2."""

    @pytest.fixture(autouse=True)
    def fault(self, here: Path) -> None:
        put(here, "z.py")

    def said(self, retrograd: Retrograd, *arguments: object) -> str:
        result = retrograd("check", "--output-format", "concise", *arguments)
        assert result.exit_code == 2
        assert result.stdout.startswith("z.py:5:1: error[freed-graph]")
        assert result.stderr.count("\n") == 1
        return str(result.stderr)

    @pytest.mark.parametrize(
        ("name", "data", "words"),
        [
            ("a.py", b"backward\x00", "null bytes"),
            ("a.py", b"x = '\xff'  # backward\n", "byte 0xff in line 1 is not UTF-8"),
            ("a.py", b"# coding: nonsense\nbackward\n", "nonsense"),
            ("a.ipynb", b"backward", "no notebook"),
        ],
    )
    def test_a_file_that_is_no_source(
        self, retrograd: Retrograd, here: Path, name: str, data: bytes, words: str
    ) -> None:
        (here / name).write_bytes(data)
        said = self.said(retrograd)
        assert said.startswith(f"retrograd: {name}: ")
        assert words in said

    def test_a_file_that_is_not_there(self, retrograd: Retrograd) -> None:
        assert self.said(retrograd, "gone.py", "z.py") == "retrograd: gone.py: no such file or directory\n"

    def test_a_file_that_vanishes_while_folders_are_walked(
        self, retrograd: Retrograd, here: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put(here, "a.py")
        real = os.fstat

        def vanishing(descriptor: int) -> os.stat_result:
            monkeypatch.setattr(os, "fstat", real)
            raise FileNotFoundError(2, "No such file or directory")

        monkeypatch.setattr(os, "fstat", vanishing)
        assert self.said(retrograd) == "retrograd: a.py: no such file or directory\n"

    def test_a_link_that_leads_to_itself(self, retrograd: Retrograd, here: Path) -> None:
        (here / "a.py").symlink_to("a.py")
        assert "leads to itself" in self.said(retrograd)

    def test_a_pipe(self, retrograd: Retrograd, here: Path) -> None:
        os.mkfifo(here / "a.py")
        assert self.said(retrograd) == "retrograd: a.py: not a regular file\n"

    def test_a_file_that_is_far_too_large(self, retrograd: Retrograd, here: Path) -> None:
        with open(here / "a.py", "wb") as file:
            file.truncate(30_000_000)
        assert "larger than 20 MB" in self.said(retrograd)

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is closed to root")
    def test_what_the_user_may_not_read(self, retrograd: Retrograd, here: Path) -> None:
        put(here, "a.py")
        (here / "a.py").chmod(0)
        assert self.said(retrograd) == "retrograd: a.py: Permission denied\n"

    def test_a_folder_without_rights(self, retrograd: Retrograd, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        put(here, "closed/a.py")
        real = os.scandir

        def scandir(path: str) -> Iterator[os.DirEntry[str]]:
            if str(path).endswith("closed"):
                raise PermissionError(13, "Permission denied", path)
            return real(path)

        monkeypatch.setattr(os, "scandir", scandir)
        assert self.said(retrograd) == "retrograd: closed: Permission denied\n"

    def test_a_broken_configuration(self, retrograd: Retrograd, here: Path) -> None:
        write(here / "pyproject.toml", "[tool.retrograd\n")
        assert self.said(retrograd).startswith(f"retrograd: {here / 'pyproject.toml'}: ")

    def test_an_unknown_key_and_an_unknown_rule(self, retrograd: Retrograd, here: Path) -> None:
        write(here / "pyproject.toml", "[tool.retrograd]\nignroe = []\n")
        assert 'unknown key "ignroe"; did you mean "ignore"?' in self.said(retrograd)
        result = retrograd("check", "--ignore", "freed-grph")
        assert result.exit_code == 2
        assert 'did you mean "freed-graph"?' in result.stderr


def test_folders_that_link_to_themselves_are_walked_once(retrograd: Retrograd, here: Path) -> None:
    put(here, "src/a.py")
    (here / "src" / "loop").symlink_to(here / "src")
    assert checked(retrograd) == ["src/a.py"]


def test_encodings_that_python_knows(retrograd: Retrograd, here: Path) -> None:
    (here / "latin.py").write_bytes(b"# -*- coding: latin-1 -*-\n'\xe9'; " + FAULT.encode())
    (here / "bom.py").write_bytes(b"\xef\xbb\xbf" + FAULT.encode())
    (here / "mac.py").write_bytes(FAULT.replace("\n", "\r").encode())
    (here / "dos.py").write_bytes(FAULT.replace("\n", "\r\n").encode())
    found = json.loads(retrograd("check", "--output-format", "json").stdout)
    assert [(f["filename"], f["location"]["row"]) for f in found] == [
        ("bom.py", 5),
        ("dos.py", 5),
        ("latin.py", 6),
        ("mac.py", 5),
    ]


def test_a_very_long_file(retrograd: Retrograd, here: Path) -> None:
    write(here / "long.py", FAULT + "x = 1\n" * 200_000)
    result = retrograd("check", "--output-format", "concise")
    assert result.exit_code == 1
    assert result.stdout.startswith("long.py:5:1: error[freed-graph]")


@pytest.mark.skipif(shutil.which("git") is None or sys.platform == "win32", reason="compares with git")
def test_git_ignores_the_same(retrograd: Retrograd, here: Path) -> None:
    import subprocess

    names = [f"{folder}{name}.py" for folder in ("", "a/", "a/b/", "c/") for name in ("x", "y", "keep")]
    put(here, *names)
    write(here / ".gitignore", "/x.py\nb/\n*.tmp\n**/y.py\n!a/y.py\n")
    write(here / "c" / ".gitignore", "*\n!keep.py\n")
    subprocess.run(["git", "init", "-q", "."], check=True)
    listed = subprocess.run(
        ["git", "ls-files", "--others", "--exclude-standard", "*.py"], capture_output=True, text=True, check=True
    )
    assert sorted(checked(retrograd)) == sorted(listed.stdout.split())
