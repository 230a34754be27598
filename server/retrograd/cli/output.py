"""Where a report goes: the terminal, a pipe, or a file that is there whole or not at all."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any

from ..report import FORMATS, FULL
from ..report.outcome import Report, plural

COUNTABLE = (FULL, "concise", "grouped", "json", "json-lines")
"""The formats in which counts can be said."""


def write(report: Report, options: dict[str, Any], complain: Callable[[str], None]) -> bool:
    """Write a report as the options of `check` want it; whether that went well."""
    name, target = options["output_format"], options["output_file"]
    if options["statistics"]:
        text = _statistics(report, name)
    elif name != FULL:
        text = FORMATS[name].render(report)
    elif not report.total:
        text = "" if options["quiet"] else f"No findings in {plural(report.files, 'file')}.\n"
    elif target is None:
        _show(report, options["quiet"])
        return True
    else:
        text = _plain(report, options["quiet"])
    if target is None:
        # Not click.echo: what cannot be said in the terminal's encoding must not end the run.
        sys.stdout.write(sayable(text))
        sys.stdout.flush()
        return True
    return _replace(target, text, complain)


def sayable(text: str) -> str:
    """The text, with what the encoding of standard output has no sign for escaped."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def _show(report: Report, quiet: bool) -> None:
    from rich.console import Console

    from ..report.full import show

    show(report, Console(highlight=False, emoji=False, markup=False), quiet)


def _plain(report: Report, quiet: bool) -> str:
    import io

    from rich.console import Console

    from ..report.full import show

    text = io.StringIO()
    show(report, Console(file=text, highlight=False, emoji=False, markup=False, force_terminal=False), quiet)
    return text.getvalue()


def _statistics(report: Report, name: str) -> str:
    counts = report.counts()
    if name in ("json", "json-lines"):
        rows = [{"code": rule, "count": count} for rule, count in counts]
        if name == "json":
            return json.dumps(rows, indent=2) + "\n"
        return "".join(json.dumps(row) + "\n" for row in rows)
    width = max((len(str(count)) for _, count in counts), default=0)
    return "".join(f"{count:>{width}}  {rule}\n" for rule, count in counts)


def _replace(target: str, text: str, complain: Callable[[str], None]) -> bool:
    from .write import replace

    data = text.encode("utf-8", "backslashreplace")
    try:
        if os.path.exists(target) and not os.path.isfile(target):
            with open(target, "wb") as device:
                device.write(data)
        else:
            replace(os.path.realpath(target), data)
    except OSError as error:
        complain(f"{target}: {error.strerror or error}")
        return False
    return True
