"""Wheel and source distribution build, hold what they should, and work in an environment of their own."""

from __future__ import annotations

import json
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from .conftest import ROOT, run

FAULT = "import torch\na = torch.ones(1, requires_grad=True)\nb = a * 2\nb.backward()\nb.backward()\n"


@pytest.fixture(scope="module")
def built(tree: Path) -> Path:
    """The folder with both. The wheel is made from the source distribution, which shows that that is whole."""
    run(sys.executable, "-m", "build", "--outdir", "made", cwd=tree)
    return tree / "made"


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The commands of an environment that has the wheel and what it needs."""
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, with_pip=True)
    commands = home / ("Scripts" if sys.platform == "win32" else "bin")
    (wheel,) = built.glob("*.whl")
    run(commands / "python", "-m", "pip", "install", "-q", "-c", ROOT / "requirements.lock", wheel, cwd=home)
    return commands


def test_what_is_in_the_wheel(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    package = ROOT / "server" / "retrograd"
    here = {
        f"retrograd/{p.relative_to(package).as_posix()}" for p in package.rglob("*") if p.suffix in (".py", ".json")
    }
    assert {name for name in names if name.endswith((".py", ".json"))} >= here
    assert "retrograd/py.typed" in names
    assert not [name for name in names if not name.startswith(("retrograd/", "retrograd-"))]


def test_what_is_in_the_source_distribution(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as members:
        names = {name.split("/", 1)[1] for name in members.getnames() if "/" in name}
    readme = {"README.md"} if (ROOT / "README.md").exists() else set()
    assert {"pyproject.toml", "LICENSE", "server/retrograd/py.typed", *readme} <= names


def test_it_works_where_nothing_else_is_installed(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(FAULT)
    command = installed / "retrograd"
    assert run(command, "--version", cwd=tmp_path).stdout.startswith("retrograd ")
    assert run(installed / "python", "-m", "retrograd", "--version", cwd=tmp_path).stdout.startswith("retrograd ")
    (found,) = json.loads(run(command, "check", "--exit-zero", "--output-format", "json", cwd=tmp_path).stdout)
    assert found["code"] == "freed-graph"
    assert found["fixes"]
    sarif = json.loads(run(command, "check", "--exit-zero", "--output-format", "sarif", cwd=tmp_path).stdout)
    assert sarif["runs"][0]["results"][0]["ruleId"] == "freed-graph"
    assert "freed here" in run(command, "check", "--exit-zero", cwd=tmp_path).stdout
    assert "## What happens" in run(command, "rule", "freed-graph", cwd=tmp_path).stdout


def test_torch_is_not_needed(installed: Path, tmp_path: Path) -> None:
    listed = json.loads(run(installed / "python", "-m", "pip", "list", "--format", "json", cwd=tmp_path).stdout)
    assert not {"torch", "numpy"} & {package["name"].lower() for package in listed}
