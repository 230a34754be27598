"""Writes `saves.json` and `second.json`, or with --check tells whether the committed ones are what torch does."""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from . import samples, second
from .entries import entry

TABLE = Path(__file__).parent.parent / "saves.json"
SECOND = TABLE.with_name("second.json")


def build(names: list[str], measure: Callable[[str], dict[str, Any] | None] = entry) -> dict[str, Any]:
    """The entries of these operations, without those that cannot be called."""
    torch.set_num_threads(1)
    warnings.filterwarnings("ignore")
    found = {}
    for name in names:
        made = measure(name)
        if made is not None:
            found[name] = made
    return dict(sorted(found.items()))


def text(ops: dict[str, Any]) -> str:
    """The table as it is committed: a line for each operation."""
    version = torch.__version__.split("+")[0]
    lines = ",\n".join(f"{json.dumps(name)}:{json.dumps(value, separators=(',', ':'))}" for name, value in ops.items())
    return f'{{"torch":"{version}","ops":{{\n{lines}\n}}}}\n'


def main(argv: list[str] | None = None) -> int:
    """Write or check; 1 when the check finds a difference."""
    parser = argparse.ArgumentParser(prog="python -m retrograd.autograd.generate", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with the committed table and write nothing")
    parser.add_argument("names", nargs="*", help="only print the entries of these operations")
    options = parser.parse_args(argv)
    stale = False
    for path, measure in ((TABLE, entry), (SECOND, second.entry)):
        made = text(build(options.names or samples.names(), measure))
        if options.names:
            sys.stdout.write(made)
        elif options.check:
            committed = path.read_text(encoding="utf-8").splitlines()
            for line in sorted(set(made.splitlines()) ^ set(committed)):
                sys.stdout.write(line + "\n")
                stale = True
        else:
            path.write_text(made, encoding="utf-8")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
