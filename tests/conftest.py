"""What holds for all tests."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def grad_mode() -> Iterator[None]:
    """A program that another test has run in this process does not leave torch without gradients."""
    yield
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.set_grad_enabled(True)


def pytest_collection_finish() -> None:
    """The same for programs that are run while tests are collected."""
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.set_grad_enabled(True)
