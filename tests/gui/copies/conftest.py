"""Fixtures of the tests of reviewing."""

from tests.copied_library import copied, copied_made

__all__ = ["copied", "copied_made"]
