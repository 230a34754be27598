"""What each format looks like, byte for byte.

With RETROGRAD_UPDATE_GOLDEN=1 in the environment the files are written anew; the diff is then for a person to judge.
"""

from __future__ import annotations

import io
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from retrograd.report import FORMATS
from retrograd.report.full import show

from .samples import empty, report

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def compare(name: str, text: str) -> None:
    file = GOLDEN / name
    if os.environ.get("RETROGRAD_UPDATE_GOLDEN"):
        file.write_text(text, encoding="utf-8", newline="")
    assert text == file.read_text(encoding="utf-8", errors="strict")


def steady(text: str, folder: Path) -> str:
    """The text without what differs from one machine or version to the next."""
    text = text.replace(folder.as_uri(), "file:///folder")
    text = re.sub(r'"semanticVersion": "[^"]*"', '"semanticVersion": "1.2.3"', text)
    return re.sub(r'"rules": \[.*?\n {10}\]', '"rules": []', text, flags=re.DOTALL)


@pytest.mark.parametrize("name", FORMATS)
def test_format(name: str, folder: Path) -> None:
    text = FORMATS[name].render(report())
    if name == "sarif":
        log: dict[str, Any] = json.loads(text)
        for result in log["runs"][0]["results"]:
            result.pop("ruleIndex", None)
        text = json.dumps(log, indent=2, ensure_ascii=False) + "\n"
    compare(f"{name}.txt", steady(text, folder))


@pytest.mark.parametrize("colour", [False, True])
def test_full(colour: bool) -> None:
    out = io.StringIO()
    system: Any = "standard" if colour else None
    show(
        report(),
        Console(
            file=out, force_terminal=colour, color_system=system, no_color=not colour, highlight=False, markup=False
        ),
    )
    compare("full-colour.txt" if colour else "full.txt", out.getvalue())


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_found(name: str) -> None:
    expected = {"json": "[]\n", "gitlab": "[]\n", "junit": None, "sarif": None}
    text = FORMATS[name].render(empty())
    if expected.get(name, "") is None:
        assert "no findings" in text or '"results": []' in text
    else:
        assert text == expected.get(name, "")


def test_colours_are_for_terminals_and_no_color_is_heeded(monkeypatch: pytest.MonkeyPatch) -> None:
    def shown(**options: Any) -> str:
        out = io.StringIO()
        show(report(), Console(file=out, highlight=False, markup=False, **options))
        return out.getvalue()

    for name in ("NO_COLOR", "FORCE_COLOR", "TERM", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert "\x1b[" not in shown()
    assert "\x1b[1;31m" in shown(force_terminal=True)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[1;31m" not in shown(force_terminal=True)
