"""Small programs with the expected finding marked in the source, judged by real torch and by the engine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from retrograd.analyze import analyze
from tests.torch_truth import outcome

MARK = re.compile(r"[ \t]*# expect: ([\w-]+)[ \t]*$", re.M)
RAISING = {"freed-graph", "saved-tensor-modified", "no-grad-fn"}
HEAD = "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"


def programs() -> list[object]:
    found = []
    for file in sorted(Path(__file__).parent.glob("marked/*.py")):
        for part in re.split(r"^# --- ", file.read_text(), flags=re.M)[1:]:
            name, _, body = part.partition("\n")
            found.append(pytest.param(HEAD + body, id=f"{file.stem}:{name.strip()}"))
    return found


def marks(source: str) -> set[tuple[int, str]]:
    return {(i, m[1]) for i, line in enumerate(source.splitlines(), 1) if (m := MARK.search(line))}


@pytest.mark.parametrize("source", programs())
def test_engine_says_what_is_marked(source: str) -> None:
    found = {(f.site.line, f.rule) for f in analyze(MARK.sub("", source), "program.py").findings}
    assert found == marks(source)


@pytest.mark.parametrize("source", programs())
def test_torch_does_what_is_marked(source: str) -> None:
    raising = {m for m in marks(source) if m[1] in RAISING}
    said = outcome(source)
    assert (said.rule, said.line) == (next(iter(raising))[::-1] if raising else ("ok", None)), said.error
