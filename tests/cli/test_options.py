"""The options of `retrograd check`."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from retrograd.analyze import analyze
from retrograd.cli import pool, study
from retrograd.rules import freed_graph

from .conftest import FAULT, Retrograd, write

LEAK = "import torch\na = torch.ones(1, requires_grad=True)\n(a * 2).backward(create_graph=True)\n"


@pytest.fixture(autouse=True)
def files(here: Path) -> None:
    write(here / "a.py", FAULT)
    write(here / "b.py", LEAK)
    write(here / "c.py", FAULT)


def codes(retrograd: Retrograd, *arguments: object) -> list[str]:
    return [f["code"] for f in json.loads(retrograd("check", "--output-format", "json", *arguments).stdout)]


def test_selection(retrograd: Retrograd) -> None:
    assert codes(retrograd) == ["freed-graph", "create-graph-leak", "freed-graph"]
    assert codes(retrograd, "--select", "create-graph-leak") == ["create-graph-leak"]
    assert codes(retrograd, "--select", "create-graph-leak, no-grad-fn") == ["create-graph-leak"]
    assert codes(retrograd, "--ignore", "create-graph-leak", "--ignore", "freed-graph") == []
    assert codes(retrograd, "--select", "no-grad-fn", "--extend-select", "create-graph-leak") == ["create-graph-leak"]


def test_statistics(retrograd: Retrograd) -> None:
    result = retrograd("check", "--statistics")
    assert (result.stdout, result.exit_code) == ("2  freed-graph\n1  create-graph-leak\n", 1)
    counts = json.loads(retrograd("check", "--statistics", "--output-format", "json").stdout)
    assert counts == [{"code": "freed-graph", "count": 2}, {"code": "create-graph-leak", "count": 1}]
    assert retrograd("check", "--statistics", "--output-format", "sarif").exit_code == 2


def test_quiet_and_exit_zero(retrograd: Retrograd) -> None:
    assert retrograd("check", "a.py").stdout.endswith("1 finding in 1 file (1 error).\n")
    assert "finding in" not in retrograd("check", "-q", "a.py").stdout
    assert retrograd("check", "-q", "--select", "no-grad-fn").stdout == ""
    assert retrograd("check", "--exit-zero").exit_code == 0
    assert retrograd("check", "--exit-zero", "gone.py").exit_code == 2


def test_output_file(retrograd: Retrograd, here: Path) -> None:
    result = retrograd("check", "--output-format", "json", "--output-file", "out.json")
    assert (result.stdout, result.exit_code) == ("", 1)
    assert len(json.loads((here / "out.json").read_text())) == 3
    (here / "out.txt").write_text("before")
    (here / "out.txt").chmod(0o640)
    retrograd("check", "-o", "out.txt", env={"FORCE_COLOR": "1"})
    text = (here / "out.txt").read_text(encoding="utf-8")
    assert "3 findings in 3 files" in text
    assert "\x1b" not in text
    assert (here / "out.txt").stat().st_mode & 0o777 == 0o640
    result = retrograd("check", "-o", "no/such/folder.txt")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert sorted(path.name for path in here.iterdir()) == ["a.py", "b.py", "c.py", "out.json", "out.txt"]


def test_several_processes_say_the_same_as_one(
    retrograd: Retrograd, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "FEW", 0)
    one = retrograd("check", "--jobs", "1", "--output-format", "json")
    two = retrograd("check", "--jobs", "2", "--output-format", "json")
    assert (two.stdout, two.exit_code, two.stderr) == (one.stdout, 1, "")


@pytest.mark.skipif(sys.platform != "linux", reason="the fake has to be there in the forked process")
def test_a_process_that_dies_costs_one_file(retrograd: Retrograd, monkeypatch: pytest.MonkeyPatch) -> None:
    real = study.study

    def dying(task: study.Task, project: object) -> study.Studied:
        if task.name == "b.py":
            os.kill(os.getpid(), signal.SIGKILL)
        return real(task, project)  # type: ignore[arg-type]

    monkeypatch.setattr(pool, "FEW", 0)
    monkeypatch.setattr(pool, "study", dying)
    result = retrograd("check", "--jobs", "2", "--output-format", "concise")
    assert [line[:4] for line in result.stdout.splitlines()] == ["a.py", "c.py"]
    assert result.exit_code == 2
    assert result.stderr.startswith("retrograd: b.py: internal error: the process that analysed this file died")
    assert result.stderr.count("\n") == 1


def test_an_internal_error_names_file_and_rule_and_the_run_goes_on(
    retrograd: Retrograd, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = freed_graph.check

    def failing(facts: object) -> object:
        if facts.places.path.endswith("a.py"):  # type: ignore[attr-defined]
            raise IndexError("list index out of range")
        return real(facts)  # type: ignore[arg-type]

    monkeypatch.setattr(freed_graph, "check", failing)
    result = retrograd("check", "--jobs", "1", "--output-format", "concise")
    assert result.exit_code == 2
    assert [line.split(":")[0] for line in result.stdout.splitlines()] == ["b.py", "c.py"]
    (line,) = result.stderr.splitlines()
    assert line.startswith("retrograd: a.py: internal error: rule freed-graph stopped at IndexError")
    assert line.endswith("/issues")


def test_fixes_that_fail_do_not_take_the_finding_with_them(
    retrograd: Retrograd, monkeypatch: pytest.MonkeyPatch
) -> None:
    from retrograd import remedies

    def failing(*arguments: object) -> object:
        raise ZeroDivisionError

    monkeypatch.setattr(remedies, "offer", failing)
    result = retrograd("check", "--jobs", "1", "--output-format", "json", "a.py")
    assert [f["fixes"] for f in json.loads(result.stdout)] == [[]]
    assert "the search for fixes of freed-graph stopped at ZeroDivisionError" in result.stderr
    assert result.exit_code == 2


def started(here: Path, *arguments: str, **options: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "retrograd", *arguments]
    return subprocess.Popen(command, cwd=here, start_new_session=True, **options)  # type: ignore[call-overload,no-any-return]


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
def test_ctrl_c_ends_at_once_and_cleanly(here: Path) -> None:
    for number in range(300):
        write(here / f"many{number}.py", f"# {number}\n{FAULT}" + "def f(x):\n    return x.backward()\n" * 40)
    run = started(here, "check", "--no-cache", "-j", "2", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(2.0)
    assert run.poll() is None, "the run is over before it can be interrupted"
    os.killpg(run.pid, signal.SIGINT)
    since = time.monotonic()
    out, err = run.communicate(timeout=20)
    assert time.monotonic() - since < 3
    assert run.returncode == 130
    assert b"Traceback" not in err
    assert out == b""
    with pytest.raises(ProcessLookupError):
        os.killpg(run.pid, 0)


def test_a_closed_pipe_is_no_error(here: Path) -> None:
    run = started(here, "check", "--no-cache", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert run.stdout is not None
    run.stdout.close()
    assert run.stderr is not None
    assert b"Traceback" not in run.stderr.read()
    run.wait(timeout=20)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo terminal")
def test_a_bar_for_people_and_none_for_pipes(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(60):
        write(here / f"many{number}.py", f"# {number}\n{FAULT}")
    environment = {**os.environ, "TERM": "xterm"}
    ours, theirs = pty.openpty()
    run = started(here, "check", "--no-cache", "-j", "1", stdout=subprocess.DEVNULL, stderr=theirs, env=environment)
    os.close(theirs)
    shown = b""
    while True:
        try:
            data = os.read(ours, 4096)
        except OSError:
            break
        if not data:
            break
        shown += data
    run.wait(timeout=60)
    assert b"Checking" in shown
    assert b"/63" in shown
    piped = started(here, "check", "--no-cache", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert piped.communicate(timeout=60)[1] == b""


def test_watch_checks_again_when_a_file_changes(here: Path) -> None:
    run = started(
        here, "check", "--watch", "--no-cache", "--output-format", "concise", "a.py",
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert run.stdout is not None
    assert run.stderr is not None
    try:
        assert run.stdout.readline().startswith(b"a.py:5:1: error[freed-graph]")
        assert b"Watching" in run.stderr.readline()
        time.sleep(0.5)
        write(here / "a.py", "\n" + FAULT)
        assert run.stdout.readline().startswith(b"a.py:6:1: error[freed-graph]")
    finally:
        run.send_signal(signal.SIGINT)
    assert run.wait(timeout=20) == 130
    assert b"Traceback" not in run.stderr.read()


def test_no_traceback_is_logged_to_the_terminal(here: Path) -> None:
    write(here / "broken.py", "backward(\n" * 3000)
    run = started(here, "check", "broken.py", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    _, err = run.communicate(timeout=60)
    assert b"Traceback" not in err
    assert len(err.splitlines()) <= 1
    assert analyze("backward(\n" * 3000).problems
