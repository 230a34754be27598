"""`retrograd server`."""

from __future__ import annotations

import click


@click.command("server")
def command() -> None:
    """Start the language server on standard input and output.

    \b
    Editors start it by themselves; in one that does not, the command line is
      retrograd server
    """
    from ..lsp.server import serve

    serve()
