"""`retrograd check` from the outside: output, exit codes, and what it does with bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from retrograd.cli.main import main

FAULT = "import torch\na = torch.ones(1, requires_grad=True)\nb = a * 2\nb.backward()\nb.backward()\n"


@pytest.fixture
def run() -> CliRunner:
    return CliRunner()


def test_json_contract(run: CliRunner, tmp_path: Path) -> None:
    file = tmp_path / "train.py"
    file.write_text('"😀"; ' + FAULT)
    result = run.invoke(main, ["check", "--output-format", "json", str(file)])
    assert result.exit_code == 1
    (found,) = json.loads(result.stdout)
    assert found["code"] == "freed-graph"
    assert found["severity"] == "error"
    assert found["location"] == {"row": 5, "column": 1}
    assert found["end_location"] == {"row": 5, "column": 13}
    assert [r["location"]["row"] for r in found["related"]] == [3, 4]
    assert found["url"].endswith("freed-graph.md")


def test_columns_count_code_points(run: CliRunner, tmp_path: Path) -> None:
    file = tmp_path / "train.py"
    file.write_text(FAULT.replace("b.backward()\nb.backward()", "b.backward()\n'é😀'; b.backward()"))
    result = run.invoke(main, ["check", "--output-format", "json", str(file)])
    assert json.loads(result.stdout)[0]["location"] == {"row": 5, "column": 7}


def test_full_text_has_frames(run: CliRunner, tmp_path: Path) -> None:
    file = tmp_path / "train.py"
    file.write_text(FAULT)
    result = run.invoke(main, ["check", str(file)])
    assert "5 | b.backward()" in result.stdout
    assert "freed here" in result.stdout


def test_silence(run: CliRunner, tmp_path: Path) -> None:
    (tmp_path / "fine.py").write_text("print(1)\n")
    result = run.invoke(main, ["check", str(tmp_path)])
    assert result.exit_code == 0
    assert "No findings in 1 file." in result.stdout


def test_standard_input(run: CliRunner) -> None:
    result = run.invoke(main, ["check", "--output-format", "concise", "-"], input=FAULT)
    assert result.exit_code == 1
    assert result.stdout.startswith("-:5:1: error[freed-graph]")


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("missing.py", None, "no such file"),
        ("binary.py", b"\x00\x01\x02", "null bytes"),
        ("latin.py", b"# -*- coding: nonsense -*-\n", "not readable"),
    ],
)
def test_bad_input_is_one_line_and_the_rest_is_checked(
    run: CliRunner, tmp_path: Path, name: str, data: bytes | None, words: str
) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    (tmp_path / "train.py").write_text(FAULT)
    result = run.invoke(main, ["check", "--output-format", "concise", str(tmp_path / name), str(tmp_path / "train.py")])
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert words in result.stderr
    assert "freed-graph" in result.stdout


def test_syntax_error_keeps_the_rest(run: CliRunner, tmp_path: Path) -> None:
    file = tmp_path / "train.py"
    file.write_text(FAULT + "def broken(:\n    pass\n")
    result = run.invoke(main, ["check", "--output-format", "concise", str(file)])
    assert "syntax error" in result.stderr
    assert "freed-graph" in result.stdout
    assert result.exit_code == 1


def test_suppression(run: CliRunner, tmp_path: Path) -> None:
    file = tmp_path / "train.py"
    file.write_text(FAULT.rstrip("\n") + "  # retrograd: ignore[freed-graph] on purpose\n")
    assert run.invoke(main, ["check", str(file)]).exit_code == 0
    file.write_text(FAULT.rstrip("\n") + "  # retrograd: ignore[no-grad-fn]\n")
    assert run.invoke(main, ["check", str(file)]).exit_code == 1


def test_rule_page(run: CliRunner) -> None:
    assert "## What happens" in run.invoke(main, ["rule", "freed-graph"]).stdout
    assert run.invoke(main, ["rule", "nothing"]).exit_code == 2
