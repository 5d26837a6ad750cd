"""Fixtures of whole paths through the program."""

import shutil
from pathlib import Path

import pytest

from tests.gui.window_fixtures import looked_at, newcomer, open_window, person, qtbot
from tests.photo_makers import KINDS, photo

__all__ = ["looked_at", "newcomer", "open_window", "person", "qtbot"]

pytest.register_assert_rewrite("tests.flows.wholeness")

EACH = 30
MANY = EACH * len(KINDS)
BATCH = 16  # what is read is stored so often: there are several batches, and most are still to come after the first


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that few pictures are enough for a job that is caught in the middle."""
    monkeypatch.setattr("engine.jobs.reading_ahead.BATCH", BATCH)


@pytest.fixture(scope="session")
def many_made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """So many pictures that a job on them is caught in the middle."""
    folder = tmp_path_factory.mktemp("many_made") / "many"
    for kind in KINDS:
        (folder / kind).mkdir(parents=True)
        for number in range(EACH):
            picture = photo(kind, number, size=(240 + number, 160))  # of stripes alone some would be the same
            picture.save(folder / kind / f"{kind}-{number}.jpg", quality=90)
    return folder


@pytest.fixture
def many(many_made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(many_made, tmp_path / "many"))
