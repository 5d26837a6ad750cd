"""A trash that is nobody's, and somebody with a second copy of the discs."""

import shutil
from pathlib import Path

import pytest

from tests.conftest import IndexedLibrary
from tests.gui.person import Person
from tests.gui.window_fixtures import OpenWindow

BACKUP = "Old backup"


@pytest.fixture(autouse=True)
def own_trash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the drive of the home folder, as a person's is."""
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))


@pytest.fixture
def with_copies(indexed: IndexedLibrary, open_window: OpenWindow) -> Person:
    backup = indexed.photos / BACKUP
    backup.mkdir()
    for number in range(6):
        shutil.copy(indexed.photos / f"discs/discs-{number}.jpg", backup / f"kept-{number}.jpg")
    indexed.again()
    somebody = open_window(indexed.library)
    somebody.until_shown(30)
    return somebody
