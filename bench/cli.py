"""How much source each checker gets through in a second of CPU time: Retrograd, TorchFix and ruff on the same files.

    python bench/cli.py PATH... [--torchfix torchfix] [--ruff ruff] [--retrograd retrograd]

All of them run in one process of their own, without a cache, over the same Python files, one after the other; Retrograd
runs again with the cache that its first run has filled. User and system time of the processes is counted, so that what
else the machine does plays no part. TorchFix and ruff are not installed with Retrograd: name their commands.
"""

from __future__ import annotations

import argparse
import os
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SKIPPED = {".git", ".venv", "venv", "node_modules", "__pycache__", "build", "dist", "site-packages"}


@dataclass(frozen=True)
class Measured:
    """One run of one checker."""

    name: str
    cpu: float
    wall: float

    def row(self, lines: int, slowest: float) -> str:
        """The run as a line of the table."""
        pace = lines / 1000 / self.cpu
        return f"{self.name:<24} {self.cpu:>9.2f} {self.wall:>9.2f} {pace:>12.1f} {slowest / self.cpu:>10.1f}"


def files(paths: list[Path]) -> Iterator[Path]:
    """The Python files below some paths."""
    for path in paths:
        if path.is_file():
            yield path
        for folder, folders, names in os.walk(path):
            folders[:] = sorted(set(folders) - SKIPPED)
            yield from (Path(folder, name) for name in sorted(names) if name.endswith(".py"))


def measure(name: str, command: list[str], folder: Path) -> Measured:
    """Run a checker; what it finds is of no interest here, but that it ran is."""
    command = [shutil.which(command[0]) or command[0], *command[1:]]
    if os.sep in command[0]:
        command[0] = os.path.abspath(command[0])
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.monotonic()
    run = subprocess.run(command, cwd=folder, capture_output=True)
    wall = time.monotonic() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode not in (0, 1, 2):
        sys.exit(f"{name} ended with {run.returncode}: {run.stderr.decode()[-500:]}")
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return Measured(name, cpu, wall)


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--retrograd", default="retrograd")
    parser.add_argument("--torchfix")
    parser.add_argument("--ruff")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        lines = count = 0
        for number, file in enumerate(files(arguments.paths)):
            data = file.read_bytes()
            root = next(p for p in arguments.paths if p in (file, *file.parents))
            target = folder / "src" / root.name / file.relative_to(root if root.is_dir() else root.parent)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
            lines += data.count(b"\n")
            count = number + 1
        print(f"{count} files, {lines / 1000:.1f} kLOC")
        runs = []
        if arguments.torchfix:
            command = [*shlex.split(arguments.torchfix), "--jobs", "1", "--select", "ALL", "src"]
            runs.append(measure("TorchFix", command, folder))
        if arguments.ruff:
            command = [
                *shlex.split(arguments.ruff),
                "check",
                "--isolated",
                "--no-cache",
                "--select",
                "ALL",
                "-q",
                "src",
            ]
            runs.append(measure("ruff, all rules", command, folder))
        check = [
            *shlex.split(arguments.retrograd),
            "check",
            "--isolated",
            "--output-format",
            "concise",
            "-q",
            "--jobs",
            "1",
        ]
        runs.append(measure("Retrograd", [*check, "--no-cache", "src"], folder))
        kept = [*check, "--cache-dir", str(folder / "cache"), "src"]
        measure("", kept, folder)
        runs.append(measure("Retrograd, second run", kept, folder))
        slowest = next((run.cpu for run in runs if run.name == "TorchFix"), max(run.cpu for run in runs))
        print(f"{'':<24} {'CPU s':>9} {'wall s':>9} {'kLOC/CPU s':>12} {'x TorchFix':>10}")
        for run in runs:
            print(run.row(lines, slowest))


if __name__ == "__main__":
    main()
