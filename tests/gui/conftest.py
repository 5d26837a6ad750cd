"""Fixtures of the window's tests."""

from tests.gui.window_fixtures import newcomer, open_window, person

__all__ = ["newcomer", "open_window", "person"]
