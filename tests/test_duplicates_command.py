"""`dualhash duplicates`: what it prints, what it would do, what it does, and what it refuses."""

import os
import shutil
from pathlib import Path

import pytest

from engine.library import Library, open_library
from engine.store import images, labels
from tests.command_line import Running
from tests.conftest import IndexedLibrary
from tests.photo_makers import photo

DOING = ("--keep", "best", "--trash")


@pytest.fixture
def photos_with_copies(indexed: IndexedLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Among the photos: an exact copy in `old`, small versions of two pictures in `web`, one of them labelled."""
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("old", "web"):
        (indexed.photos / name).mkdir()
    shutil.copy2(indexed.photos / "bricks/bricks-1.jpg", indexed.photos / "old/bricks-1 (1).jpg")
    for kind in ("leaves", "discs"):
        photo(kind, 1).resize((150, 107)).save(indexed.photos / "web" / f"{kind}.jpg", quality=60)
    indexed.again()
    with indexed.library.writing() as db:
        labels.assign(db, "green", [indexed.id_of("web/leaves.jpg")])
    indexed.library.close()
    return indexed.photos


@pytest.fixture
def running(photos_with_copies: Path, indexed: IndexedLibrary, capsys: pytest.CaptureFixture[str]) -> Running:
    return Running(capsys, indexed.library.path)


def pairs(document: dict) -> list[list[str]]:
    return sorted(["/".join(each["path"].split(os.sep)[-2:]) for each in group] for group in document["groups"])


def test_copies_are_listed_with_what_is_kept_and_why(running: Running):
    document = running.json("duplicates", "--kind", "copies")
    ((kept, other),) = document["groups"]
    assert pairs(document) == [["bricks/bricks-1.jpg", "old/bricks-1 (1).jpg"]]
    assert (kept["keep"], kept["why"]) == (True, ["not named as a copy"])
    assert (other["keep"], other["why"]) == (False, ["named as a copy"])
    assert kept["id"] == other["id"]
    assert (kept["kind"], kept["distance"], kept["width"], kept["height"]) == ("copies", 0, 224, 160)
    assert document["saving"] == other["bytes"] > 1000
    assert running("duplicates", "--kind", "copies") == 0
    assert running.out.splitlines()[0].startswith("2 copies, 100 alike, ")
    assert running.out.splitlines()[-1].startswith("1 groups, ")


def test_near_copies_in_a_folder_are_found_and_rules_decide(running: Running, photos_with_copies: Path):
    ask = ("duplicates", "--kind", "near-copies", "--folder", photos_with_copies / "web")
    document = running.json(*ask)
    assert pairs(document) == [["discs/discs-1.jpg", "web/discs.jpg"], ["leaves/leaves-1.jpg", "web/leaves.jpg"]]
    assert document["groups"][0][0]["why"] == ["more pixels: 0.04 against 0.02 megapixels"]
    assert all(0 <= each["distance"] <= 30 for group in document["groups"] for each in group)
    by_labels = pairs(running.json(*ask, "--rules", "labels,pixels"))
    assert by_labels == [["discs/discs-1.jpg", "web/discs.jpg"], ["web/leaves.jpg", "leaves/leaves-1.jpg"]]
    by_folder = pairs(running.json(*ask, "--prefer", photos_with_copies / "web"))
    assert by_folder == [["web/discs.jpg", "discs/discs-1.jpg"], ["web/leaves.jpg", "leaves/leaves-1.jpg"]]


def test_a_dry_run_says_what_would_be_done_and_does_nothing(running: Running, photos_with_copies: Path):
    before = sorted(photos_with_copies.rglob("*.jpg"))
    document = running.json("duplicates", "--kind", "copies", *DOING, "--dry-run")
    assert document["would_trash"] == [str(photos_with_copies / "old/bricks-1 (1).jpg")]
    assert "trashed" not in document
    assert sorted(photos_with_copies.rglob("*.jpg")) == before


def test_the_best_is_kept_and_gets_the_labels_and_the_others_go_to_the_trash(
    running: Running, photos_with_copies: Path, indexed: IndexedLibrary
):
    folder = photos_with_copies / "web"
    before = len(list(photos_with_copies.rglob("*.jpg")))
    document = running.json("duplicates", "--kind", "near-copies", "--folder", folder, *DOING)
    assert sorted(document["trashed"]) == [str(folder / "discs.jpg"), str(folder / "leaves.jpg")]
    assert document["left_alone"] == []
    assert list(folder.iterdir()) == []
    assert len(list(photos_with_copies.rglob("*.jpg"))) == before - 2
    library = open_library(indexed.library.path)
    kept = images.with_content(library.db, _content(library.db, b"leaves/leaves-1.jpg"))
    assert labels.of_images(library.db, [kept]) == {kept: ["green"]}
    library.close()
    again = running.json("duplicates", "--kind", "near-copies", "--folder", photos_with_copies / "leaves", *DOING)
    assert not [group for group in pairs(again) if "web/leaves.jpg" in group]


def _content(db, path: bytes) -> bytes:
    sql = "SELECT content FROM images i JOIN files f ON f.image_id = i.id WHERE f.path = ?"
    return db.execute(sql, (path,)).fetchone()[0]


def test_what_has_changed_since_is_left_alone_and_named(running: Running, photos_with_copies: Path):
    copy = photos_with_copies / "old/bricks-1 (1).jpg"
    copy.write_bytes(copy.read_bytes() + b"edited")
    document = running.json("duplicates", "--kind", "copies", *DOING)
    assert document["trashed"] == []
    assert [each["path"] for each in document["left_alone"]] == [str(copy)]
    assert "Left alone: " in running.err
    assert copy.exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--trash"], "--keep best and --trash belong together"),
        (["--keep", "best"], "--keep best and --trash belong together"),
        (["--dry-run"], "--dry-run says what --keep best --trash would do."),
        (["--strict", "101"], "--strict wants a whole number from 1 to 100."),
        (["--rules", "nicest"], "There is no rule 'nicest'"),
        (["--folder", "/nowhere"], "The library has no pictures in '/nowhere'."),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(
    library: Library, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
):
    library.close()
    assert sentence in Running(capsys, library.path).refused("duplicates", "--kind", "copies", *arguments)
