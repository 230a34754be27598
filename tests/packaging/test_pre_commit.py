"""The hook that .pre-commit-hooks.yaml offers, in a repository of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from .conftest import run

FAULT = "import torch\na = torch.ones(1, requires_grad=True)\nb = a * 2\nb.backward()\nb.backward()\n"
IDENTITY = {
    "GIT_AUTHOR_NAME": "a",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "a",
    "GIT_COMMITTER_EMAIL": "a@example.org",
}


def repository(folder: Path) -> str:
    run("git", "init", "-q", cwd=folder)
    run("git", "add", "-A", cwd=folder)
    run("git", "commit", "-q", "-m", "all", cwd=folder, **IDENTITY)
    return run("git", "rev-parse", "HEAD", cwd=folder).stdout.strip()


def test_the_hook(tree: Path, tmp_path: Path) -> None:
    revision = repository(tree)
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "train.py").write_text(FAULT)
    (mine / "old.py").write_text(FAULT)
    (mine / "notes.txt").write_text("backward\n")
    (mine / "retrograd.toml").write_text('exclude = ["old.py"]\n')
    (mine / ".pre-commit-config.yaml").write_text(
        f"repos:\n- repo: {tree.as_posix()}\n  rev: {revision}\n  hooks:\n  - id: retrograd\n"
    )
    repository(mine)
    command = [sys.executable, "-m", "pre_commit", "run", "--all-files", "--color", "never"]
    environment = {**os.environ, "PRE_COMMIT_HOME": str(tmp_path / "home")}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(command, cwd=mine, capture_output=True, text=True, env=environment)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "train.py:5:1: error[freed-graph]" in done.stdout
    assert "old.py" not in done.stdout
    (mine / "train.py").write_text(FAULT.replace("b.backward()\nb.backward()", "b.backward()"))
    done = subprocess.run(command, cwd=mine, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Passed" in done.stdout
