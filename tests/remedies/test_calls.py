"""Arguments are added to calls and taken from them, and every other character of the call stays."""

from __future__ import annotations

import ast
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrograd.remedies.editing.calls import with_argument, without_argument


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("loss.backward()", "loss.backward(retain_graph=True)"),
        ("loss.backward( )", "loss.backward( retain_graph=True)"),
        ("(a + b).backward()", "(a + b).backward(retain_graph=True)"),
        ("loss.backward(gradient)", "loss.backward(gradient, retain_graph=True)"),
        ("loss.backward(gradient, )", "loss.backward(gradient, retain_graph=True, )"),
        ("loss.backward(retain_graph=False)", "loss.backward(retain_graph=True)"),
        ("loss.backward(retain_graph = keep, inputs=x)", "loss.backward(retain_graph = True, inputs=x)"),
        ("torch.autograd.grad(y, x)[0]", None),
        ("f(*a)", "f(*a, retain_graph=True)"),
        ("f(**a)", None),
        ("scaler.scale(loss).backward()", "scaler.scale(loss).backward(retain_graph=True)"),
        ("self.manual_backward(loss)", "self.manual_backward(loss, retain_graph=True)"),
        ("f(\n    a,\n)", "f(\n    a,\n    retain_graph=True,\n)"),
        ("f(\n    a\n)", "f(\n    a,\n    retain_graph=True\n)"),
        ("f(\n    a,  # one\n    b,  # two\n)", "f(\n    a,  # one\n    b,  # two\n    retain_graph=True,\n)"),
        ("f(\n    a,  # one\n    b  # two\n)", "f(\n    a,  # one\n    b,  # two\n    retain_graph=True\n)"),
        ("f(a,\n  b)", "f(a,\n  b, retain_graph=True)"),
        ("f(\r\n\ta,\r\n)", "f(\r\n\ta,\r\n\tretain_graph=True,\r\n)"),
        ("f(\n    a, b\n)", "f(\n    a, b,\n    retain_graph=True\n)"),
    ],
)
def test_with_argument(before: str, after: str | None) -> None:
    assert with_argument(before, "retain_graph", "True") == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("loss.backward(retain_graph=True)", "loss.backward()"),
        ("loss.backward( retain_graph = True )", "loss.backward()"),
        ("loss.backward(gradient, retain_graph=True)", "loss.backward(gradient)"),
        ("loss.backward(retain_graph=True, inputs=x)", "loss.backward(inputs=x)"),
        ("loss.backward(gradient, retain_graph=True, inputs=x)", "loss.backward(gradient, inputs=x)"),
        ("loss.backward(gradient)", None),
        ("f(\n    a,\n    retain_graph=True,\n)", "f(\n    a,\n)"),
        ("f(\n    a,\n    retain_graph=True\n)", "f(\n    a\n)"),
        ("f(\n    retain_graph=True,\n    a=1,\n)", "f(\n    a=1,\n)"),
        ("f(\n    retain_graph=True,\n)", "f()"),
        ("f(\n    a,  # one\n    retain_graph=True,  # habit\n)", "f(\n    a,  # one\n)"),
    ],
)
def test_without_argument(before: str, after: str | None) -> None:
    assert without_argument(before, "retain_graph") == after


SPACE = st.sampled_from(["", " ", "\n    ", "  # c\n    ", "\n\n  "])
ARGUMENTS = st.lists(st.sampled_from(["x", "(1, 2)", "*rest", "inputs=[a, b]", "'é🙂'", "gradient = g"]), max_size=3)


@st.composite
def calls(draw: st.DrawFn) -> str:
    """A call with arguments laid out in any way, positional ones first."""
    written = sorted(dict.fromkeys(draw(ARGUMENTS)), key=lambda a: "=" in a)
    parts = [draw(SPACE) + a + draw(SPACE) for a in written]
    trailing = "," if parts and draw(st.booleans()) else ""
    end = draw(SPACE)
    return f"loss.backward({','.join(parts)}{trailing}{end})"


@given(calls())
def test_adding_changes_nothing_else(source: str) -> None:
    """The new call is the old one with the argument, and holds every token and comment of it in order."""
    new = with_argument(source, "retain_graph", "True")
    assert new is not None
    one, two = ast.parse(source, mode="eval").body, ast.parse(new, mode="eval").body
    assert isinstance(one, ast.Call)
    assert isinstance(two, ast.Call)
    added = two.keywords.pop()
    assert (added.arg, ast.unparse(added.value)) == ("retain_graph", "True")
    assert ast.dump(one) == ast.dump(two)
    assert source.count("#") == new.count("#")
    assert re.sub(r"retain_graph=True|[\s,]", "", new) == re.sub(r"[\s,]", "", source)


@given(calls())
def test_what_is_added_can_be_removed(source: str) -> None:
    new = with_argument(source, "retain_graph", "True")
    assert new is not None
    back = without_argument(new, "retain_graph")
    assert back is not None
    assert ast.dump(ast.parse(back)) == ast.dump(ast.parse(source))
