"""Five hundred files are added, changed, moved, linked, replaced and removed at random while the window is open:
once it has settled, the library is what a fresh index of the folder gives."""

import os
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from engine.images.pool import ReadingPool
from engine.images.reading import Outcome
from engine.jobs.checking import check
from engine.jobs.indexing import index
from engine.library import open_library
from engine.progress import finish
from engine.store import labels
from tests.conftest import CPU, IndexedLibrary, opened_copy
from tests.flows.folder_storm import Readings, Storm, difference, images_by_number, jpegs, known
from tests.gui.person import Key, Person
from tests.gui.window_fixtures import OpenWindow
from tests.mounted_drive import mount, mounted_drive, unmount
from tests.quick_copies import quick_copy

FILES, STEPS, TREASURED, CONTENTS = 500, 90, 40, 24


@pytest.fixture(scope="module")
def contents() -> list[bytes]:
    return jpegs(CONTENTS)


@dataclass(frozen=True)
class Made:
    photos: Path
    library: Path


@pytest.fixture(scope="module")
def made(exported_onnx: str, contents: list[bytes], tmp_path_factory: pytest.TempPathFactory) -> Made:
    """A closed library of five hundred files."""
    place = tmp_path_factory.mktemp("storm")
    Storm(place / "photos", place / "outside", 0, contents, distinct=False).fill(FILES)
    library = open_library(str(place / "library"))
    result = finish(index(library, [library.add_folder(os.fsencode(place / "photos"))], workers=1, device=CPU))
    assert result.added + result.moved == FILES
    library.close()
    return Made(place / "photos", place / "library")


@pytest.fixture
def indexed(made: Made, tmp_path: Path) -> Iterator[IndexedLibrary]:
    photos = quick_copy(made.photos, tmp_path / "photos")
    with opened_copy(made.library, photos, tmp_path / "library") as opened:
        yield opened


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> Readings:
    seen, read = Readings(), ReadingPool.read

    def noted(pool: ReadingPool, path: bytes, *rest: Any) -> Future[Outcome]:
        seen.note(path)
        return read(pool, path, *rest)

    monkeypatch.setattr(ReadingPool, "read", noted)
    return seen


def settle(person: Person, watched: bool, photos: Path) -> None:
    if not watched:
        person.until(lambda: person.session.job is None)
        person.press(Key.Key_F5)
    session = person.session

    def is_settled() -> bool:
        if not session.watching.at_rest or session.job is not None:
            return False
        assert difference(session.library, photos) == []
        return True

    person.qtbot.waitUntil(is_settled)
    person.until_idle()


@pytest.mark.parametrize("watched", [True, False], ids=["watched", "F5"])
def test_whatever_happens_the_library_is_what_a_fresh_index_gives(
    watched: bool,
    indexed: IndexedLibrary,
    contents: list[bytes],
    open_window: OpenWindow,
    readings: Readings,
    tmp_path: Path,
):
    library, photos = indexed.library, indexed.photos
    storm = Storm(photos, tmp_path / "outside", 7, contents, distinct=False)
    storm.disguises = watched  # else only the system knows that they were written
    storm.linked_folders = not watched  # else all is scanned as a whole
    ids = images_by_number(library)
    numbers = [path.stat().st_ino for path in storm.chance.sample(storm.files(), TREASURED)]
    treasures = {number: ids[number] for number in numbers}
    storm.treasured = set(treasures)
    with library.writing() as db:
        labels.assign(db, "kept", list(treasures.values()))
    person = open_window(library)
    if watched:
        person.window.watch()
    settle(person, watched, photos)
    readings.clear()

    with mounted_drive(photos / "drive"):
        (photos / "drive/on it.jpg").write_bytes(storm.content())
        storm.rage(STEPS, lambda: person.qtbot.wait(storm.chance.choice([1, 1, 1, 40])))
        settle(person, watched, photos)
        unmount(photos / "drive")
        storm.rage(5, lambda: person.qtbot.wait(1))
        mount(photos / "drive")
        (photos / "drive/on it.jpg").write_bytes(storm.content())
        storm.rage(5, lambda: person.qtbot.wait(1))
        settle(person, watched, photos)

        twice = readings.too_often()
        fresh = open_library(str(tmp_path / "fresh"))
        finish(index(fresh, [fresh.add_folder(os.fsencode(photos))], workers=1, device=CPU))
        assert known(library) == known(fresh)
        fresh.close()
    assert twice <= storm.disguised
    here = images_by_number(library)
    for number, image_id in treasures.items():
        assert labels.of_images(library.db, [image_id]) == {image_id: ["kept"]}
        assert here.get(number, image_id) == image_id
    assert [each.what for each in finish(check(library))] == []
