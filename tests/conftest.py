"""What holds for all tests."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def grad_mode() -> Iterator[None]:
    """A program that a test has run in this process leaves torch's grad mode as it was."""
    torch = sys.modules.get("torch")
    before = torch.is_grad_enabled() if torch is not None else True
    yield
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.set_grad_enabled(before)
