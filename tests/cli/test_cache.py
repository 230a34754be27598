"""What is kept of a run, and when it no longer holds."""

from __future__ import annotations

import pickle
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from retrograd.cli import cache, pool, study

from .conftest import FAULT, Retrograd, write

CALLER = "import torch\nfrom net import once\na = torch.ones(1, requires_grad=True)\nb = a * 2\nb.backward()\nonce(b)\n"


@pytest.fixture
def studied(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that were not known already, emptied by the test between runs."""
    names: list[str] = []
    real = study.study

    def noting(task: study.Task, project: Any) -> study.Studied:
        names.append(task.name)
        return real(task, project)

    monkeypatch.setattr(pool, "study", noting)
    return names


@pytest.fixture
def check(retrograd: Retrograd, studied: list[str]) -> Any:
    def run(*arguments: object) -> tuple[list[str], str]:
        """The files that were studied in a run, and what it said."""
        studied.clear()
        words = ("check", "--output-format", "concise", "--jobs", 1, *arguments)
        said = retrograd(*words, cache=True).stdout
        return list(studied), said

    return run


def test_an_unchanged_file_is_known(check: Any, here: Path) -> None:
    write(here / "a.py", FAULT)
    write(here / "b.py", "# backward\n")
    first, said = check()
    assert first == ["a.py", "b.py"]
    assert said.startswith("a.py:5:1: error")
    assert check() == ([], said)
    write(here / "a.py", "\n" + FAULT)
    again, said = check()
    assert again == ["a.py"]
    assert said.startswith("a.py:6:1: error")
    assert (here / ".retrograd_cache" / ".gitignore").read_text() == "*\n"


def test_another_file_that_it_imports_is_part_of_it(check: Any, here: Path) -> None:
    write(here / "train.py", CALLER)
    assert check()[0] == ["train.py"]
    write(here / "net.py", "def once(x):\n    x.backward()\n")
    again, said = check("train.py")
    assert again == ["train.py"]
    assert "freed-graph" in said
    assert check("train.py") == ([], said)
    write(here / "net.py", "def once(x):\n    pass\n")
    assert check("train.py") == (["train.py"], "")
    (here / "net.py").unlink()
    assert check("train.py")[0] == ["train.py"]


def test_settings_are_part_of_it(check: Any, here: Path) -> None:
    write(here / "a.py", FAULT)
    check()
    assert check("--ignore", "freed-graph") == (["a.py"], "")
    write(here / "retrograd.toml", 'severity = { freed-graph = "hint" }\n')
    again, said = check()
    assert again == ["a.py"]
    assert said.startswith("a.py:5:1: hint")
    write(here / "retrograd.toml", 'severity = { freed-graph = "hint" }\nexclude = ["x/"]\n')
    assert check()[0] == []
    write(
        here / "retrograd.toml", 'severity = { freed-graph = "hint" }\nper-file-ignores = { "a.py" = ["freed-graph"] }'
    )
    assert check() == (["a.py"], "")


def test_fixes_are_kept_for_those_who_ask_for_none(check: Any, here: Path) -> None:
    write(here / "a.py", FAULT)
    check()
    again, said = check("--output-format", "json")
    assert again == ["a.py"]
    assert '"remedy"' in said
    assert check("--output-format", "json") == ([], said)
    assert check()[0] == []


def test_another_engine_knows_nothing_of_it(check: Any, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(here / "a.py", FAULT)
    check()
    monkeypatch.setattr(cache, "_engine", lambda: "another")
    assert check()[0] == ["a.py"]


def test_an_internal_error_is_not_kept(check: Any, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from retrograd.rules import freed_graph

    write(here / "a.py", FAULT)
    with monkeypatch.context() as patch:
        patch.setattr(freed_graph, "check", lambda facts: 1 / 0)
        check()
    again, said = check()
    assert again == ["a.py"]
    assert "freed-graph" in said


def test_no_cache_neither_reads_nor_writes(check: Any, here: Path) -> None:
    write(here / "a.py", FAULT)
    check("--no-cache")
    assert not (here / ".retrograd_cache").exists()
    check()
    assert check("--no-cache")[0] == ["a.py"]


def test_the_cache_is_beside_the_configuration_or_where_it_is_wanted(
    check: Any, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(here / "pyproject.toml", "")
    write(here / "deep" / "a.py", FAULT)
    monkeypatch.chdir(here / "deep")
    check()
    assert (here / ".retrograd_cache").is_dir()
    check("--cache-dir", str(here / "kept"))
    assert (here / "kept" / "studied.db").is_file()
    assert not (here / "deep" / ".retrograd_cache").exists()


@pytest.mark.parametrize("damage", ["rubbish", "folder", "other table", "rows"])
def test_a_damaged_cache_is_as_good_as_none(check: Any, here: Path, damage: str) -> None:
    write(here / "a.py", FAULT)
    said = check()[1]
    file = here / ".retrograd_cache" / "studied.db"
    if damage == "rows":
        with sqlite3.connect(file) as connection:
            connection.execute("UPDATE studied SET body = x'80049500'")
        connection.close()
    else:
        file.unlink()
        if damage == "rubbish":
            file.write_bytes(b"rubbish" * 1000)
        elif damage == "folder":
            file.mkdir()
        else:
            with sqlite3.connect(file) as connection:
                connection.execute("CREATE TABLE studied (x)")
            connection.close()
    assert check() == (["a.py"], said)
    assert check()[1] == said


class Harmful:
    """What somebody may put into the cache of a project that others then check."""

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        import os

        return os.system, ("touch harmed",)


def test_a_cache_of_anybodys_making_runs_nothing(check: Any, here: Path) -> None:
    write(here / "a.py", FAULT)
    said = check()[1]
    body = pickle.dumps(({}, (Harmful(),), ()))
    with sqlite3.connect(here / ".retrograd_cache" / "studied.db") as connection:
        connection.execute("UPDATE studied SET body = ?", (body,))
    connection.close()
    assert check() == (["a.py"], said)
    assert not (here / "harmed").exists()


def test_a_cache_that_is_locked_is_done_without(check: Any, here: Path) -> None:
    write(here / "a.py", FAULT)
    check()
    write(here / "a.py", "\n" + FAULT)
    with sqlite3.connect(here / ".retrograd_cache" / "studied.db") as other:
        other.execute("BEGIN EXCLUSIVE")
        assert check()[1].startswith("a.py:6:1: error")
    other.close()


def test_notebooks_are_kept_too(check: Any, here: Path) -> None:
    import json

    cells = [{"cell_type": "code", "source": FAULT, "metadata": {}}]
    write(here / "a.ipynb", json.dumps({"cells": cells, "metadata": {}}))
    first, said = check()
    assert first == ["a.ipynb"]
    assert said.startswith("a.ipynb:cell 1:5:1")
    assert check() == ([], said)
