"""What a path has decided about unknown values: truths, equalities and bounds, asked consistently."""

from __future__ import annotations

import math
from typing import Any

from .state import NeedDecision, State
from .values import Unk, Value

INF = math.inf
_FLIP = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
_NOT = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}


def decide(st: State, key: Any) -> bool:
    """The truth of an undecided proposition on this path; asks for a fork where it is open."""
    known = st.facts.get(("b", key))
    if known is not None:
        return bool(known)

    def yes(s: State) -> None:
        s.facts["b", key] = True

    def no(s: State) -> None:
        s.facts["b", key] = False

    raise NeedDecision([yes, no])


def bounds(st: State, u: Unk) -> tuple[float, float]:
    """The least and greatest value that an unknown integer can have here."""
    key, shift = _linear(u.key)
    lo, hi = st.facts.get(("iv", key), default_limits(key))
    return lo + shift, hi + shift


def default_limits(key: Any) -> tuple[float, float]:
    """What an integer can be of which nothing has been decided."""
    if isinstance(key, tuple) and key and key[0] in ("len", "%", "size", "nat"):
        if key[0] == "%" and isinstance(key[2], int):
            return 0, abs(key[2]) - 1
        return 0, INF
    return -INF, INF


def limits(facts: dict[Any, Any], key: Any) -> tuple[float, float]:
    """The least and greatest value by the bounds of an unknown integer and by what it is known not to be."""
    lo, hi = facts.get(("iv", key), default_limits(key))
    out = facts.get(("isnt", key), ())
    while lo in out:
        lo += 1
    while hi in out:
        hi -= 1
    return lo, hi


def _linear(key: Any) -> tuple[Any, int]:
    shift = 0
    while isinstance(key, tuple) and len(key) == 3 and key[0] == "+" and isinstance(key[2], int):
        shift += key[2]
        key = key[1]
    return key, shift


def is_int(u: Unk) -> bool:
    """Whether an unknown value is evidently an integer, so that bounds are of use."""
    key, _ = _linear(u.key)
    return u.kind == "int" or (isinstance(key, tuple) and bool(key) and key[0] in ("len", "%", "size", "nat"))


def compare(st: State, op: str, left: Value, right: Value) -> bool | None:
    """`left op right` where one side is unknown; None where the sides are not comparable facts (never forks then)."""
    if left.__class__ is not Unk:
        left, right, op = right, left, _FLIP[op]
    if right.__class__ is Unk:
        if left.key == right.key:
            return op in ("==", "<=", ">=")
        a, s = _linear(left.key)
        b, t = _linear(right.key)
        if a == b:
            return _apply(op, s, t)
        if op in ("!=", ">=", ">"):
            if op == "!=":
                return not decide(st, ("cmp", "==", left.key, right.key))
            if op == ">":
                return decide(st, ("cmp", "<", right.key, left.key))
            return not decide(st, ("cmp", "<", left.key, right.key))
        if op == "<=":
            return not decide(st, ("cmp", "<", right.key, left.key))
        if op == "==" and ("b", ("cmp", "==", right.key, left.key)) in st.facts:
            left, right = right, left
        return decide(st, ("cmp", op, left.key, right.key))
    known = st.facts.get(("is", left.key), _NONE)
    if known is not _NONE:
        return _apply(op, known, right)
    if is_int(left) and isinstance(right, (int, float)) and not isinstance(right, bool):
        return _bounded(st, op, left, right)
    if op in ("==", "!="):
        return _equal(st, left, right) is (op == "==")
    if op in (">=", ">"):
        # one proposition for both directions: x >= c is not (x < c)
        if op == ">=":
            return not decide(st, ("cmp", "<", left.key, right))
        return decide(st, ("cmp", ">", left.key, right))
    if op == "<=":
        return not decide(st, ("cmp", ">", left.key, right))
    return decide(st, ("cmp", op, left.key, right))


