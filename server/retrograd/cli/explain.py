"""`retrograd explain`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from typing import Any

import click

from ..configuration.resolver import Resolver
from ..report.outcome import Found, Outcome, Report, place, shown
from ..tracebacks.explain import Explanation, Seen, explain
from .files import Finder, Project, Unreadable, read, text_of

SHOWN = 3
"""So many places are named where a list of them would be too long."""


@click.command("explain")
@click.argument("path", required=False, type=click.Path())
@click.option("--file", "given", type=click.Path(), help="The file that raised, if it is not where the traceback says.")
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(path: str | None, given: str | None, output_format: str) -> None:
    """Explain a traceback of torch: which call freed the graph, where it was built, and what to do.

    PATH is a file with the traceback in it; without one, or with "-", it is read from standard input. Any version of
    torch will do, and so will the output of notebooks, pytest, launchers and loggers.

    \b
    Examples:
      python train.py 2>&1 | retrograd explain
      retrograd explain error.txt
      retrograd explain error.txt --file src/train.py

    \b
    Exit status: 0 explained, 2 no complaint of autograd in the text.
    """
    project = Project()
    try:
        text = _text(path)
        if given is not None:
            read(given)
    except Unreadable as error:
        click.echo(f"retrograd: {error}", err=True)
        sys.exit(2)
    explanation = explain(text, project, _files, given)
    if explanation is None:
        click.echo("retrograd: no error of autograd that is known here is in this text", err=True)
        sys.exit(2)
    if output_format == "json":
        click.echo(json.dumps(_data(explanation, project), indent=2, ensure_ascii=False))
    else:
        _show(explanation, project)


def _text(path: str | None) -> str:
    if path not in (None, "-"):
        return read(str(path))
    if sys.stdin.isatty():
        click.echo("Paste the traceback, then press Ctrl-D (on Windows: Ctrl-Z and Enter).", err=True)
    return text_of("standard input", sys.stdin.buffer.read())


def _files() -> Iterator[str]:
    finder = Finder(Resolver(isolated=True), lambda line: None)
    return (name for name, _ in finder.find([os.curdir]))


def _outcome(seen: Seen, project: Project) -> Outcome:
    from ..remedies import offer

    name = shown(os.path.abspath(seen.name))
    found = () if seen.finding is None else (Found(seen.finding, offer(seen.analysis, seen.finding, project)),)
    return Outcome(name, seen.analysis.path, seen.analysis.text, found, (), seen.notebook)


def _show(explanation: Explanation, project: Project) -> None:
    from rich.console import Console
    from rich.text import Text

    from ..report.full import show

    console = Console(highlight=False, markup=False, emoji=False)
    console.print(Text(explanation.traceback.message or explanation.complaint.name, "bold"), soft_wrap=True)
    console.print("\n".join(_context(explanation)), soft_wrap=True)
    console.print()
    outcome = None if explanation.seen is None else _outcome(explanation.seen, project)
    if outcome is not None and outcome.found:
        show(Report((outcome,), 1, project), console, quiet=True)
    else:
        console.print("\n".join(_advice(explanation, outcome)), soft_wrap=True)
    if explanation.complaint.rule is not None:
        console.print(f"More: retrograd rule {explanation.complaint.rule}", soft_wrap=True)


def _context(explanation: Explanation) -> Iterator[str]:
    """What the error means, where it was raised, and what torch itself tells."""
    yield explanation.complaint.meaning
    frame = explanation.frame
    if frame is not None:
        within = f", in {frame.function}" if frame.function else ""
        file = f"cell [{frame.cell}]" if frame.cell is not None else shown(frame.file)
        yield f"Raised from {file}:{frame.line}{within}" + (f": {frame.source}" if frame.source else "")
    built = explanation.traceback.built
    if built is not None:
        yield f"The operation that fails was recorded at {shown(built.file)}:{built.line}: {built.source}"
    tensor = explanation.modified
    if tensor is not None:
        maker = f", the result of {tensor.maker}" if tensor.maker else ""
        times = tensor.found - tensor.expected
        yield (
            f"The tensor has the shape [{tensor.shape}]{maker}; it was changed "
            f"{'once' if times == 1 else f'{times} times'} after it was saved."
        )
    if explanation.versions is not None:
        yield f"These are the words of torch {explanation.versions}."
    yield from explanation.notes


def _advice(explanation: Explanation, outcome: Outcome | None) -> Iterator[str]:
    """What to look for, where the analysis does not see the fault."""
    seen = explanation.seen
    if outcome is not None and seen is not None and explanation.complaint.rule is not None:
        yield f"The analysis of {outcome.name} does not see this fault."
        if seen.run is not None and seen.run.built:
            kept = [built for built in seen.run.built if built.keeps] or list(seen.run.built)
            places = ", ".join(f"{place(outcome, b.site)} ({b.operation})" for b in kept[:SHOWN])
            more = f" and {len(kept) - SHOWN} more" if len(kept) > SHOWN else ""
            yield f"The call goes through what is built at {places}{more}."
        if seen.run is not None and seen.run.used_again:
            again = ", ".join(str(place(outcome, site)) for site in seen.run.used_again[:SHOWN])
            yield f"Some of it is used again at {again}."
        yield ""
    yield "Look for:"
    yield from (f"  - {hint}" for hint in explanation.complaint.look_for)


def _data(explanation: Explanation, project: Project) -> dict[str, Any]:
    from ..report.json import finding

    frame = explanation.frame
    outcome = None if explanation.seen is None else _outcome(explanation.seen, project)
    return {
        "error": explanation.complaint.name,
        "message": explanation.traceback.message,
        "rule": explanation.complaint.rule,
        "meaning": explanation.complaint.meaning,
        "versions": explanation.versions,
        "raised": None if frame is None else {"filename": frame.file, "row": frame.line, "source": frame.source},
        "filename": None if outcome is None else outcome.name,
        "finding": None if outcome is None or not outcome.found else finding(outcome, outcome.found[0]),
        "notes": list(explanation.notes),
        "look_for": list(explanation.complaint.look_for),
    }
