"""The documents: nothing in them is stale, their links lead somewhere, and their examples do what they say."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from retrograd.analyze import analyze
from retrograd.rules import all_rules, pages
from tests.torch_truth import outcome

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md")]
RAISING = frozenset(["freed-graph", "saved-tensor-modified", "no-grad-fn"])
SECTIONS = ("What happens", "Why", "Example", "Use instead", "When it is fine", "Remedies and gradients")


def _examples(rule: ModuleType) -> list[tuple[str, str]]:
    """Each block of code of a rule's text, with the section it stands in."""
    found = []
    section = ""
    for part in re.split(r"^(## .*)$", inspect.getdoc(rule) or "", flags=re.M):
        if part.startswith("## "):
            section = part[3:]
        else:
            found += [(section, code) for code in re.findall(r"```python\n(.*?)```", part, flags=re.S)]
    return found


EXAMPLES = [
    pytest.param(rule, section, code, id=f"{rule.NAME}-{section}-{i}")
    for rule in all_rules()
    for i, (section, code) in enumerate(_examples(rule))
]


def test_pages_are_what_the_rules_say() -> None:
    assert pages.stale(ROOT / "docs/rules") == []


def test_the_picture_is_what_the_command_prints() -> None:
    check = subprocess.run([sys.executable, "docs/make_picture.py", "--check"], cwd=ROOT, check=False)
    assert check.returncode == 0, "python docs/make_picture.py"


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.NAME)
def test_a_rule_explains_itself(rule: ModuleType) -> None:
    text = inspect.getdoc(rule) or ""
    assert re.findall(r"^## (.*)$", text, flags=re.M) == list(SECTIONS)
    assert any(section == "Example" for section, _ in _examples(rule))


@pytest.mark.parametrize(("rule", "section", "code"), EXAMPLES)
def test_examples_do_what_they_say(rule: ModuleType, section: str, code: str) -> None:
    said = {f.rule for f in analyze(code).findings}
    if section == "Example":
        assert said == {rule.NAME}
    else:
        assert said == set()
    real = outcome(code).rule
    assert real == (rule.NAME if section == "Example" and rule.NAME in RAISING else "ok")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", document.read_text(encoding="utf-8")):
        if not re.match(r"[a-z]+:", target):
            assert (document.parent / target).exists(), target


def test_the_map_has_every_room_and_no_other() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rooms = {p.name for p in (ROOT / "server/retrograd").iterdir() if p.is_dir() and p.name != "__pycache__"}
    assert rooms == set(re.findall(r"^\| `(\w+)/`", text, flags=re.M))
    for path in re.findall(r"`((?:tests|bench|examples|client)(?:/\w+)?)/?`", text):
        assert (ROOT / path).exists(), path


def test_the_readme_names_every_rule() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [r.NAME for r in all_rules() if f"docs/rules/{r.NAME}.md" not in text] == []
