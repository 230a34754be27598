"""What is worth parsing."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from retrograd.rules import all_rules
from retrograd.source.suppress import UNUSED
from retrograd.source.words import may_mention, mentions_autograd, mentions_retrograd

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("loss.backward()", True),
        ("torch.autograd.grad(loss, w)", True),
        ("from torch.autograd import grad", True),
        ("w -= lr * w.grad", True),
        ("def training_step(self, batch, index):", True),
        ("self.manual_backward(loss)", True),
        ("for p in net.parameters():\n    p.requires_grad = False", False),
        ("optimizer.zero_grad()", False),
        ("def f(self):\n    self.h.detach()  # gone\n", True),
        ("h = h.detach()\nf(h.detach())", False),
        ("gradients = upgrade(backwards)", False),
        ("print(1)", False),
        ("", False),
    ],
)
def test_words(text: str, worth: bool) -> None:
    assert mentions_autograd(text) is worth
    assert may_mention(text) or not worth


@pytest.mark.parametrize("rule", [r for r in all_rules() if r.NAME != UNUSED], ids=lambda r: r.NAME)
def test_the_example_of_each_rule_is_worth_it(rule: object) -> None:
    (example,) = re.findall(r"## Example\n+```python\n(.*?)```", inspect.getdoc(rule) or "", re.DOTALL)
    assert mentions_autograd(example)


def test_escaped_line_ends_hide_nothing() -> None:
    text = '{"source": "x = 1\\nbackward()"}'
    assert not mentions_autograd(text)
    assert may_mention(text)


def test_comments_that_speak_to_retrograd() -> None:
    assert mentions_retrograd("x = 1  # retrograd: ignore")
    assert not mentions_retrograd("import retrograd")
