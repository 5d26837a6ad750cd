"""A database of before, so large that bringing it up to date can be watched."""

from pathlib import Path

import pytest

from engine.store import migrations, renewing
from engine.store.database import open_database

OLD = 3  # steps of its schema
MEGABYTES = 8


def make_large_and_old(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is copied page by page, and heard of all the time."""
    monkeypatch.setattr(renewing, "SECONDS_BETWEEN_REPORTS", 0.01)
    monkeypatch.setattr(renewing, "PAGES_AT_ONCE", 1)
    db = open_database(str(path), migrations.LIBRARY[:OLD])
    db.execute("INSERT INTO images (content, added_at) VALUES (x'01', 'then')")
    features = f"zeroblob({MEGABYTES}000000)"
    db.execute(f"INSERT INTO features (image_id, backbone, vector, checksum) VALUES (1, 'b', {features}, 0)")
    db.close()
