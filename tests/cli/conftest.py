"""Running the command line in a folder of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from retrograd.cli.main import main

Retrograd = Callable[..., Result]

FAULT = "import torch\na = torch.ones(1, requires_grad=True)\nb = a * 2\nb.backward()\nb.backward()\n"
"""A program with one `freed-graph` in its last line."""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def retrograd(here: Path) -> Retrograd:
    """Runs `retrograd` in that folder, without a cache unless `cache` is given."""

    def run(*arguments: object, cache: bool = False, **options: object) -> Result:
        words = [str(argument) for argument in arguments]
        if words[0] == "check" and not cache:
            words.insert(1, "--no-cache")
        return CliRunner().invoke(main, words, catch_exceptions=False, **options)  # type: ignore[arg-type]

    return run


def write(path: Path, text: str) -> Path:
    """Writes a file, and the folders it is in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path
