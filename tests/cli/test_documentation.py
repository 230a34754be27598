"""What the documentation says of the command line is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from retrograd.report import FORMATS

from .conftest import Retrograd

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "continuous-integration.md").read_text(encoding="utf-8")


def test_every_option_exists(retrograd: Retrograd) -> None:
    known = set(re.findall(r"--[a-z-]+", retrograd("check", "--help").stdout))
    assert set(re.findall(r"--[a-z-]+", PAGE)) <= known
    assert set(re.findall(r"--output-format (\w+)", PAGE)) <= set(FORMATS)


@pytest.mark.parametrize("snippet", re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL))
def test_every_snippet_is_yaml(snippet: str) -> None:
    assert yaml.safe_load(snippet)


def test_the_hook_it_names_is_offered() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert [hook["id"] for hook in hooks] == re.findall(r"- id: ([\w-]+)", PAGE)


@pytest.mark.parametrize("command", [(), ("check",), ("rule",), ("explain",), ("config",), ("server",)])
def test_help_teaches_by_example(retrograd: Retrograd, command: tuple[str, ...]) -> None:
    result = retrograd(*command, "--help")
    assert result.exit_code == 0
    assert re.search(r"^ +retrograd ", result.stdout, re.MULTILINE)
