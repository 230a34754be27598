"""Each remedy as text in, text out: what is offered is exactly the text of `.out.py`, and it runs under torch."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from retrograd import remedies
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


def named(path: Path) -> str:
    return f"{path.parent.name}/{path.name.removesuffix('.in.py')}"


Only = Callable[[str], None]


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch) -> Only:
    """Leaves one remedy."""

    def leave(name: str) -> None:
        left = tuple(m for m in all_remedies() if name == m.NAME)
        monkeypatch.setattr(remedies, "all_remedies", lambda: left)

    return leave


@pytest.mark.parametrize("path", PAIRS, ids=named)
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


def _all_of_it(text: str) -> str:
    return _crlf(_tabs(text))


def _other_signs(text: str) -> str:
    return _no_last_newline(_beyond_ascii(text))


@pytest.mark.parametrize("change", [_all_of_it, _other_signs])
@pytest.mark.parametrize("path", PAIRS, ids=named)
def test_layout_is_kept(path: Path, change: Callable[[str], str], only: Only) -> None:
    """Line ends, tabs, characters beyond ASCII and a missing last line end come out as they went in."""
    text, wanted = read(path), read(path.with_name(path.name.replace(".in.", ".out.")))
    if change is _all_of_it and ('"""' in text or "\n    " not in text):
        change = _crlf  # no indentation to change, or white space that is a string's
    only(path.parent.name)
    assert mended(change(text), path.parent.name) == change(wanted)


@pytest.mark.parametrize("path", PAIRS, ids=named)
def test_nothing_else_is_touched(path: Path, only: Only) -> None:
    """Statements in odd dress all over the text stay byte for byte, and the fix is what it is without them."""
    text, wanted = read(path), read(path.with_name(path.name.replace(".in.", ".out.")))
    strewn, odd = _strewn(text)
    only(path.parent.name)
    lines = mended(strewn, path.parent.name).split("\n")
    assert [line for line in lines if _ODD.search(line)] == odd
    assert "\n".join(line for line in lines if not _ODD.search(line)) == wanted


_ODD = re.compile(r"odd\d")
_DRESS = (
    "odd{n}  =  'it''s' ;   odd{n}b= \"\\t\"# 🙂 odd",
    "odd{n} = [ 1,2 , ]  \t",
    "odd{n}: int=0x_ff; del odd{n}",
    "odd{n} = lambda *, π=3.: π  # retrograd",
)


def _strewn(text: str) -> tuple[str, list[str]]:
    """The text with a statement in odd dress before each line that begins one, and these lines."""
    begins = {node.lineno for node in ast.walk(ast.parse(text)) if isinstance(node, ast.stmt) and _apart(node, text)}
    found: list[str] = []
    odd: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if number in begins:
            dress = _DRESS[len(odd) % len(_DRESS)].format(n=len(odd))
            odd.append(line[: len(line) - len(line.lstrip())] + dress)
            found.append(odd[-1])
        found.append(line)
    return "\n".join(found), odd


def _apart(node: ast.stmt, text: str) -> bool:
    """Whether a statement begins its line, and no comment that belongs to it stands above, nor an `else`."""
    lines = text.split("\n")
    above = lines[node.lineno - 2].strip() if node.lineno > 1 else ""
    own = lines[node.lineno - 1]
    decorated = bool(getattr(node, "decorator_list", None))
    return (
        not decorated
        and not above.startswith(("#", "@"))
        and not own[: node.col_offset].strip()
        and not own.strip().startswith("elif")
    )
