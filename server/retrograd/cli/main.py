"""`retrograd`: check files, show a rule, start the language server."""

from __future__ import annotations

import inspect
import sys
from importlib.metadata import version
from pathlib import Path

import click

from .. import rules
from ..analyze import analyze
from ..findings import Analysis, Finding, Fix
from ..source.text import decode
from .files import Project, Unreadable, find, read

PROJECT = Project()


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("retrograd"), prog_name="retrograd")
def main() -> None:
    """Find where PyTorch code will misuse the life of its autograd graph, before it is run.

    \b
    retrograd check train.py        findings with code frames
    retrograd check src/            every Python file below a folder
    cat train.py | retrograd check -
    retrograd rule freed-graph      what a rule means
    """


def offer(analysis: Analysis, finding: Finding) -> tuple[Fix, ...]:
    """The fixes of a finding (libcst is loaded only now)."""
    from ..remedies import offer as offered

    return offered(analysis, finding, PROJECT)


@main.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path, allow_dash=True))
@click.option("--output-format", type=click.Choice(["full", "concise", "json"]), default="full", show_default=True)
@click.option("--stdin-filename", type=click.Path(path_type=Path), help="The name of the text on standard input.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 although there are findings.")
def check(paths: tuple[Path, ...], output_format: str, stdin_filename: Path | None, exit_zero: bool) -> None:
    """Check files and folders ("-": standard input).

    Exit status: 0 nothing found, 1 findings, 2 something could not be read.
    """
    failed = False
    results: list[tuple[str, Analysis]] = []
    project = PROJECT
    for path in paths or (Path("."),):
        try:
            for file in (path,) if str(path) == "-" else find(path):
                try:
                    results.append(_check(file, stdin_filename, project))
                except Unreadable as error:
                    failed = True
                    click.echo(f"retrograd: {error}", err=True)
        except Unreadable as error:
            failed = True
            click.echo(f"retrograd: {error}", err=True)
    for name, analysis in results:
        for problem in analysis.problems:
            if problem.kind == "budget":
                continue
            line = f":{problem.site.line}:{problem.site.span.start.column + 1}" if problem.site else ""
            click.echo(f"retrograd: {name}{line}: {problem.message}", err=True)
            failed = failed or problem.kind == "internal"
    _print(results, output_format, project)
    found = any(a.findings for _, a in results)
    sys.exit(2 if failed else 1 if found and not exit_zero else 0)


def _check(file: Path, stdin_filename: Path | None, project: Project) -> tuple[str, Analysis]:
    if str(file) == "-":
        text = decode(sys.stdin.buffer.read())
        name = str(stdin_filename) if stdin_filename else "-"
        return name, analyze(text, str(stdin_filename) if stdin_filename else None, sources=project)
    return str(file), analyze(read(file), str(file), sources=project)


def _print(results: list[tuple[str, Analysis]], output_format: str, project: Project) -> None:
    if output_format == "json":
        from ..report.json import render

        click.echo(render(results, offer))
        return
    from rich.console import Console

    from ..report import text

    console = Console(highlight=False)
    total = 0
    for name, analysis in results:
        for finding in analysis.findings:
            total += 1
            if output_format == "concise":
                click.echo(text.concise(name, finding))
            else:
                text.full(console, name, analysis, finding, project, offer(analysis, finding))
    if output_format == "full":
        files = f"{len(results)} file" + ("s" if len(results) != 1 else "")
        console.print(
            f"{total} finding{'s' if total != 1 else ''} in {files}." if total else f"No findings in {files}."
        )


@main.command()
@click.argument("name", required=False)
@click.option("--all", "every", is_flag=True, help="Every rule.")
def rule(name: str | None, every: bool) -> None:
    """Show the page of a rule."""
    known = rules.all_rules()
    chosen = known if every or name is None else [r for r in known if name == r.NAME]
    if not chosen:
        click.echo(f"retrograd: no rule is called {name!r}; there are {', '.join(r.NAME for r in known)}", err=True)
        sys.exit(2)
    for r in chosen:
        click.echo(f"# {r.NAME}\n\n{inspect.getdoc(r)}\n")


@main.command()
def server() -> None:
    """Start the language server on standard input and output."""
    from ..lsp.server import serve

    serve()
