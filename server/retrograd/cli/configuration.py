"""`retrograd config`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from typing import Any

import click

from ..config import Config
from ..configuration.names import rule_names
from ..configuration.resolver import Resolved
from ..report.outcome import shown
from .selection import Selection, resolver, selecting


@click.command("config")
@click.argument("path", default=os.curdir, type=click.Path())
@selecting
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(
    path: str,
    select: frozenset[str],
    ignore: frozenset[str],
    extend_select: frozenset[str],
    config: str | None,
    isolated: bool,
    output_format: str,
) -> None:
    """Show which settings hold for a file, and which file says so.

    \b
    Examples:
      retrograd config train.py
      retrograd config tests/ --output-format json
    """
    found = resolver(config, isolated)
    resolved = found.of_folder(os.path.abspath(path)) if os.path.isdir(path) else found.of(path)
    holding = Selection(select, ignore, extend_select).over(resolved.config)
    file = None if os.path.isdir(path) else os.path.abspath(path)
    if output_format == "json":
        click.echo(json.dumps(_data(path, file, resolved, holding), indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join(_lines(path, file, resolved, holding)))
    for problem in resolved.problems:
        click.echo(f"retrograd: {problem}", err=True)
    sys.exit(2 if resolved.problems else 0)


def _data(path: str, file: str | None, resolved: Resolved, holding: Config) -> dict[str, Any]:
    ignored = holding.ignored_in(file)
    return {
        "path": path,
        "files": [layer.file for layer in resolved.layers],
        "excluded": file is not None and holding.excludes(file),
        "rules": {
            rule: (_severity(rule, holding) or "default") if holding.enables(rule, ignored) else "off"
            for rule in rule_names()
        },
        "exclude": list(holding.exclude),
        "per-file-ignores": {glob: sorted(rules) for glob, rules in holding.per_file_ignores.items()},
        "origins": {key: said for key, said in _origins(resolved).items() if key != "extend"},
    }


def _severity(rule: str, holding: Config) -> str | None:
    said = holding.severity.get(rule)
    return said.value if said is not None else None


def _origins(resolved: Resolved) -> dict[str, list[str]]:
    """The files that say something of each key, the one that goes first first."""
    found: dict[str, list[str]] = {}
    for layer in reversed(resolved.layers):
        for key in layer.values:
            found.setdefault(key, []).append(layer.file)
    return found


def _lines(path: str, file: str | None, resolved: Resolved, holding: Config) -> Iterator[str]:
    data = _data(path, file, resolved, holding)
    if not resolved.layers:
        yield f"{path}: no configuration file; everything is at its default"
    else:
        nearest, *extended = [shown(layer.file) for layer in reversed(resolved.layers)]
        yield f"{path}: {nearest}" + "".join(f", which extends {other}" for other in extended)
    if data["excluded"]:
        yield "This file is excluded."
    yield ""
    yield "rules"
    width = max(len(rule) for rule in data["rules"])
    for rule, word in data["rules"].items():
        yield f"  {rule:<{width}}  {word}"
    for key in ("exclude", "per-file-ignores"):
        if data[key]:
            yield ""
            yield key
            values = data[key]
            yield from (
                (f"  {value}" for value in values)
                if isinstance(values, list)
                else (f"  {glob}: {', '.join(rules)}" for glob, rules in values.items())
            )
    if data["origins"]:
        yield ""
        yield "said by"
        for key, files in data["origins"].items():
            yield f"  {key}: {', '.join(map(shown, files))}"
