"""What real torch does with a program: run in a process of its own, the outcome is the rule whose error was raised."""

from __future__ import annotations

import os
import pickle
import sys
import traceback
import warnings
from dataclasses import dataclass

MESSAGES = {
    "backward through the graph a second time": "freed-graph",
    "modified by an inplace operation": "saved-tensor-modified",
    "does not require grad": "no-grad-fn",
}


@dataclass(frozen=True)
class Outcome:
    """`rule` is "ok", a rule's name or "other"; `line` the deepest line of the program on the traceback."""

    rule: str
    line: int | None = None
    error: str = ""


def outcome(source: str, timeout: int = 60) -> Outcome:
    """Run a program in a forked child, in which torch is loaded already."""
    import torch

    torch.set_num_threads(1)
    sys.stdout.flush()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        import signal

        signal.alarm(timeout)
        os.close(read)
        warnings.simplefilter("ignore")
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        with os.fdopen(write, "wb") as pipe:
            pickle.dump(_run(source), pipe)
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    return Outcome(*pickle.loads(data)) if data else Outcome("other", None, "no result in time")


def _run(source: str) -> tuple[str, int | None, str]:
    try:
        exec(compile(source, "<program>", "exec"), {"__name__": "__main__"})
    except BaseException as error:
        lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == "<program>"]
        rule = "other"
        if isinstance(error, RuntimeError):
            rule = next((r for text, r in MESSAGES.items() if text in str(error)), "other")
        return rule, lines[-1] if lines else None, f"{type(error).__name__}: {error}"[:300]
    return "ok", None, ""
