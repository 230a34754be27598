"""The schema that editors use says what the reader understands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
import pytest

from retrograd.configuration.layer import understand
from retrograd.configuration.names import is_rule, rule_names
from retrograd.configuration.options import OPTIONS
from retrograd.configuration.resolver import parse_toml
from retrograd.configuration.schema import render, schema

COMMITTED = Path(__file__).parents[2] / "schema" / "retrograd.schema.json"


def test_the_committed_schema_is_the_one_of_now() -> None:
    assert COMMITTED.read_text(encoding="utf-8") == render(), "python -m retrograd.configuration.schema > schema/..."


def test_it_is_a_schema() -> None:
    jsonschema.Draft7Validator.check_schema(schema())


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_examples_are_valid_and_understood(option: Any) -> None:
    table = parse_toml(f"{option.name} = {option.example}\n")
    jsonschema.validate(table, schema())
    assert understand("retrograd.toml", table).problems == ()


@pytest.mark.parametrize(
    "table",
    [
        {"selct": ["freed-graph"]},
        {"ignore": ["freed"]},
        {"ignore": "freed-graph"},
        {"severity": {"freed-graph": "fatal"}},
        {"severity": {"freed": "error"}},
        {"per-file-ignores": {"a": "freed-graph"}},
        {"exclude": [1]},
        {"extend": 1},
        {"select": []},
    ],
)
def test_both_refuse_the_same(table: dict[str, Any]) -> None:
    assert not jsonschema.Draft7Validator(schema()).is_valid(table)
    assert understand("retrograd.toml", table).problems


def test_rules_are_known_by_their_modules() -> None:
    assert all(is_rule(name) for name in rule_names())
    assert not is_rule("facts")
    assert not is_rule("freed_graph")
