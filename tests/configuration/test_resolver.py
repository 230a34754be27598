"""Which configuration holds for a file, and what is said of one that is wrong."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from retrograd.config import Config
from retrograd.configuration.resolver import Resolved, Resolver
from retrograd.findings import Severity


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def of(path: Path) -> Resolved:
    return Resolver().of(str(path))


def test_everything_that_can_be_set(tmp_path: Path) -> None:
    write(
        tmp_path / "retrograd.toml",
        'select = ["freed-graph", "no-grad-fn"]\n'
        'extend-select = ["growing-graph"]\n'
        'ignore = ["no-grad-fn"]\n'
        'exclude = ["legacy/"]\n'
        "[severity]\n"
        'freed-graph = "hint"\n'
        'create-graph-leak = "off"\n'
        "[per-file-ignores]\n"
        '"tests/**" = ["freed-graph"]\n',
    )
    resolved = of(tmp_path / "deep" / "train.py")
    assert resolved.problems == ()
    assert resolved.file == str(tmp_path / "retrograd.toml")
    assert resolved.config == Config(
        select=frozenset({"freed-graph", "no-grad-fn", "growing-graph"}),
        ignore=frozenset({"no-grad-fn", "create-graph-leak"}),
        severity={"freed-graph": Severity.HINT},
        exclude=("legacy/",),
        per_file_ignores={"tests/**": frozenset({"freed-graph"})},
        root=str(tmp_path),
    )
    assert resolved.config.excludes(str(tmp_path / "legacy" / "net.py"))
    assert not resolved.config.excludes(str(tmp_path / "src" / "net.py"))


def test_the_nearest_file_that_speaks_of_it_holds(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", '[tool.retrograd]\nignore = ["freed-graph"]\n')
    write(tmp_path / "inner" / "pyproject.toml", '[tool.ruff]\nignore = ["E501"]\n')
    write(tmp_path / "other" / "pyproject.toml", "[tool.retrograd]\n")
    write(tmp_path / "both" / "pyproject.toml", '[tool.retrograd]\nignore = ["no-grad-fn"]\n')
    write(tmp_path / "both" / "retrograd.toml", 'ignore = ["growing-graph"]\n')
    resolver = Resolver()

    def ignored(folder: str) -> list[str]:
        return sorted(resolver.of(str(tmp_path / folder / "a.py")).config.ignore)

    assert ignored("") == ignored("inner") == ignored("inner/deep") == ["freed-graph"]
    assert ignored("other") == []
    assert ignored("both") == ["growing-graph"]


def test_no_file_at_all(tmp_path: Path) -> None:
    assert of(tmp_path / "a.py") == Resolved()


def test_a_file_builds_on_those_it_extends(tmp_path: Path) -> None:
    write(
        tmp_path / "shared" / "base.toml",
        'ignore = ["freed-graph", "no-grad-fn"]\nseverity = { growing-graph = "error" }\nexclude = ["a/"]\n'
        'per-file-ignores = { "t/" = ["freed-graph"] }\n',
    )
    write(
        tmp_path / "middle.toml",
        'extend = "shared/base.toml"\nextend-select = ["freed-graph"]\nper-file-ignores = { "t/" = ["no-grad-fn"] }\n',
    )
    write(tmp_path / "pyproject.toml", '[tool.retrograd]\nextend = "middle.toml"\nexclude = ["b/"]\n')
    resolved = of(tmp_path / "a.py")
    assert resolved.problems == ()
    assert [os.path.basename(layer.file) for layer in resolved.layers] == ["base.toml", "middle.toml", "pyproject.toml"]
    assert resolved.config.ignore == {"no-grad-fn"}
    assert resolved.config.severity == {"growing-graph": Severity.ERROR}
    assert resolved.config.exclude == ("a/", "b/")
    assert resolved.config.per_file_ignores == {"t/": {"freed-graph", "no-grad-fn"}}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("selct = []", 'unknown key "selct"; did you mean "select"?'),
        ("zzzzzz = 1", 'unknown key "zzzzzz"; there are extend, select'),
        ('ignore = ["freed-grph"]', 'ignore: unknown rule "freed-grph"; did you mean "freed-graph"?'),
        ('ignore = ["freed_graph"]', 'did you mean "freed-graph"?'),
        ('ignore = ["facts"]', 'unknown rule "facts"'),
        ("select = []", "select: it is empty"),
        ('ignore = "freed-graph"', "ignore: a list of rules is expected, not 'freed-graph'"),
        ("exclude = [1]", "exclude: a list of globs is expected, not [1]"),
        ('exclude = ["!"]', 'exclude: "!" is no glob'),
        ("extend = 3", "extend: a path is expected, not 3"),
        ('severity = "error"', "severity: a table from rules to severities is expected"),
        (
            'severity = { freed-graph = "eror" }',
            'severity: freed-graph: unknown severity "eror"; did you mean "error"?',
        ),
        ('severity = { freed = "error" }', 'severity: unknown rule "freed"; did you mean "freed-graph"?'),
        ("per-file-ignores = []", "per-file-ignores: a table from globs to lists of rules is expected"),
        ('per-file-ignores = { "a" = ["leaf"] }', 'unknown rule "leaf"'),
        ('extend = "missing.toml"', "extend: "),
        ('extend = "retrograd.toml"', "extends itself"),
        ("select = [", "retrograd.toml: "),
        ('a = "\udcff"'.encode("utf-8", "surrogateescape").decode("latin-1"), "unknown key"),
    ],
)
def test_what_is_wrong_is_one_line_that_names_the_file(tmp_path: Path, text: str, words: str) -> None:
    write(tmp_path / "retrograd.toml", text)
    (problem,) = of(tmp_path / "a.py").problems
    assert problem.startswith(str(tmp_path / "retrograd.toml") + ": ")
    assert words in problem
    assert "\n" not in problem


def test_what_is_right_beside_it_holds(tmp_path: Path) -> None:
    write(tmp_path / "retrograd.toml", 'ignore = ["freed-grph", "no-grad-fn"]\nslect = []\nexclude = ["a"]\n')
    resolved = of(tmp_path / "a.py")
    assert len(resolved.problems) == 2
    assert resolved.config.ignore == {"no-grad-fn"}
    assert resolved.config.exclude == ("a",)


def test_a_file_that_is_not_utf8_and_a_table_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_bytes(b'[tool.retrograd]\nignore = ["\xff"]\n')
    (problem,) = of(tmp_path / "a.py").problems
    assert "utf-8" in problem
    write(tmp_path / "pyproject.toml", "[tool]\nretrograd = 1\n")
    (problem,) = of(tmp_path / "a.py").problems
    assert "is a table" in problem


def test_extended_files_that_go_in_a_circle(tmp_path: Path) -> None:
    write(tmp_path / "retrograd.toml", 'extend = "b.toml"\n')
    write(tmp_path / "b.toml", 'extend = "retrograd.toml"\nignore = ["freed-graph"]\n')
    resolved = of(tmp_path / "a.py")
    assert len(resolved.problems) == 1
    assert resolved.config.ignore == {"freed-graph"}


def test_a_pyproject_that_is_extended_must_speak_of_it(tmp_path: Path) -> None:
    write(tmp_path / "base" / "pyproject.toml", "[tool.ruff]\n")
    write(tmp_path / "retrograd.toml", 'extend = "base/pyproject.toml"\n')
    (problem,) = of(tmp_path / "a.py").problems
    assert "has no table tool.retrograd" in problem


def test_all_lifts_a_selection_that_is_extended(tmp_path: Path) -> None:
    write(tmp_path / "base.toml", 'select = ["freed-graph"]\n')
    write(tmp_path / "retrograd.toml", 'extend = "base.toml"\nselect = ["all"]\n')
    assert of(tmp_path / "a.py").config.enables("growing-graph")


def test_a_given_file_and_isolation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "pyproject.toml", '[tool.retrograd]\nignore = ["freed-graph"]\n')
    write(tmp_path / "strict" / "given.toml", 'exclude = ["here/"]\n')
    monkeypatch.chdir(tmp_path)
    path = str(tmp_path / "here" / "a.py")
    given = Resolver(file="strict/given.toml").of(path).config
    assert not given.ignore
    assert given.excludes(path)
    assert Resolver(isolated=True).of(path) == Resolved()
    assert Resolver(file="absent.toml").of(path).problems
