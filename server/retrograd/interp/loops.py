"""How many rounds a loop is run: known ones out to a bound, unknown ones none to three times, consistently with the facts.

A known loop that is longer than the bound runs its first rounds, the rounds in which a test on a counter comes out
otherwise, and its last two; what counts along (`step += 1`, a list that grows) is moved on by the rounds left out.
"""

from __future__ import annotations

import ast
from typing import Any

from . import facts
from .machine import Dropped, Machine
from .sequences import element, remaining
from .state import Frame, Loop, NeedDecision, State
from .values import IterObj, RangeV, Ref, Value

UNKNOWN_ROUNDS = 3
KNOWN_ROUNDS = 12
ENDLESS_ROUNDS = 4
WHILE_ROUNDS = 40
LIBRARY_ROUNDS = 1_000


def _too_long(vm: Machine, fr: Frame, loop: Loop, left: int) -> bool:
    """Whether the rest of a known loop would cost more than its share of the budget that is left."""
    if loop.round < 4 or left <= 2:
        return False
    if not fr.code.file.main:
        return loop.round >= LIBRARY_ROUNDS
    cost = (loop.budget - vm.steps) / loop.round
    return left * cost > vm.steps / (8 if loop.round < KNOWN_ROUNDS else 40)


def next_round(vm: Machine, st: State, fr: Frame, loop: Loop, it: Value) -> tuple[Value] | None:
    """The value of the next round as a one-tuple, or None where the loop ends."""
    if it.__class__ is not Ref or st.obj(it).__class__ is not IterObj:
        return None
    o = st.obj(it)
    i = o.index
    total = remaining(vm, st, o)
    if isinstance(total, float):
        if loop.round >= (ENDLESS_ROUNDS if fr.gen is None else LIBRARY_ROUNDS):
            vm.drop(st)
        return _take(vm, st, it, o, i)
    if isinstance(total, int):
        if i >= total:
            return None
        if _too_long(vm, fr, loop, total - i):
            vm.shortened = True
            skip = total - 2 - i
            st.own(it).index = i = total - 2
            vm.skipped(st, loop, skip)
            o = st.obj(it)
        return _take(vm, st, it, o, i)
    lo, _hi = facts.bounds(st, total)
    if loop.round >= UNKNOWN_ROUNDS:
        if lo > i:
            vm.drop(st)
        key, shift = facts._linear(total.key)
        known = st.facts.get(("iv", key))
        st.facts["iv", key] = ((known[0] if known else 0), min(known[1] if known else facts.INF, i - shift))
        return None
    if facts.compare(st, "<", i, total):
        return _take(vm, st, it, o, i)
    if i == 0 and o.source.__class__ is not RangeV:
        st.hollow = True
    return None


def _take(vm: Machine, st: State, it: Ref, o: IterObj, i: int) -> tuple[Value]:
    value = element(vm, st, it, o, i)
    st.own(it).index = i + 1
    return (value,)


def while_round(vm: Machine, st: State, fr: Frame, loop: Loop) -> None:
    """Count a round of a while loop; one whose end is not in sight is left after some."""
    if not fr.code.file.main or fr.gen is not None:
        # a generator is bounded by who asks it for values
        if loop.round > LIBRARY_ROUNDS:
            vm.drop(st)
        return
    exits = len(vm.exits.get(loop.entry, ()))
    most = WHILE_ROUNDS if exits < UNKNOWN_ROUNDS else UNKNOWN_ROUNDS
    if loop.round > most or (loop.round > ENDLESS_ROUNDS and not exits and _has_no_end(loop.node)):
        vm.drop(st)


def drawn(vm: Machine, st: State, fr: Frame, loop: Loop) -> bool:
    """Whether a loop of the text over a generator or iterator has drawn enough from it to be left."""
    if not fr.code.file.main:
        return False
    exits = len(vm.exits.get(loop.entry, ()))
    if exits >= UNKNOWN_ROUNDS and loop.round > UNKNOWN_ROUNDS:
        vm.drop(st)
    if _too_long(vm, fr, loop, KNOWN_ROUNDS):
        vm.shortened = True
        return True
    return False


def _has_no_end(node: Any) -> bool:
    """Whether a loop is `while True` with no way out but an exception."""
    if not isinstance(node, ast.While) or not (isinstance(node.test, ast.Constant) and node.test.value):
        return False
    return not any(isinstance(inner, (ast.Break, ast.Return)) for inner in ast.walk(node))


def left(vm: Machine, st: State, loop: Loop) -> None:
    """A path leaves a loop of the text: where paths leave it in many different rounds, the first ones are enough."""
    rounds = vm.exits.setdefault(loop.entry, set())
    if loop.spent or loop.round in rounds or len(rounds) <= UNKNOWN_ROUNDS:
        rounds.add(loop.round)
    else:
        vm.drop(st)


__all__ = ["Dropped", "NeedDecision", "drawn", "left", "next_round", "while_round"]
