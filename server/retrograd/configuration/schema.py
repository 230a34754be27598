"""The JSON schema of the configuration: `python -m retrograd.configuration.schema > schema/retrograd.schema.json`."""

from __future__ import annotations

import json
from typing import Any

from ..findings import Severity
from ..links import SCHEMA
from .names import rule_names
from .options import OFF, OPTIONS, Kind


def schema() -> dict[str, Any]:
    """The schema of retrograd.toml, which is also that of the table `[tool.retrograd]`."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": SCHEMA,
        "title": "Retrograd",
        "description": "Settings of Retrograd: retrograd.toml, or the table [tool.retrograd] of pyproject.toml.",
        "type": "object",
        "properties": {
            option.name: {"description": option.doc, **_shape(option.name, option.kind)} for option in OPTIONS
        },
        "additionalProperties": False,
        "definitions": {
            "rule": {"type": "string", "enum": list(rule_names())},
            "rules": {
                "type": "array",
                "items": {"anyOf": [{"$ref": "#/definitions/rule"}, {"const": "all"}]},
                "uniqueItems": True,
            },
            "severity": {"type": "string", "enum": [*(s.value for s in Severity), OFF]},
        },
    }


def _shape(name: str, kind: Kind) -> dict[str, Any]:
    rules = {"$ref": "#/definitions/rules"}
    if kind is Kind.PATH:
        return {"type": "string", "minLength": 1}
    if kind is Kind.RULES:
        return {"allOf": [rules], **({"minItems": 1} if name == "select" else {})}
    if kind is Kind.GLOBS:
        return {"type": "array", "items": {"type": "string"}}
    if kind is Kind.SEVERITIES:
        names = {"$ref": "#/definitions/rule"}
        return {
            "type": "object",
            "propertyNames": names,
            "additionalProperties": {"$ref": "#/definitions/severity"},
        }
    return {"type": "object", "additionalProperties": rules}


def render() -> str:
    """The schema as the file that is committed."""
    return json.dumps(schema(), indent=2) + "\n"


if __name__ == "__main__":
    print(render(), end="")
