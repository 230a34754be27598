"""Options that say which configuration holds, and what is laid over it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import click

from ..config import Config
from ..configuration.layer import selection
from ..configuration.resolver import Resolver


@dataclass(frozen=True, slots=True)
class Selection:
    """What the command line says of rules."""

    select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()
    extend_select: frozenset[str] = frozenset()

    def over(self, project: Config) -> Config:
        """The configuration of a project with this on top."""
        return project.overlaid(self.select, self.ignore, self.extend_select)


def _rules(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> frozenset[str]:
    """The rules in lists with commas; fails at a name that is none, with the nearest that is."""
    wrong: list[str] = []
    found = selection([word.strip() for value in values for word in value.split(",") if word.strip()], wrong)
    if wrong:
        raise click.BadParameter("; ".join(wrong), ctx, param)
    return found


def selecting(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds --select, --ignore, --extend-select, --config and --isolated."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def resolver(config: str | None, isolated: bool) -> Resolver:
    """The resolver that --config and --isolated ask for."""
    if config is not None and isolated:
        raise click.UsageError("--config and --isolated exclude each other")
    return Resolver(config, isolated)


_NAMES: dict[str, Any] = {"multiple": True, "metavar": "RULE[,RULE...]", "callback": _rules}
_OPTIONS = (
    click.option("--select", **_NAMES, help="Check these rules and no others."),
    click.option("--ignore", **_NAMES, help="Leave these rules out."),
    click.option("--extend-select", **_NAMES, help="Check these rules besides the selected ones."),
    click.option("--config", type=click.Path(dir_okay=False), help="Use this configuration file for everything."),
    click.option("--isolated", is_flag=True, help="Use no configuration file."),
)
