"""`retrograd`: its commands, each imported when it is called."""

from __future__ import annotations

import importlib

import click

COMMANDS = {
    "check": "check",
    "rule": "rule",
    "explain": "explain",
    "config": "configuration",
    "server": "server",
}
"""The module of each command."""


class Commands(click.Group):
    """A group that imports a command only to run or describe it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands, in the order in which people meet them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"{__package__}.{COMMANDS[cmd_name]}").command
        return command


def _show_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from importlib.metadata import version

        click.echo(f"retrograd {version('retrograd')}")
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "-V", "--version", is_flag=True, expose_value=False, is_eager=True, callback=_show_version, help="Show the version."
)
def main() -> None:
    """Find where PyTorch code will misuse the life of its autograd graph, before it is run.

    \b
    Examples:
      retrograd check                      everything below this folder
      retrograd check src/ train.ipynb     folders, files and notebooks
      retrograd rule freed-graph           what a rule means, and what to do
      retrograd explain error.txt          what an error of torch comes from
      retrograd config train.py            which settings hold for a file
    """
