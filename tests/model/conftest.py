"""An empty cache for the tests that export by themselves."""

from pathlib import Path

import pytest


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache; what is returned is the folder in which the exported files come to lie."""
    monkeypatch.setenv("DUALHASH_CACHE", str(tmp_path))
    return tmp_path / "backbones"
