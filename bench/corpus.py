"""Checks a folder of public code and counts: files, findings by rule, what could not be analysed, and time.

    python bench/corpus.py FOLDER [--truth truth.tsv] [--show] [--limit 2]

`--truth` compares with lines that people have read (path, line, rule or "clean"). Exit status 1 where a file broke the
analysis or took longer than the limit.
"""

from __future__ import annotations

import argparse
import collections
import multiprocessing
import sys
import time
from pathlib import Path

from retrograd.analyze import analyze

RAISING = ("freed-graph", "saved-tensor-modified", "no-grad-fn")


def examine(path: Path) -> tuple[Path, list[tuple[int, str, str, str]], str, float, bool]:
    """One file: its findings (line, rule, severity, message), what broke in the analysis, and its CPU seconds."""
    try:
        text = path.read_bytes().decode("utf-8", "replace")
    except OSError as error:
        return path, [], str(error), 0.0, False
    start = time.process_time()
    try:
        analysis = analyze(text, str(path))
        found = [(f.site.line, f.rule, f.severity.value, f.message) for f in analysis.findings]
        own = [p.message for p in analysis.problems if p.kind == "internal"]
        return path, found, "; ".join(own), time.process_time() - start, "backward(" in text
    except Exception as error:
        return path, [], f"{type(error).__name__}: {error}", time.process_time() - start, "backward(" in text


def main() -> int:
    """Examine every Python file of a folder and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--truth", type=Path, help="lines with what truly holds there")
    parser.add_argument("--show", action="store_true", help="print each finding with its line of code")
    parser.add_argument("--limit", type=float, default=2.0, help="CPU seconds that a file may take")
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    args = parser.parse_args()
    files = sorted(p for p in args.folder.rglob("*.py") if p.is_file())
    start = time.perf_counter()
    with multiprocessing.Pool(args.jobs) as pool:
        results = list(pool.imap(examine, files, chunksize=8))
    rules: collections.Counter[str] = collections.Counter()
    said: dict[tuple[str, int], set[str]] = collections.defaultdict(set)
    broken = slow = 0
    for path, found, error, seconds, _ in results:
        name = str(path.relative_to(args.folder))
        if error:
            broken += 1
            print(f"BROKEN {name}: {error[:200]}")
        if seconds > args.limit:
            slow += 1
            print(f"SLOW {name}: {seconds:.1f} s")
        lines = path.read_bytes().decode("utf-8", "replace").splitlines() if found and args.show else []
        for line, rule, severity, message in found:
            rules[rule] += 1
            said[name, line].add(rule)
            if args.show:
                code = lines[line - 1].strip() if line <= len(lines) else ""
                print(f"{name}:{line}: {severity}[{rule}] {message[:220]}\n    {code[:160]}")
    print(
        f"{len(files)} files, {sum(r[4] for r in results)} of them call backward, {time.perf_counter() - start:.0f} s"
    )
    times = sorted(r[3] for r in results if r[4]) or [0.0]
    print(f"files with backward: median {times[len(times) // 2] * 1e3:.0f} ms CPU, slowest {times[-1] * 1e3:.0f} ms")
    for rule, count in sorted(rules.items()):
        print(f"  {rule:24} {count}")
    print(f"broken {broken}, over {args.limit} s {slow}")
    if args.truth is not None:
        _compare(args.truth, said, args.folder)
    return 1 if broken or slow else 0


def _compare(truth: Path, said: dict[tuple[str, int], set[str]], folder: Path) -> None:
    right = missed = wrong = 0
    for row in truth.read_text(encoding="utf-8").splitlines():
        parts = row.split("\t")
        if len(parts) < 3 or not parts[1].isdigit() or not (folder / parts[0]).is_file():
            continue
        name, line, rule = parts[0], int(parts[1]), parts[2]
        here = said.get((name, line), set())
        if rule == "clean":
            if here & set(RAISING[:2]):
                wrong += 1
                print(f"WRONG {name}:{line} {sorted(here)}")
        elif rule in here:
            right += 1
        else:
            missed += 1
            print(f"MISSED {name}:{line} {rule}")
    print(f"lines read by people: {right} faults found, {missed} missed, {wrong} wrong findings")


if __name__ == "__main__":
    sys.exit(main())
