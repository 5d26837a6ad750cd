"""`dualhash duplicates`: what it prints, what it would do, what it does, and what it refuses."""

import os
from pathlib import Path

import pytest

from engine.copies import kept
from engine.copies.found import groups_of
from engine.copies.groups import GroupKind
from engine.library import Library, open_library
from engine.store import images, labels
from tests.command_line import Running
from tests.conftest import IndexedLibrary
from tests.copied_library import DISCS, LEAVES, SMALL_DISCS, SMALL_LEAVES, copied, copied_made

__all__ = ["copied", "copied_made"]  # fixtures

DOING = ("--keep", "best", "--trash")


@pytest.fixture
def photos_there(copied: IndexedLibrary) -> Path:
    """The photos; the library, in which the small leaves have a label, is closed."""
    with copied.library.writing() as db:
        labels.assign(db, "green", [copied.id_of(SMALL_LEAVES)])
    copied.library.close()
    return copied.photos


@pytest.fixture
def running(photos_there: Path, copied: IndexedLibrary, capsys: pytest.CaptureFixture[str]) -> Running:
    return Running(capsys, copied.library.path)


def pairs(document: dict) -> list[list[str]]:
    return sorted(["/".join(each["path"].split(os.sep)[-2:]) for each in group] for group in document["groups"])


def test_copies_are_listed_with_what_is_kept_and_why(running: Running):
    document = running.json("duplicates", "--kind", "copies")
    assert pairs(document) == [
        ["bricks/bricks-0.jpg", "old/bricks-0.jpg", "older/bricks-0.jpg"],
        ["discs/discs-2.jpg", "old/discs-2.jpg"],
        ["leaves/leaves-1.jpg", "old/leaves-1.jpg"],
    ]
    kept, other = next(group for group in document["groups"] if len(group) == 2)
    assert (kept["keep"], kept["why"]) == (True, ["older: 2011-03-13 07:06 against 2020-09-13 12:26"])
    assert (other["keep"], other["why"]) == (False, ["newer: 2020-09-13 12:26 against 2011-03-13 07:06"])
    assert kept["id"] == other["id"]
    assert (kept["kind"], kept["distance"], kept["width"], kept["height"]) == ("copies", 0, 224, 160)
    dropped = [each["bytes"] for group in document["groups"] for each in group[1:]]
    assert document["saving"] == sum(dropped) > 4000
    assert running("duplicates", "--kind", "copies") == 0
    assert running.out.splitlines()[0].startswith("3 copies, 100 alike, ")
    assert running.out.splitlines()[-1].startswith("3 groups, ")


def test_groups_of_which_a_person_keeps_all_are_left_out(running: Running, copied: IndexedLibrary):
    library = open_library(copied.library.path)
    group = next(each for each in groups_of(library, GroupKind.COPIES) if len(each.members) == 3)
    with library.writing() as db:
        kept.keep(db, group)
    library.close()
    document = running.json("duplicates", "--kind", "copies", *DOING, "--dry-run")
    assert pairs(document) == [
        ["discs/discs-2.jpg", "old/discs-2.jpg"],
        ["leaves/leaves-1.jpg", "old/leaves-1.jpg"],
    ]
    assert (document["kept_groups"], len(document["would_trash"])) == (1, 2)
    assert running("duplicates", "--kind", "copies") == 0
    assert running.out.splitlines()[-1] == "1 more, of which you keep all, is left out."


def test_near_copies_in_a_folder_are_found_and_rules_decide(running: Running, photos_there: Path):
    ask = ("duplicates", "--kind", "near-copies", "--folder", photos_there / "web")
    document = running.json(*ask)
    assert pairs(document) == [[DISCS, SMALL_DISCS], [LEAVES, SMALL_LEAVES]]
    assert document["groups"][0][0]["why"] == ["more pixels: 0.04 against 0.02 megapixels"]
    assert all(0 <= each["distance"] <= 30 for group in document["groups"] for each in group)
    by_labels = pairs(running.json(*ask, "--rules", "labels,pixels"))
    assert by_labels == [[DISCS, SMALL_DISCS], [SMALL_LEAVES, LEAVES]]
    by_folder = pairs(running.json(*ask, "--prefer", photos_there / "web"))
    assert by_folder == [[SMALL_DISCS, DISCS], [SMALL_LEAVES, LEAVES]]


def test_a_dry_run_says_what_would_be_done_and_does_nothing(running: Running, photos_there: Path):
    before = sorted(photos_there.rglob("*.jpg"))
    document = running.json("duplicates", "--kind", "copies", *DOING, "--dry-run")
    copies = ["old/bricks-0.jpg", "old/discs-2.jpg", "old/leaves-1.jpg", "older/bricks-0.jpg"]
    assert sorted(document["would_trash"]) == [str(photos_there / name) for name in copies]
    assert "trashed" not in document
    assert sorted(photos_there.rglob("*.jpg")) == before


