"""Each remedy as text in, text out: what is offered is exactly the text of `.out.py`, and it runs under torch."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from retrograd.analyze import analyze
from retrograd.findings import Fix
from retrograd.remedies import all_remedies, offer
from retrograd.remedies.editing.proof import RAISING
from retrograd.source.text import apply
from tests.torch_truth import outcome

HERE = Path(__file__).parent
PAIRS = sorted(HERE.glob("*/*.in.py"))


def read(path: Path) -> str:
    return path.read_bytes().decode()


@functools.cache
def fixes(text: str) -> tuple[str, dict[str, Fix]]:
    """The first rule that speaks, and what is offered for each of its findings, by remedy."""
    analysis = analyze(text, "program.py")
    assert analysis.findings, "nothing is found"
    found: dict[str, Fix] = {}
    for finding in analysis.findings:
        for fix in offer(analysis, finding):
            found.setdefault(fix.remedy, fix)
    return analysis.findings[0].rule, found


def mended(text: str, remedy: str) -> str:
    """The text after the fix of that remedy."""
    offered = fixes(text)[1]
    assert remedy in offered, f"offered are {list(offered)}"
    return apply(text, offered[remedy].edits)


@pytest.mark.parametrize("path", PAIRS, ids=lambda p: f"{p.parent.name}/{p.name.removesuffix('.in.py')}")
def test_pair(path: Path) -> None:
    text, wanted = read(path), read(path.with_name(path.name.replace(".in.", ".out.")))
    assert mended(text, path.parent.name) == wanted
    rule = fixes(text)[0]
    before, after = outcome(text), outcome(wanted)
    assert after.rule == "ok", after.error
    if rule in RAISING:
        assert before.rule == rule, before.error


def test_every_remedy_has_a_pair() -> None:
    without = {m.NAME for m in all_remedies()} - {p.parent.name for p in PAIRS}
    assert not without


def test_pairs_are_whole() -> None:
    assert {p.name.removesuffix(".in.py") for p in PAIRS} == {
        p.name.removesuffix(".out.py") for p in HERE.glob("*/*.out.py")
    }


def _crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


def _tabs(text: str) -> str:
    lines = []
    for line in text.split("\n"):
        body = line.lstrip(" ")
        lines.append("\t" * ((len(line) - len(body)) // 4) + body)
    return "\n".join(lines)


def _beyond_ascii(text: str) -> str:
    names = {"loss": "verlust_é", "hidden": "скрытое", "b": "β", "out": "ø"}
    for name, other in names.items():
        text = re.sub(rf"(?<![\w.]){name}\b(?!=)", other, text)
    return f'"""🙂 ünïcode"""\n{text}'


def _no_last_newline(text: str) -> str:
    return text.rstrip("\n")


@pytest.mark.parametrize("change", [_crlf, _tabs, _beyond_ascii, _no_last_newline])
@pytest.mark.parametrize("path", PAIRS, ids=lambda p: f"{p.parent.name}/{p.name.removesuffix('.in.py')}")
def test_layout_is_kept(path: Path, change: Callable[[str], str]) -> None:
    """Line ends, tabs, characters beyond ASCII and a missing last line end come out as they went in."""
    text, wanted = read(path), read(path.with_name(path.name.replace(".in.", ".out.")))
    if change is _tabs and ('"""' in text or "\n    " not in text):
        pytest.skip("no indentation to change, or white space that is a string's")
    assert mended(change(text), path.parent.name) == change(wanted)
