"""Rows changed as a failing disk does it: without checksums, and without being counted as a change."""

import sqlite3
from pathlib import Path

from engine.library import Library


def behind_the_back(library: Library, sql: str, *values: object) -> None:
    db = sqlite3.connect(Path(library.path) / "library.db", isolation_level=None)
    (count,) = db.execute("SELECT count FROM user_changes").fetchone()
    db.execute(sql, values)
    db.execute("UPDATE user_changes SET count = ?", (count,))
    db.close()
