"""`retrograd check`."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from ..report import FORMATS, FULL
from ..report.outcome import visible
from .collect import STDIN, Request, Run
from .output import COUNTABLE, write
from .selection import Selection, resolver, selecting

INTERRUPTED = 130
"""The exit status of what Ctrl-C has ended."""

EPILOG = """\b
Examples:
  retrograd check                                 everything below this folder
  retrograd check src "experiments/**/*.ipynb"    a folder, and notebooks by a glob
  git diff | ... | retrograd check - --stdin-filename src/train.py
  retrograd check --select freed-graph,no-grad-fn
  retrograd check --output-format sarif --output-file retrograd.sarif
  retrograd check --statistics

\b
Exit status: 0 nothing found, 1 findings, 2 something could not be done.
"""


@click.command("check", epilog=EPILOG)
@click.argument("paths", nargs=-1)
@selecting
@click.option(
    "--output-format", type=click.Choice([FULL, *FORMATS]), default=FULL, show_default=True, help="How to say it."
)
@click.option("-o", "--output-file", type=click.Path(dir_okay=False), help="Where to, instead of standard output.")
@click.option("--statistics", is_flag=True, help="Only how often each rule was broken.")
@click.option("-q", "--quiet", is_flag=True, help="Only the findings: no summary, no progress.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 although there are findings.")
@click.option("--stdin-filename", type=click.Path(), help='The name of the text on standard input ("-").')
@click.option("--force-exclude", is_flag=True, help="Leave out excluded files also where they are named.")
@click.option("-j", "--jobs", type=click.IntRange(min=1), help="How many processes; by default one for each core.")
@click.option("--no-cache", is_flag=True, help="Neither use what earlier runs have come to nor keep this.")
@click.option("--cache-dir", type=click.Path(file_okay=False), envvar="RETROGRAD_CACHE_DIR", help="Where to keep it.")
@click.option("-w", "--watch", is_flag=True, help="Check again whenever a file changes.")
def command(paths: tuple[str, ...], **options: Any) -> None:
    """Check files, folders, globs and notebooks ("-": standard input; by default this folder)."""
    try:
        if options["watch"]:
            from .watch import watch

            watch(paths or (os.curdir,), lambda: check(paths, **options))
            status = 0
        else:
            status = check(paths, **options)
    except KeyboardInterrupt:
        status = INTERRUPTED
    sys.exit(status)


def check(paths: tuple[str, ...], **options: Any) -> int:
    """One run; its exit status."""
    request = _request(paths, options)
    run = Run(request, _complain)
    report = run.report()
    written = write(report, options, _complain)
    if run.failed or not written:
        return 2
    return 1 if report.total and not options["exit_zero"] else 0


def _request(paths: tuple[str, ...], options: dict[str, Any]) -> Request:
    selected = Selection(options["select"], options["ignore"], options["extend_select"])
    name = options["output_format"]
    if options["statistics"] and name not in COUNTABLE:
        raise click.UsageError(f"--statistics goes with the formats {', '.join(COUNTABLE)}")
    wants_fixes = not options["statistics"] and (name == FULL or FORMATS[name].fixes)
    return Request(
        paths or (os.curdir,),
        resolver(options["config"], options["isolated"]),
        selected.over,
        stdin_filename=options["stdin_filename"],
        fixes=wants_fixes,
        force_exclude=options["force_exclude"],
        jobs=options["jobs"],
        caching=not options["no_cache"] and paths != (STDIN,),
        cache_folder=options["cache_dir"],
        progress=not options["quiet"],
    )


def _complain(line: str) -> None:
    click.echo(f"retrograd: {visible(line)}", err=True)
