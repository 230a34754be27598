"""Which fixes are taken when a whole text is mended, and in which order."""

from __future__ import annotations

from collections.abc import Iterator

from retrograd.findings import Applicability, Edit, Finding, Fix, Position, Severity, Site, Span
from retrograd.mending import MOST, Choice, Mending, Offers

FINDING = Finding("freed-graph", "double-call", Severity.ERROR, "", Site(None, Span(Position(1, 0), Position(1, 1))))
SAFE = Fix("retain_graph", "", (), False, Applicability.SAFE)
UNSAFE = Fix("detach", "", (), True, Applicability.UNSAFE)


def test_only_a_preferred_fix_that_is_safe_is_taken_unasked() -> None:
    assert Choice().of(FINDING, (UNSAFE, SAFE)) is None
    assert Choice().passes(FINDING, (UNSAFE, SAFE))
    assert not Choice().passes(FINDING, (SAFE,))
    preferred = Fix("sum_losses", "", (), True, Applicability.SAFE)
    assert Choice().of(FINDING, (SAFE, preferred)) is preferred
    assert Choice().of(FINDING, ()) is None


def test_what_is_asked_for_is_taken() -> None:
    assert Choice(unsafe=True).of(FINDING, (UNSAFE, SAFE)) is UNSAFE
    assert Choice(remedies=frozenset(["retain_graph"])).of(FINDING, (UNSAFE, SAFE)) is SAFE
    assert Choice(unsafe=True, rule="no-grad-fn").of(FINDING, (UNSAFE,)) is None
    assert Choice(unsafe=True, rule="freed-graph").of(FINDING, (UNSAFE,)) is UNSAFE


def letter(text: str) -> Offers:
    """For each letter of a text a fix that puts its capital in its place."""
    for n, sign in enumerate(text):
        if sign.islower():
            edit = Edit(Span(Position(1, n), Position(1, n + 1)), sign.upper())
            yield FINDING, (Fix("capital", "", (edit,), True, Applicability.SAFE),)


def test_fix_after_fix_until_nothing_is_left() -> None:
    asked: list[str] = []

    def offers(text: str) -> Offers:
        asked.append(text)
        return letter(text)

    mending = Mending("abC", Choice(), offers)
    mending.run()
    assert (mending.text, mending.count, mending.passed) == ("ABC", 2, 0)
    assert asked == ["abC", "AbC", "ABC"]


def test_known_offers_come_first_and_the_unsafe_are_counted() -> None:
    mending = Mending("ab", Choice(), lambda text: [(FINDING, (UNSAFE, SAFE))])
    mending.run(list(letter("ab"))[1:])
    assert (mending.text, mending.count, mending.passed) == ("aB", 1, 1)


def test_an_end_comes_in_any_case() -> None:
    def forever(text: str) -> Iterator[tuple[Finding, tuple[Fix, ...]]]:
        edit = Edit(Span(Position(1, 0), Position(1, 0)), "x")
        yield FINDING, (Fix("more", "", (edit,), True, Applicability.SAFE),)

    mending = Mending("", Choice(), forever)
    mending.run()
    assert mending.text == "x" * MOST
