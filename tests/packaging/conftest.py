"""A copy of the source tree, for builds that leave nothing in this one."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*command: object, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a command that has to end well."""
    import os

    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, capture_output=True, text=True, env={**clean, **environment}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.fixture(scope="session")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What git has or would take of the source tree."""
    if not (ROOT / ".git").exists():
        pytest.skip("the source tree is no git repository")
    target = tmp_path_factory.mktemp("tree")
    listed = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT).stdout
    for name in listed.split("\0"):
        if name and (ROOT / name).is_file() and not name.startswith(("client/", "tests/")):
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target / name)
    return target
