"""What the analysis of a file costs, as a ratio to parsing it, over the files of a folder.

    python bench/engine.py FOLDER [--most 150]

Both are measured in this process in CPU time, the least of three runs each. Prints the median ratio, and the files that
take more than `--most` milliseconds; exits with 1 where there are any.
"""

from __future__ import annotations

import argparse
import ast
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from retrograd.analyze import analyze

RUNS = 3


def cost(work: Callable[[], object]) -> float:
    """CPU seconds of the quickest of a few runs."""
    least = float("inf")
    for _ in range(RUNS):
        start = time.process_time()
        work()
        least = min(least, time.process_time() - start)
    return least


def main() -> int:
    """Measure every Python file of the folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=float, default=150.0, help="milliseconds that a file may take")
    args = parser.parse_args()
    rows: list[tuple[float, float, Path]] = []
    for path in sorted(args.folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8", errors="replace")
        try:
            parse = cost(lambda text=text: ast.parse(text))  # type: ignore[misc]
        except SyntaxError:
            continue
        whole = cost(lambda text=text, path=path: analyze(text, str(path)))  # type: ignore[misc]
        rows.append((whole, whole / parse, path))
    rows.sort(reverse=True)
    print(f"{len(rows)} files: median {statistics.median(r[1] for r in rows):.1f} times ast.parse", end=", ")
    print(f"median {statistics.median(r[0] for r in rows) * 1e3:.1f} ms, slowest {rows[0][0] * 1e3:.0f} ms")
    slow = [r for r in rows if r[0] * 1e3 > args.most]
    for seconds, ratio, path in slow:
        print(f"  {seconds * 1e3:.0f} ms, {ratio:.0f} times: {path.relative_to(args.folder)}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
