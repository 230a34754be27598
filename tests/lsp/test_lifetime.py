"""The server goes when its client goes, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .editor import FAKE_SERVER

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds child processes through /proc")


async def start() -> asyncio.subprocess.Process:
    """A server that has been greeted."""
    server = await asyncio.create_subprocess_exec(
        *FAKE_SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    await ask(server, {"id": 1, "method": "initialize", "params": {"capabilities": {}, "processId": os.getpid()}})
    tell(server, {"method": "initialized", "params": {}})
    return server


def tell(server: asyncio.subprocess.Process, message: dict[str, Any]) -> None:
    assert server.stdin is not None
    body = json.dumps({"jsonrpc": "2.0", **message})
    server.stdin.write(f"Content-Length: {len(body)}\r\n\r\n{body}".encode())


async def ask(server: asyncio.subprocess.Process, message: dict[str, Any]) -> Any:
    tell(server, message)
    assert server.stdout is not None
    header = await server.stdout.readuntil(b"\r\n\r\n")
    length = int(header.split(b"\r\n")[0].split(b":")[1])
    return json.loads(await server.stdout.readexactly(length))


def children(pid: int) -> list[int]:
    """The processes that `pid` started."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(status.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == pid:
            found.append(int(status.parent.name))
    return found


async def until_gone(pids: list[int]) -> None:
    async def wait() -> None:
        while any(Path(f"/proc/{pid}/cmdline").exists() and alive(pid) for pid in pids):
            await asyncio.sleep(0.05)

    await asyncio.wait_for(wait(), 10)


def alive(pid: int) -> bool:
    """Whether it runs; one that nobody has reaped yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def workers(server: asyncio.subprocess.Process) -> list[int]:
    while len(found := children(server.pid)) < 2:
        await asyncio.sleep(0.05)
    return found


async def test_it_ends_when_told_and_with_success() -> None:
    server = await start()
    pids = await workers(server)
    assert (await ask(server, {"id": 2, "method": "shutdown"}))["result"] is None
    tell(server, {"method": "exit"})
    assert await asyncio.wait_for(server.wait(), 10) == 0
    await until_gone(pids)
    assert server.stderr is not None
    assert await server.stderr.read() == b""


async def test_it_ends_when_its_input_ends() -> None:
    server = await start()
    pids = await workers(server)
    assert server.stdin is not None
    server.stdin.close()
    assert await asyncio.wait_for(server.wait(), 10) == 1
    await until_gone(pids)
    assert server.stderr is not None
    assert await server.stderr.read() == b""


async def test_an_exit_without_shutdown_is_a_failure() -> None:
    server = await start()
    pids = await workers(server)
    tell(server, {"method": "exit"})
    assert await asyncio.wait_for(server.wait(), 10) == 1
    await until_gone(pids)


async def test_nothing_is_left_of_a_killed_server_even_in_the_middle_of_an_analysis() -> None:
    server = await start()
    pids = await workers(server)
    item = {"uri": "file:///x.py", "languageId": "python", "version": 1, "text": "# sleep 60\n"}
    tell(server, {"method": "textDocument/didOpen", "params": {"textDocument": item}})
    await asyncio.sleep(0.5)
    server.kill()
    await server.wait()
    await until_gone(pids)


def test_the_workers_import_nothing_from_the_folder_the_editor_is_in(tmp_path: Path) -> None:
    (tmp_path / "pickle.py").write_text("raise SystemExit('imported from the workspace')")
    code = (
        "import asyncio, os, sys\n"
        "from retrograd.config import DEFAULT\n"
        "from retrograd.lsp.engine import Workers\n"
        "from retrograd.lsp.worker import Study\n"
        "sys.path[:0] = ['', os.getcwd()]\n"
        "async def main():\n"
        "    workers = Workers(size=1)\n"
        "    answer = await workers.analyze(Study('x = 1', None, DEFAULT))\n"
        "    await workers.close()\n"
        "    print(answer.analysis.text)\n"
        "asyncio.run(main())\n"
    )
    script = tmp_path / "elsewhere" / "run.py"
    script.parent.mkdir()
    script.write_text(code)
    done = subprocess.run([sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("x = 1\n", "")
