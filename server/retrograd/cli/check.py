"""`retrograd check`."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from ..report import FORMATS, FULL
from ..report.outcome import Report, plural, visible
from .collect import STDIN, Request, Run
from .files import Failed
from .fixing import choice_of, mend
from .output import COUNTABLE, write
from .selection import Selection, resolver, selecting

BASELINE = "retrograd-baseline.json"
"""The name of the baseline where none is given."""

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
  retrograd check --fix                           mend what has a safe fix
  retrograd check --diff --unsafe-fixes           see what all fixes would change
  retrograd check --add-ignores                   adopt it in old code: a comment for each finding
  retrograd check --write-baseline                or keep today's findings in a file, and later
  retrograd check --baseline retrograd-baseline.json

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
@click.option("--fix", is_flag=True, help="Mend what has a safe fix, and report what is left.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and change nothing.")
@click.option("--unsafe-fixes", is_flag=True, help="Also fixes that change gradients, values or memory.")
@click.option("--remedy", "remedies", multiple=True, metavar="NAME", help="Only this remedy, safe or not (repeatable).")
@click.option("--add-ignores", is_flag=True, help="Put a suppression comment to everything that is found.")
@click.option("--baseline", type=click.Path(dir_okay=False), help="Report only what is not in this file.")
@click.option("--write-baseline", is_flag=True, help=f"Write what is found to the baseline ({BASELINE}).")
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
    choice = choice_of(paths, options)
    run = Run(request, _complain)
    report = run.report()
    if choice is not None:
        return mend(run, report, choice, options)
    if options["add_ignores"]:
        return _add_ignores(run, report)
    try:
        if options["write_baseline"]:
            return _write_baseline(run, report, options["baseline"] or BASELINE)
        report = _without_known(run, report, options)
    except Failed as error:
        run.fail(str(error))
    written = write(report, options, _complain)
    if run.failed or not written:
        return 2
    return 1 if report.total and not options["exit_zero"] else 0


def _add_ignores(run: Run, report: Report) -> int:
    from .ignores import add_ignores

    comments, files = add_ignores(report, run.fail)
    click.echo(f"Added {plural(comments, 'comment')} in {plural(files, 'file')}.")
    return 2 if run.failed else 0


def _write_baseline(run: Run, report: Report, file: str) -> int:
    from .baseline import Baseline

    Baseline.of(file, report).write()
    click.echo(f"Wrote {plural(report.total, 'finding')} to {file}.")
    return 2 if run.failed else 0


def _without_known(run: Run, report: Report, options: dict[str, Any]) -> Report:
    """The report without what is in the baseline, from which what is gone is taken out."""
    if options["baseline"] is None:
        return report
    from .baseline import Baseline

    baseline = Baseline.read(options["baseline"])
    shrunk = baseline.shrunk(report, run.checked)
    if shrunk != baseline:
        shrunk.write()
        if not options["quiet"]:
            gone = sum(baseline.known.values()) - sum(shrunk.known.values())
            click.echo(f"retrograd: {plural(gone, 'finding')} gone from {baseline.file}", err=True)
    return baseline.new(report)


def _request(paths: tuple[str, ...], options: dict[str, Any]) -> Request:
    selected = Selection(options["select"], options["ignore"], options["extend_select"])
    name = options["output_format"]
    if options["statistics"] and name not in COUNTABLE:
        raise click.UsageError(f"--statistics goes with the formats {', '.join(COUNTABLE)}")
    adopting = options["add_ignores"] or options["write_baseline"]
    wants_fixes = not (options["statistics"] or adopting) and (
        options["fix"] or options["diff"] or name == FULL or FORMATS[name].fixes
    )
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
