"""`retrograd config`."""

from __future__ import annotations

import json
from pathlib import Path

from .conftest import Retrograd, write


def test_what_holds_and_who_says_so(retrograd: Retrograd, here: Path) -> None:
    write(here / "base.toml", 'severity = { growing-graph = "error" }\nexclude = ["old/"]\n')
    write(
        here / "pyproject.toml",
        '[tool.retrograd]\nextend = "base.toml"\nignore = ["leaf-rebound"]\n'
        'per-file-ignores = { "test_*" = ["freed-graph"] }\n',
    )
    text = retrograd("config", "src/train.py").stdout
    assert text.splitlines()[0] == "src/train.py: pyproject.toml, which extends base.toml"
    assert "  growing-graph          error\n" in text
    assert "  leaf-rebound           off\n" in text
    assert "  freed-graph            default\n" in text
    assert "  severity: base.toml\n" in text
    data = json.loads(retrograd("config", "src/test_a.py", "--output-format", "json").stdout)
    assert data["rules"]["freed-graph"] == "off"
    assert data["origins"]["ignore"] == [str(here / "pyproject.toml")]
    assert not data["excluded"]
    assert "This file is excluded." in retrograd("config", "old/a.py").stdout
    assert "leaf-rebound           default" in retrograd("config", "a.py", "--extend-select", "leaf-rebound").stdout


def test_no_file_and_a_broken_one(retrograd: Retrograd, here: Path) -> None:
    result = retrograd("config")
    assert result.exit_code == 0
    assert result.stdout.startswith(".: no configuration file")
    write(here / "retrograd.toml", "ignroe = []\n")
    result = retrograd("config", "a.py")
    assert result.exit_code == 2
    assert 'did you mean "ignore"?' in result.stderr
