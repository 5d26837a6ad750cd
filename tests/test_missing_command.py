"""`dualhash missing`: what it lists, and what it forgets."""

import os
import shutil
from pathlib import Path

import pytest

from engine.library import open_library
from engine.store import images, labels
from tests.command_line import Running
from tests.conftest import IndexedLibrary


@pytest.fixture
def photos_left(indexed: IndexedLibrary) -> Path:
    """The library, in which two folders of pictures are missing and one of these has a label, is closed."""
    with indexed.library.writing() as db:
        labels.assign(db, "green", [indexed.id_of("leaves/leaves-2.jpg")])
    for name in ("leaves", "discs"):
        shutil.rmtree(indexed.photos / name)
    indexed.again()
    indexed.library.close()
    return indexed.photos


@pytest.fixture
def running(photos_left: Path, indexed: IndexedLibrary, capsys: pytest.CaptureFixture[str]) -> Running:
    return Running(capsys, indexed.library.path)


def count_missing(running: Running) -> int:
    library = open_library(running.library, write=False)
    try:
        return len(images.missing(library.db))
    finally:
        library.close()


def test_missing_pictures_are_listed_and_nothing_is_forgotten(running: Running, photos_left: Path):
    document = running.json("missing")
    assert list(document) == ["missing"]
    wanted = [f"{kind}/{kind}-{n}.jpg" for kind in ("discs", "leaves") for n in range(6)]
    assert [row["path"] for row in document["missing"]] == [str(photos_left / name) for name in wanted]
    assert [row["labels"] for row in document["missing"]].count(["green"]) == 1
    assert not any(row["away"] for row in document["missing"])
    assert running("missing", "--folder", photos_left / "discs") == 0
    assert len(running.out.splitlines()) == 6
    assert count_missing(running) == 12
    assert running("missing", "--folder", "/nowhere") == 1


def test_they_are_forgotten_when_that_is_said(running: Running, photos_left: Path):
    document = running.json("missing", "--forget", "--folder", photos_left / "discs")
    assert document["forgotten"] == sorted(row["id"] for row in document["missing"])
    assert count_missing(running) == 6
    assert running("missing", "--forget") == 0
    assert running.out.splitlines()[-1] == "6 forgotten."
    assert running.json("missing", "--forget") == {"missing": [], "forgotten": []}
    assert running.json("search", "--text", "name:leaves")["found"] == 0


def test_those_on_a_drive_that_is_away_are_kept_unless_they_are_meant(running: Running, photos_left: Path):
    os.rename(photos_left, photos_left.with_name("unplugged"))
    document = running.json("missing", "--forget")
    assert (len(document["missing"]), document["forgotten"]) == (12, [])
    assert all(row["away"] for row in document["missing"])
    assert running("missing") == 0
    assert running.out.splitlines()[0].endswith("discs-0.jpg  (its folder or drive is away)")
    assert len(running.json("missing", "--forget", "--away")["forgotten"]) == 12
