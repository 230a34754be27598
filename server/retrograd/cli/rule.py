"""`retrograd rule`."""

from __future__ import annotations

import inspect
import json
import sys
from types import ModuleType

import click

from ..configuration.names import unknown
from ..links import rule_page
from ..rules import all_rules


@click.command("rule")
@click.argument("name", required=False)
@click.option("--all", "every", is_flag=True, help="Every rule.")
@click.option(
    "--output-format",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    show_default=True,
    help="How to say it.",
)
def command(name: str | None, every: bool, output_format: str) -> None:
    """Show what a rule means, why it matters, and what to do.

    \b
    Examples:
      retrograd rule freed-graph
      retrograd rule --all
      retrograd rule --all --output-format json
    """
    if every == (name is not None):
        raise click.UsageError("name one rule, or say --all")
    known = all_rules()
    chosen = [rule for rule in known if every or name == rule.NAME]
    if not chosen:
        click.echo(f"retrograd: {unknown('rule', str(name), [rule.NAME for rule in known])}", err=True)
        sys.exit(2)
    if output_format == "json":
        pages = [_data(rule) for rule in chosen]
        click.echo(json.dumps(pages if every else pages[0], indent=2, ensure_ascii=False))
    elif output_format == "markdown":
        click.echo("\n\n".join(_markdown(rule) for rule in chosen))
    else:
        _show(chosen)


def _text(rule: ModuleType) -> str:
    return (inspect.getdoc(rule) or "").strip()


def _markdown(rule: ModuleType) -> str:
    return f"# {rule.NAME}\n\n{_text(rule)}"


def _data(rule: ModuleType) -> dict[str, str]:
    text = _text(rule)
    return {
        "code": rule.NAME,
        "severity": rule.SEVERITY.value,
        "summary": " ".join(text.split("\n\n")[0].split()),
        "documentation": text,
        "url": rule_page(rule.NAME),
    }


def _show(chosen: list[ModuleType]) -> None:
    """The pages as text: on a terminal with their headings and code set apart, else as they are written."""
    if not sys.stdout.isatty():
        click.echo("\n\n".join(_markdown(rule) for rule in chosen))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(width=min(Console().width, 100))
    for rule in chosen:
        console.print(Markdown(_markdown(rule)))
        console.print()
