"""The one way in: a text becomes an Analysis. No IO of its own, and it raises on no input."""

from __future__ import annotations

import ast
import logging
import sys
from collections.abc import Callable
from dataclasses import replace

from .config import DEFAULT, Config
from .findings import Analysis, Built, Finding, Problem, Run
from .internal import internal_problem
from .interp.entry import Execution, execute
from .rules import all_rules
from .rules.facts import Facts, Places
from .source.parse import parse
from .source.suppress import UNUSED, Comment, comments, unused
from .source.suppress import apply as suppress
from .source.words import mentions_autograd

log = logging.getLogger(__name__)

Sources = Callable[[str], "str | None"]
"""Gives the text of another file of the project by path, or None where there is no such file."""


def analyze(text: str, path: str | None = None, config: Config = DEFAULT, sources: Sources | None = None) -> Analysis:
    """Execute `text` in the abstract and say what it will do wrong.

    `path` names the file in findings and places it in its project; `sources` gives the texts of the files it imports.
    """
    said = comments(text)
    if not mentions_autograd(text):
        return Analysis(path, text, _heard(ast.Module([], []), path, said, [], config, True))
    parsed = parse(text)
    problems = list(parsed.problems)
    limit = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(max(limit, 5000))
        execution = execute(parsed.tree, path, sources)
    except Exception as error:
        log.exception("internal error in %s", path or "the text")
        problems.append(internal_problem("the analysis", error))
        return Analysis(path, text, problems=tuple(problems))
    finally:
        sys.setrecursionlimit(limit)
    places = Places(text, path)
    problems.extend(Problem(None, why, "budget") for why in execution.log.given_up)
    for (what, _), broken in execution.log.broken.items():
        log.error("internal error in %s, at %s", what, path or "the text", exc_info=broken)
        problems.append(internal_problem(what, broken))
    found = _findings(execution, places, parsed.tree, config, problems)
    whole = not problems and not execution.vm.capped
    findings = _heard(parsed.tree, path, said, found, config, whole)
    runs = _runs(execution, places)
    return Analysis(path, text, findings, tuple(problems), runs, execution.files, _ends(execution))


def _heard(
    tree: ast.Module, path: str | None, said: tuple[Comment, ...], found: list[Finding], config: Config, whole: bool
) -> tuple[Finding, ...]:
    """The findings that no comment suppresses and, where the `whole` text was analysed, the comments that are unused."""
    if not said:
        return tuple(found)
    suppressed = suppress(tree, said, tuple(found))
    ignored = config.ignored_in(path)
    holding = [rule.NAME for rule in all_rules() if config.enables(rule.NAME, ignored)]
    if not whole or UNUSED not in holding:
        return suppressed.findings
    idle = unused(said, suppressed.used, (rule.NAME for rule in all_rules()), holding)
    judged = [
        replace(f, site=replace(f.site, path=path), severity=config.severity.get(UNUSED, f.severity)) for f in idle
    ]
    return tuple(sorted([*suppressed.findings, *judged], key=lambda f: (f.site.span, f.rule)))


def _findings(
    execution: Execution, places: Places, tree: ast.Module, config: Config, problems: list[Problem]
) -> list[Finding]:
    complete = not execution.log.given_up and not execution.vm.capped
    facts = Facts(execution.log, places, tree, complete, execution.vm)
    ignored = config.ignored_in(places.path)
    found: list[Finding] = []
    for rule in all_rules():
        if not config.enables(rule.NAME, ignored):
            continue
        try:
            found.extend(rule.check(facts))
        except Exception as error:
            log.exception("internal error in rule %s", rule.NAME)
            problems.append(internal_problem(f"rule {rule.NAME}", error))
    found = [replace(f, severity=config.severity.get(f.rule, f.severity)) for f in found]
    found.sort(key=lambda f: (f.site.span, f.rule))
    return found


def _ends(execution: Execution) -> tuple[str, ...]:
    """The exceptions that nobody takes, as a traceback's last line says them."""
    found = set()
    for kind, said in execution.log.notes:
        if kind == "exception":
            name, args = said
            words = args[0] if isinstance(args, tuple) and args and isinstance(args[0], str) else ""
            found.add(f"{name}: {words}" if words else name)
    return tuple(sorted(found))


def _runs(execution: Execution, places: Places) -> tuple[Run, ...]:
    runs = []
    for ran in execution.log.runs.values():
        built = tuple(
            Built(places.site(n.site.node), n.name, n.keeps) for n in sorted(ran.nodes.values(), key=lambda n: n.seq)
        )
        runs.append(
            Run(places.site(ran.where.node), ran.call, ran.frees, built, tuple(places.site(w.node) for w in ran.again))
        )
    return tuple(runs)
