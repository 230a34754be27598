"""Running servers with the fake engine; two of them serve all tests that do each other no harm."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

import pytest_asyncio

from .editor import FAKE_SERVER, Editor, capabilities

Connect = Callable[..., Awaitable[Editor]]


@contextlib.asynccontextmanager
async def connecting() -> AsyncIterator[Connect]:
    """Gives what starts a server and a client of the wished abilities; at the end all of them are shut down."""
    editors: list[Editor] = []

    async def connect(command: Sequence[str] = FAKE_SERVER, /, **wishes: Any) -> Editor:
        editor = Editor()
        editors.append(editor)
        names = ("options", "settings", "folders", "folder_settings")
        starting = {name: wishes.pop(name) for name in names if name in wishes}
        await editor.start(command, capabilities(**wishes), **starting)
        return editor

    yield connect
    for editor in editors:
        await editor.stop()


@pytest_asyncio.fixture(loop_scope="package")
async def connect() -> AsyncIterator[Connect]:
    """Starts servers for one test."""
    async with connecting() as start:
        yield start


@pytest_asyncio.fixture(loop_scope="package", scope="package")
async def push() -> AsyncIterator[Editor]:
    """A client that is told diagnostics."""
    async with connecting() as start:
        yield await start()


@pytest_asyncio.fixture(loop_scope="package", scope="package")
async def pull() -> AsyncIterator[Editor]:
    """A client that asks for diagnostics."""
    async with connecting() as start:
        yield await start(pull=True)
