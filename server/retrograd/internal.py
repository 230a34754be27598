"""Errors of Retrograd's own, in words that can be reported."""

from __future__ import annotations

import os
import traceback

from .findings import Problem
from .links import ISSUES


def internal_problem(what: str, error: BaseException) -> Problem:
    """Says in one line that `what` stopped, at which error and where it came from."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else ""
    kind = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    message = f"internal error: {what} stopped at {' '.join(kind.split())}{where}; please report it at {ISSUES}"
    return Problem(None, message, "internal")
