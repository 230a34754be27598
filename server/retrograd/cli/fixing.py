"""The options of `check` that mend: `--fix`, `--diff`, `--unsafe-fixes` and `--remedy`."""

from __future__ import annotations

import sys
from typing import Any

import click

from ..config import DEFAULT, Config
from ..mending import Choice
from ..report.outcome import Outcome, Report, plural
from .collect import STDIN, Run
from .output import sayable, write


def choice_of(paths: tuple[str, ...], options: dict[str, Any]) -> Choice | None:
    """Which fixes are to be applied; None where only a report is wanted. Raises UsageError."""
    if not (options["fix"] or options["diff"]):
        for name, given in (("--unsafe-fixes", options["unsafe_fixes"]), ("--remedy", options["remedies"])):
            if given:
                raise click.UsageError(f"{name} goes with --fix or --diff")
        return None
    for name in ("add_ignores", "baseline", "write_baseline", "statistics"):
        if options[name]:
            raise click.UsageError(f"--{name.replace('_', '-')} does not go with --fix or --diff")
    if STDIN in paths and not options["diff"]:
        raise click.UsageError("--fix changes files; for standard input there is --diff")
    from .apply import remedy_names

    known = remedy_names()
    for name in options["remedies"]:
        if name not in known:
            raise click.UsageError(f"there is no remedy {name!r}; there are {', '.join(known)}")
    return Choice(options["unsafe_fixes"], frozenset(options["remedies"]))


def mend(run: Run, report: Report, choice: Choice, options: dict[str, Any]) -> int:
    """Mend what was found, or show how; the exit status. Standard output is the report of what is left, or the diff."""
    from .apply import Tally, differences, fix_files

    def config_of(outcome: Outcome) -> Config:
        known = run.checked.get(outcome.path) if outcome.path is not None else None
        return run.request.over(DEFAULT) if known is None else known

    tally = Tally()
    if options["diff"]:
        for text in differences(report, config_of, choice, tally):
            sys.stdout.write(sayable(text))
        sys.stdout.flush()
        done, left = "Would fix", tally.fixed
        written = True
    else:
        report = fix_files(report, config_of, choice, tally, run.fail)
        written = write(report, options, run.fail)
        done, left = "Fixed", report.total
    if not options["quiet"]:
        more = f" ({tally.passed} more can be fixed with --unsafe-fixes)" if tally.passed else ""
        click.echo(f"{done} {plural(tally.fixed, 'finding')} in {plural(tally.files, 'file')}{more}.", err=True)
    if run.failed or not written:
        return 2
    return 1 if left and not options["exit_zero"] else 0
