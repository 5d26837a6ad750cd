"""Fixtures of the window's tests."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QGuiApplication

from tests.gui.window_fixtures import newcomer, open_window, person

__all__ = ["newcomer", "open_window", "person"]


@pytest.fixture(autouse=True)
def emptied_clipboard() -> Iterator[None]:
    """Without a screen Qt keeps what was copied until after Python has ended, and then stumbles over it."""
    yield
    if isinstance(QGuiApplication.instance(), QGuiApplication):
        QGuiApplication.clipboard().clear()
