"""What real torch does with a program, in this process: the line that raises and the rule that tells of it."""

from __future__ import annotations

import contextlib
import io
import itertools
import traceback
import warnings
from dataclasses import dataclass

import torch

NAME = "<random program>"
_RULES = (
    ("backward through the graph a second time", "freed-graph"),
    ("modified by an inplace operation", "saved-tensor-modified"),
    ("does not require grad and does not have a grad_fn", "no-grad-fn"),
)


class Unfit(Exception):
    """The program fails in another way: nothing can be compared."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where a program raises, and by which rule; both None where it runs to its end."""

    line: int | None = None
    rule: str | None = None


def _judge(error: BaseException) -> Outcome:
    text = str(error)
    rule = next((rule for part, rule in _RULES if part in text), None) if isinstance(error, RuntimeError) else None
    if rule is None:
        raise Unfit(f"{type(error).__name__}: {text[:200]}")
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == NAME]
    return Outcome(lines[-1], rule)


def _quietly(run: object) -> Outcome:
    torch.set_grad_enabled(True)
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            run()  # type: ignore[operator]
        except Exception as error:
            return _judge(error)
        finally:
            torch.set_grad_enabled(True)
    return Outcome()


def closed(source: str) -> set[tuple[int, str]]:
    """Lines that raise in a program that is whole. Raises Unfit where it fails in another way."""
    code = compile(source, NAME, "exec")
    torch.manual_seed(0)
    outcome = _quietly(lambda: exec(code, {"__name__": "__main__"}))
    return set() if outcome.line is None or outcome.rule is None else {(outcome.line, outcome.rule)}


def opened(source: str, domains: dict[str, tuple[object, ...]], function: str = "train") -> set[tuple[int, str]]:
    """Lines that raise for some arguments of `function`, out of these for each parameter."""
    names: dict[str, object] = {"__name__": "library"}
    exec(compile(source, NAME, "exec"), names)
    found: set[tuple[int, str]] = set()
    for values in itertools.product(*domains.values()):
        arguments = dict(zip(domains, values, strict=True))
        torch.manual_seed(0)
        outcome = _quietly(lambda arguments=arguments: names[function](**arguments))  # type: ignore[misc,operator]
        if outcome.line is not None and outcome.rule is not None:
            found.add((outcome.line, outcome.rule))
    return found
