"""`python -m tests.differential`: many random programs, with what torch and the engine do not agree on."""

from __future__ import annotations

import argparse
import random
import sys
import time

import torch

from . import truth
from .judge import differs, judge, shrink
from .programs import write


def main() -> int:
    """Prints programs judged, disagreements and seconds; exits with 1 where there are disagreements."""
    parser = argparse.ArgumentParser(prog="python -m tests.differential", description=__doc__)
    parser.add_argument("--closed", type=int, default=1000, help="how many programs in which everything is known")
    parser.add_argument("--open", type=int, default=1000, help="how many programs with unknown arguments")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", type=int, default=5, help="how many disagreements are shrunk and printed")
    args = parser.parse_args()
    torch.set_num_threads(1)
    failed = 0
    for kind, wanted in (("closed", args.closed), ("open", args.open)):
        failed += _run(kind, wanted, args.seed, args.show)
    return 1 if failed else 0


def _run(kind: str, wanted: int, seed: int, show: int) -> int:
    start = time.perf_counter()
    judged = unfit = raising = 0
    bad: list[str] = []
    number = 0
    while judged < wanted:
        number += 1
        source = write(random.Random(f"{kind} {seed} {number}").randrange, kind == "open")
        try:
            verdict = judge(source, kind == "open")
        except truth.Unfit:
            unfit += 1
            continue
        judged += 1
        raising += bool(verdict.torch)
        if not verdict.agree:
            bad.append(source)
            if len(bad) <= show:
                _print(source, kind == "open")
    seconds = time.perf_counter() - start
    print(
        f"{kind}: {judged} programs ({raising} raise, {unfit} more were unfit), {len(bad)} disagreements, {seconds:.0f} s",
        flush=True,
    )
    return len(bad)


def _print(source: str, open_: bool) -> None:
    small = shrink(source, lambda text: differs(text, open_))
    verdict = judge(small, open_)
    print("-" * 60)
    for number, line in enumerate(small.splitlines(), 1):
        print(f"{number:3} {line}")
    print("torch: ", sorted(verdict.torch))
    print("engine:", sorted(verdict.engine), flush=True)


if __name__ == "__main__":
    sys.exit(main())
