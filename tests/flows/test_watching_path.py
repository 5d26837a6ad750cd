"""A person works on a folder with other programs while the window is open; it follows, and reads nothing twice."""

import os
import shutil
from collections import Counter
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from engine.images.pool import ReadingPool
from engine.images.reading import Outcome
from engine.jobs.indexing import index
from engine.library import Library, open_library
from engine.progress import finish
from engine.store import labels
from tests.conftest import CPU, IndexedLibrary
from tests.gui.person import Key, Person
from tests.jobs.indexing_talk import save
from tests.jobs.library_state import library_state
from tests.mounted_drive import mount, mounted_drive, unmount
from tests.photo_makers import photo


@dataclass
class Readings:
    """What the workers were given: each state of a file once, and a file that is replaced as it is read."""

    of: Counter[tuple[bytes, int, int]] = field(default_factory=Counter)
    replaced: list[Path] = field(default_factory=list)

    def note(self, path: bytes) -> None:
        status = os.stat(path)
        self.of[path, status.st_size, status.st_mtime_ns] += 1

    def twice(self) -> list[bytes]:
        return [path for (path, *_), count in self.of.items() if count > 1]


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> Readings:
    seen, read = Readings(), ReadingPool.read

    def noted(pool: ReadingPool, path: bytes, *known: Any) -> Future[Outcome]:
        seen.note(path)
        future = read(pool, path, *known)
        if path.endswith(b"replaced.jpg") and not seen.replaced:
            seen.replaced.append(Path(os.fsdecode(path)))
            save(seen.replaced[0].with_name(".other.jpg"), photo("leaves", 52))
            os.replace(seen.replaced[0].with_name(".other.jpg"), seen.replaced[0])
        return future

    monkeypatch.setattr(ReadingPool, "read", noted)
    return seen


def on_disk(photos: Path) -> dict[bytes, tuple[int, int]]:
    found = [path for path in photos.rglob("*") if path.is_file() and not path.name.startswith(".")]
    return {os.fsencode(path): (path.stat().st_size, path.stat().st_mtime_ns) for path in found}


def until_settled(person: Person, watched: bool, photos: Path) -> None:
    """Until the library knows all that is there, as it is, and nothing is left to be done."""
    if not watched:
        person.press(Key.Key_F5)
    library = person.session.library

    def follows() -> bool:
        known = {path: facts[:2] for path, facts in contents(library).items() if not facts[2]}
        return on_disk(photos).items() <= known.items()

    person.until(follows)
    person.until(lambda: person.session.watching.at_rest and person.session.job is None)
    person.until_idle()


def contents(library: Library) -> dict[bytes, tuple[Any, ...]]:
    """All files that are there. Codes are left out, as each library has a version of its own, and features."""
    state = library_state(library).items()
    wanted = (0, 1, 3, 4, 5, 6, 7, 9, 12)  # size, time, waiting, content, width, height, format, skipped, thumbnail
    return {path: tuple(facts[i] for i in wanted) for path, facts in state if not facts[2]}


def as_indexed_anew(photos: Path, folder: Path) -> dict[bytes, tuple[Any, ...]]:
    library = open_library(str(folder))
    finish(index(library, [library.add_folder(os.fsencode(photos))], workers=1, device=CPU))
    try:
        return contents(library)
    finally:
        library.close()


def add_and_change(photos: Path) -> None:
    for number in range(3):
        save(photos / f"discs/new-{number}.jpg", photo("discs", 40 + number))
    save(photos / "discs/replaced.jpg", photo("leaves", 51))
    save(photos / "discs/discs-2.jpg", photo("discs", 2), quality=50)
    (photos / "leaves/words.txt").write_bytes(b"words")


def move_and_remove(photos: Path, outside: Path) -> None:
    os.rename(photos / "discs/discs-1.jpg", photos / "discs/renamed.jpg")
    os.rename(photos / "discs/discs-3.jpg", photos / "leaves/moved.jpg")
    os.rename(photos / "stripes", photos / "leaves/stripes")
    os.unlink(photos / "bricks/bricks-1.jpg")
    shutil.rmtree(photos / "sunset")
    os.rename(outside, photos / "came")


@pytest.mark.parametrize("watched", [True, False], ids=["watched", "F5"])
def test_what_other_programs_do_is_followed(
    watched: bool, indexed: IndexedLibrary, person: Person, readings: Readings, tmp_path: Path
):
    photos, library = indexed.photos, indexed.library
    outside = tmp_path / "outside"
    (outside / "deep").mkdir(parents=True)
    save(outside / "deep/tree.jpg", photo("bricks", 60))
    labelled = {name: indexed.id_of(name) for name in ("discs/discs-1.jpg", "stripes/stripes-1.jpg")}
    with library.writing() as db:
        labels.assign(db, "kept", list(labelled.values()))
    if watched:
        person.window.watch()
    until_settled(person, watched, photos)

    add_and_change(photos)
    until_settled(person, watched, photos)
    if readings.replaced and not watched:
        person.press(Key.Key_F5)  # it was replaced while it was read
    move_and_remove(photos, outside)
    until_settled(person, watched, photos)
    with mounted_drive(photos / "drive"):
        save(photos / "drive/on it.jpg", photo("discs", 70))
        until_settled(person, watched, photos)
        assert len(contents(library)) == 30 - 1 - 6 + 3 + 2 + 1 + 1
        unmount(photos / "drive")
        save(photos / "after.jpg", photo("discs", 72))
        until_settled(person, watched, photos)
        assert os.fsencode(photos / "drive/on it.jpg") in contents(library), "away, not missing"
        mount(photos / "drive")
        save(photos / "drive/on it.jpg", photo("discs", 71))
        until_settled(person, watched, photos)

        assert readings.twice() == []
        assert contents(library) == as_indexed_anew(photos, tmp_path / "anew")
    assert set(person.names()) >= {"tree.jpg", "on it.jpg", "renamed.jpg", "moved.jpg", "replaced.jpg"}
    for name, image_id in labelled.items():
        new = {"discs/discs-1.jpg": "discs/renamed.jpg"}.get(name, f"leaves/{name}")
        assert indexed.id_of(new) == image_id
        assert labels.of_images(library.db, [image_id]) == {image_id: ["kept"]}


def test_a_file_that_is_written_slowly_is_read_once_and_whole(
    indexed: IndexedLibrary, person: Person, readings: Readings
):
    person.window.watch()
    until_settled(person, True, indexed.photos)
    save(indexed.photos / ".slow", photo("discs", 80))
    content = (indexed.photos / ".slow").read_bytes()
    with open(indexed.photos / "slow.jpg", "wb", buffering=0) as slow:
        slow.write(content[:1000])
        save(indexed.photos / "quick.jpg", photo("discs", 81))
        person.until_shown(31)
        assert "quick.jpg" in person.names()
        slow.write(content[1000:])
    person.until_shown(32)
    until_settled(person, True, indexed.photos)
    assert readings.twice() == []
    assert person.said() == "Noticed: 2 added."
    assert not person.window.job_bar.bar.isVisible()