def _bounded(st: State, op: str, u: Unk, c: float) -> bool:
    key, shift = _linear(u.key)
    c = c - shift
    lo, hi = limits(st.facts, key)
    if op == "<":
        if hi < c:
            return True
        if lo >= c:
            return False
        return _split(key, lo, math.ceil(c) - 1, hi, True)
    if op == ">=":
        return not _bounded(st, "<", u, c + shift)
    if op == ">":
        return not _bounded(st, "<=", u, c + shift)
    if op == "<=":
        if hi <= c:
            return True
        if lo > c:
            return False
        return _split(key, lo, math.floor(c), hi, True)
    if op == "!=":
        return not _bounded(st, "==", u, c + shift)
    if c < lo or c > hi or c != math.floor(c):
        return False
    if lo == hi == c:
        return True
    if c in st.facts.get(("isnt", key), ()):
        return False

    def yes(s: State) -> None:
        s.facts["iv", key] = (c, c)

    def no(s: State) -> None:
        if c == lo:
            s.facts["iv", key] = (c + 1, hi)
        elif c == hi:
            s.facts["iv", key] = (lo, c - 1)
        else:
            s.facts["isnt", key] = (*s.facts.get(("isnt", key), ()), c)

    raise NeedDecision([yes, no])


def _split(key: Any, lo: float, cut: float, hi: float, below: bool) -> bool:
    def low(s: State) -> None:
        s.facts["iv", key] = (lo, cut)

    def high(s: State) -> None:
        s.facts["iv", key] = (cut + 1, hi)

    raise NeedDecision([low, high])


_NONE = object()


def _equal(st: State, u: Unk, constant: Value) -> bool:
    if constant in st.facts.get(("isnt", u.key), ()):
        return False
    if u.kind == "bool" and isinstance(constant, bool):
        return truth(st, u) is constant

    def yes(s: State) -> None:
        s.facts["is", u.key] = constant

    def no(s: State) -> None:
        s.facts["isnt", u.key] = (*s.facts.get(("isnt", u.key), ()), constant)

    raise NeedDecision([yes, no])


def is_none(st: State, u: Unk) -> bool:
    """Whether an unknown value is None; only plain parameters may be."""
    if u.kind not in ("any", "maybe", "foreign"):
        return False
    known = st.facts.get(("is", u.key), _NONE)
    if known is not _NONE:
        return known is None
    if None in st.facts.get(("isnt", u.key), ()):
        return False
    return _equal(st, u, None)


def truth(st: State, u: Unk) -> bool:
    """The truth of an unknown value."""
    key = u.key
    if isinstance(key, tuple) and key:
        if key[0] == "select":
            return bool(key[2]) if bool(key[2]) == bool(key[3]) else bool(chosen(st, u))
        if key[0] == "not":
            return not truth(st, Unk(key[1], "bool"))
        if key[0] == "cmpv":
            answer = compare(st, key[1], key[2], key[3])
            return bool(answer)
        if key[0] == "none":
            return is_none(st, Unk(key[1], "any"))
    known = st.facts.get(("is", key), _NONE)
    if known is not _NONE:
        return bool(known)
    if is_int(u):
        return not _bounded(st, "==", u, 0)
    return decide(st, key)


def constant(st: State, v: Value) -> Value:
    """The constant that an unknown value is known to be on this path, else the value itself."""
    if v.__class__ is Unk:
        known = st.facts.get(("is", v.key), _NONE)
        if known is not _NONE:
            return known
        if is_int(v):
            lo, hi = bounds(st, v)
            if lo == hi:
                return int(lo)
        if v.key.__class__ is tuple and v.key and v.key[0] == "select":
            chosen = st.facts.get(("b", v.key[1]))
            if chosen is not None:
                return v.key[2] if chosen else v.key[3]
    return v


def chosen(st: State, v: Value) -> Value:
    """The value itself, a choice between two constants being decided first."""
    if v.__class__ is Unk and v.key.__class__ is tuple and v.key and v.key[0] == "select":
        return v.key[2] if truth(st, Unk(v.key[1], "bool")) else v.key[3]
    return v


def _apply(op: str, a: Any, b: Any) -> bool:
    try:
        if op == "<":
            return bool(a < b)
        if op == "<=":
            return bool(a <= b)
        if op == ">":
            return bool(a > b)
        if op == ">=":
            return bool(a >= b)
        if op == "==":
            return bool(a == b)
        return bool(a != b)
    except TypeError:
        return op == "!="