def test_the_best_is_kept_and_gets_the_labels_and_the_others_go_to_the_trash(
    running: Running, photos_there: Path, copied: IndexedLibrary
):
    folder = photos_there / "web"
    before = len(list(photos_there.rglob("*.jpg")))
    document = running.json("duplicates", "--kind", "near-copies", "--folder", folder, *DOING)
    assert sorted(document["trashed"]) == [str(folder / "discs.jpg"), str(folder / "leaves.jpg")]
    assert document["left_alone"] == []
    assert list(folder.iterdir()) == []
    assert len(list(photos_there.rglob("*.jpg"))) == before - 2
    library = open_library(copied.library.path)
    kept = images.with_content(library.db, _content(library.db, os.fsencode(LEAVES)))
    assert labels.of_images(library.db, [kept]) == {kept: ["green"]}
    library.close()
    again = running.json("duplicates", "--kind", "near-copies", "--folder", photos_there / "leaves", *DOING)
    assert not [group for group in pairs(again) if SMALL_LEAVES in group]


def _content(db, path: bytes) -> bytes:
    sql = "SELECT content FROM images i JOIN files f ON f.image_id = i.id WHERE f.path = ?"
    return db.execute(sql, (path,)).fetchone()[0]


def test_what_has_changed_since_is_left_alone_and_named(running: Running, photos_there: Path):
    copy = photos_there / "old/leaves-1.jpg"
    copy.write_bytes(copy.read_bytes() + b"edited")
    document = running.json("duplicates", "--kind", "copies", *DOING)
    assert len(document["trashed"]) == 3
    assert [each["path"] for each in document["left_alone"]] == [str(copy)]
    assert "Left alone: " in running.err
    assert copy.exists()


def test_a_link_to_a_picture_is_no_copy_of_it(running: Running, photos_there: Path):
    """Least of all one that could be kept in the place of the file it leads to."""
    for name, links in (("sunset/sunset-0.jpg", ["a.jpg"]), ("discs/discs-2.jpg", ["a.jpg", "zz.jpg"])):
        for link in links:
            (photos_there / name).with_name(link).symlink_to(photos_there / name)
    assert running("index", photos_there) == 0
    document = running.json("duplicates", "--kind", "copies", *DOING)
    assert ["discs/discs-2.jpg", "old/discs-2.jpg"] in pairs(document)
    assert not [path for path in document["trashed"] if not path.startswith(str(photos_there / "old"))]
    assert (document["left_alone"], len(document["groups"])) == ([], 3)
    assert (photos_there / "discs/discs-2.jpg").exists()
    assert (photos_there / "sunset/sunset-0.jpg").exists()


def test_a_dry_run_says_just_what_is_done_then(running: Running, photos_there: Path):
    """Also of what is left alone: changed, or the copy that is kept is gone; and of sidecars."""
    (photos_there / "old/leaves-1.jpg").write_bytes(b"edited")
    (photos_there / "discs/discs-2.jpg").unlink()
    (photos_there / "older/bricks-0.jpg.xmp").write_text("<x/>")
    would = running.json("duplicates", "--kind", "copies", *DOING, "--dry-run")
    assert "Would be left alone: " in running.err
    done = running.json("duplicates", "--kind", "copies", *DOING)
    assert (would["would_trash"], would["would_go_along"]) == (done["trashed"], done["went_along"])
    assert would["left_alone"] == done["left_alone"]
    assert [each["path"] for each in done["left_alone"]] == [
        str(photos_there / name) for name in ("old/discs-2.jpg", "old/leaves-1.jpg")
    ]
    assert (photos_there / "old/discs-2.jpg").exists()
    assert (len(done["trashed"]), len(done["went_along"])) == (2, 1)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--trash"], "--keep best and --trash belong together"),
        (["--keep", "best"], "--keep best and --trash belong together"),
        (["--dry-run"], "--dry-run says what --keep best --trash would do."),
        (["--strict", "101"], "--strict wants a whole number from 1 to 100."),
        (["--rules", "nicest"], "There is no rule 'nicest'"),
        (["--kind", "nicest"], "invalid choice: 'nicest'"),
    ],
)
def test_what_makes_no_sense_is_wrong_usage_and_makes_no_library(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
):
    with pytest.raises(SystemExit) as ended:
        Running(capsys, str(tmp_path / "library"))("duplicates", "--kind", "bursts", *arguments)
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert "<" not in said, "a person's words, not the program's"
    assert not (tmp_path / "library").exists()


def test_a_folder_without_pictures_is_refused_in_a_sentence(library: Library, capsys: pytest.CaptureFixture[str]):
    library.close()
    refused = Running(capsys, library.path).refused("duplicates", "--kind", "copies", "--folder", "/nowhere")
    assert "The library has no pictures in '/nowhere'." in refused


def test_while_a_window_has_the_library_open_what_was_found_is_listed_and_nothing_is_done(
    running: Running, copied: IndexedLibrary, photos_there: Path
):
    before = sorted(photos_there.rglob("*.jpg"))
    library = open_library(copied.library.path)
    assert [DISCS, SMALL_DISCS] in pairs(running.json("duplicates", "--kind", "near-copies"))
    with library.writing() as db:
        db.execute("DELETE FROM pixel_codes WHERE image_id = ?", (copied.id_of(LEAVES),))
    running.json("duplicates", *DOING, "--dry-run")
    assert "what was found so far is listed; not looked at yet: " in running.err
    assert "open in another DualHash" in running.refused("duplicates", *DOING)
    library.close()
    assert sorted(photos_there.rglob("*.jpg")) == before
