"""Where the shared test data is, and the mark for tests that need it."""

import os
from pathlib import Path
from typing import Any

import pytest

SHARED = Path(os.environ.get("DUALHASH_SHARED_DATA") or Path(__file__).resolve().parents[2] / "shared" / "data")


def needs_shared(test: Any) -> Any:
    """Marks a test as one that uses the shared data, and skips it where that is missing."""
    absent = pytest.mark.skipif(not SHARED.is_dir(), reason=f"no shared data at {SHARED}")
    return pytest.mark.shared(absent(test))
