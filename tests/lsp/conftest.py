"""Running servers with the fake engine, shared by the tests of a module where they do each other no harm."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest_asyncio

from .editor import FAKE_SERVER, Editor, capabilities

Connect = Callable[..., Awaitable[Editor]]


@pytest_asyncio.fixture(loop_scope="package", scope="package")
async def connect() -> AsyncIterator[Connect]:
    """Starts servers, each with a client of the given abilities, and shuts them down at the end."""
    editors: list[Editor] = []

    async def start(command: list[str] | None = None, /, **wishes: Any) -> Editor:
        editor = Editor()
        editors.append(editor)
        starting = {name: wishes.pop(name) for name in ("options", "settings", "root") if name in wishes}
        await editor.start(command or FAKE_SERVER, capabilities(**wishes), **starting)
        return editor

    yield start
    for editor in editors:
        await editor.stop()


@pytest_asyncio.fixture(loop_scope="package", scope="package")
async def push(connect: Connect) -> Editor:
    """A client that is told diagnostics."""
    return await connect()


@pytest_asyncio.fixture(loop_scope="package", scope="package")
async def pull(connect: Connect) -> Editor:
    """A client that asks for diagnostics."""
    return await connect(pull=True)
