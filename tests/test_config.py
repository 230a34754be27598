"""What a configuration does to an analysis, whoever asks for it."""

from __future__ import annotations

import pytest

from retrograd.analyze import analyze
from retrograd.config import Config
from retrograd.findings import Severity

FAULT = "import torch\na = torch.ones(1, requires_grad=True)\nb = a * 2\nb.backward()\nb.backward()\n"
FREED = frozenset({"freed-graph"})


def rules(config: Config, path: str | None = None) -> list[str]:
    return [f.rule for f in analyze(FAULT, path, config).findings]


def test_a_severity_that_is_set_is_the_one_of_the_finding() -> None:
    (found,) = analyze(FAULT, config=Config(severity={"freed-graph": Severity.HINT})).findings
    assert found.severity is Severity.HINT


@pytest.mark.parametrize(
    ("config", "said"),
    [
        (Config(), True),
        (Config(select=FREED), True),
        (Config(select=frozenset({"no-grad-fn"})), False),
        (Config(ignore=FREED), False),
    ],
)
def test_select_and_ignore(config: Config, said: bool) -> None:
    assert bool(rules(config)) is said


@pytest.mark.parametrize(
    ("glob", "path", "said"),
    [
        ("tests/**", "/project/tests/deep/test_net.py", False),
        ("tests/", "/project/tests/test_net.py", False),
        ("test_*.py", "/project/src/test_net.py", False),
        ("tests/**", "/project/src/net.py", True),
        ("tests/**", "/elsewhere/tests/net.py", True),
        ("net.py", "/elsewhere/tests/net.py", False),
        ("tests/**", None, True),
    ],
)
def test_ignores_per_file_count_from_the_root(glob: str, path: str | None, said: bool) -> None:
    assert bool(rules(Config(per_file_ignores={glob: FREED}, root="/project"), path)) is said


def test_who_is_nearer_to_the_user_wins() -> None:
    project = Config(select=frozenset({"no-grad-fn"}), ignore=FREED, severity={"no-grad-fn": Severity.HINT})
    assert project.overlaid(select=FREED).enables("freed-graph")
    assert not project.overlaid(select=FREED).enables("no-grad-fn")
    assert project.overlaid(extend_select=FREED).enables("freed-graph")
    assert project.overlaid(extend_select=FREED).enables("no-grad-fn")
    assert not project.overlaid(select=FREED, ignore=FREED).enables("freed-graph")
    assert not project.overlaid().enables("freed-graph")
    assert project.overlaid(severity={"no-grad-fn": Severity.ERROR}).severity == {"no-grad-fn": Severity.ERROR}


def test_extending_a_selection_of_everything_leaves_everything() -> None:
    assert Config().overlaid(extend_select=FREED).enables("no-grad-fn")


def test_a_rule_that_fails_is_named_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    from retrograd.rules import no_grad_fn

    def fail(facts: object) -> list[object]:
        raise KeyError("left\nright")

    monkeypatch.setattr(no_grad_fn, "check", fail)
    analysis = analyze(FAULT)
    assert [f.rule for f in analysis.findings] == ["freed-graph"]
    (problem,) = analysis.problems
    assert problem.kind == "internal"
    assert "rule no-grad-fn stopped at KeyError" in problem.message
    assert "\n" not in problem.message
