"""The command line: one JSON document, one sentence for what the user can mend, and the promised exit codes."""

import json
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from engine.cli import main
from engine.commands.parser import COMMANDS
from engine.library import open_library
from engine.store import decisions, labels, migrations
from tests.command_line import Running, known, run
from tests.conftest import IndexedLibrary
from tests.photo_makers import photo

__all__ = ["known", "run"]

INDEX_KEYS = {
    "found",
    "added",
    "changed",
    "moved",
    "missing",
    "skipped",
    "unchanged",
    "seconds",
    "images_per_second",
}


# --- index


def test_index_says_what_it_did(run: Running, photos: Path):
    (photos / "bad.jpg").touch()
    document = run.json("index", photos)
    assert set(document) == INDEX_KEYS
    assert [document[key] for key in ("found", "added", "skipped", "unchanged")] == [31, 30, 1, 0]
    assert document["seconds"] > 0
    assert document["images_per_second"] > 0
    assert "Reading pictures" in run.err
    again = run.json("index")
    assert [again[key] for key in ("found", "added", "skipped", "unchanged")] == [31, 0, 1, 30]


def test_index_for_a_person_is_one_line(known: Running, photos: Path):
    assert known("index", photos) == 0
    assert known.out.startswith("30 files found: 0 added, 0 changed, 0 moved, 30 unchanged, 0 skipped; 0 missing.")
    assert known.out.count("\n") == 1


def test_several_folders_and_one_twice(run: Running, photos: Path):
    document = run.json("index", photos / "discs", photos / "leaves", photos / "discs")
    assert (document["found"], document["added"]) == (12, 12)
    assert run.json("index", photos)["found"] == 30, "the parent takes over"


def test_a_folder_and_the_one_around_it_are_indexed_once(run: Running, photos: Path):
    document = run.json("index", photos / "discs", photos / "leaves", photos)
    assert [document[key] for key in ("found", "added")] == [30, 30]


def test_a_folder_that_is_away_is_said_and_nothing_is_lost(known: Running, photos: Path):
    photos.rename(photos.parent / "away")
    assert "no folder is available" in known.refused("index", photos)
    assert "not available; what is known of it is kept" in known.err
    (photos.parent / "away").rename(photos)
    assert known.json("index")["unchanged"] == 30


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["index"], "has no folders yet"),
        (["index", "/nowhere/at all"], "There is no folder '/nowhere/at all'"),
        (["index", "/etc/passwd"], "There is no folder"),
        (["index", "--workers", "0", "/tmp"], "must be at least 1"),
        (["search", "a.jpg"], "There is no library"),
        (["skipped"], "There is no library"),
        (["models", "list"], "There is no library"),
        (["check"], "There is no library"),
    ],
)
def test_wrong_input_to_a_new_library_is_one_sentence(run: Running, arguments: list[str], sentence: str):
    assert sentence in run.refused(*arguments)


def test_the_librarys_own_folder_is_not_indexed(known: Running):
    assert "own folder" in known.refused("index", known.library)
    document = known.json("index", Path(known.library).parent)
    assert (document["found"], document["skipped"]) == (30, 0), "it may lie among the photos, and is left out"


# --- search


def test_search_gives_the_nearest_with_all_that_was_promised(known: Running, photos: Path):
    library = open_library(known.library)
    with library.writing() as db:
        labels.assign(db, "round", [hit_id(db, b"discs/discs-1.jpg")])
        labels.assign(db, "blue", [hit_id(db, b"discs/discs-1.jpg")])
    library.close()
    document = known.json("search", photos / "discs/discs-1.jpg", "-k", "6")
    assert set(document) == {"version", "bits", "seconds", "hits"}
    assert (document["version"], document["bits"], len(document["hits"])) == (1, 256, 6)
    for hit in document["hits"]:
        assert set(hit) == {"id", "path", "distance", "feature_similarity", "labels"}
        assert Path(hit["path"]).parent.name == "discs"
    first = document["hits"][0]
    assert (first["path"], first["distance"]) == (str(photos / "discs/discs-1.jpg"), 0)
    assert first["labels"] == ["blue", "round"]
    assert first["feature_similarity"] == pytest.approx(1)
    assert len(known.json("search", photos / "discs/discs-1.jpg")["hits"]) == 20


def hit_id(db: Any, path: bytes) -> int:
    return int(db.execute("SELECT image_id FROM files WHERE path = ?", (path,)).fetchone()[0])


def test_a_library_of_an_older_program_is_searched_at_once(known: Running, photos: Path):
    file = Path(known.library) / "library.db"
    now = sqlite3.connect(file)
    now.execute("ALTER TABLE features RENAME COLUMN numbers TO vector")
    now.execute(f"PRAGMA user_version = {len(migrations.LIBRARY) - 1}")
    now.close()
    assert len(known.json("search", photos / "discs/discs-1.jpg")["hits"]) == 20
    assert file.with_name(f"library.db.before-{len(migrations.LIBRARY)}").exists()


def test_search_for_a_person_is_a_line_a_hit(known: Running, photos: Path):
    assert known("search", photos / "discs/discs-1.jpg", "-k", "3") == 0
    lines = known.out.splitlines()
    assert len(lines) == 3
    assert lines[0] == f"   0  {photos / 'discs/discs-1.jpg'}"


def names(document: Any) -> list[str]:
    return [Path(hit["path"]).stem.split("-")[0] for hit in document["hits"]]


def test_search_leaves_out_what_was_rejected_unless_it_is_asked_for(known: Running, photos: Path):
    library = open_library(known.library)
    with library.writing() as db:
        decisions.put(db, hit_id(db, b"discs/discs-1.jpg"), hit_id(db, b"discs/discs-2.jpg"), same=False)
    library.close()
    rejected = str(photos / "discs/discs-2.jpg")
    hits = known.json("search", photos / "discs/discs-1.jpg", "-k", "30")["hits"]
    assert rejected not in [hit["path"] for hit in hits]
    hits = known.json("search", photos / "discs/discs-1.jpg", "-k", "30", "--show-rejected")["hits"]
    assert [hit["path"] for hit in hits if hit["rejected"]] == [rejected]
    assert known("search", photos / "discs/discs-1.jpg", "-k", "30", "--show-rejected") == 0
    assert [line for line in known.out.splitlines() if line.endswith(f"{rejected}  (rejected)")]


def test_search_by_filters_alone_and_with_a_picture(known: Running, photos: Path):
    document = known.json("search", "--text", "folder:discs -name:discs-1")
    assert set(document) == {"version", "bits", "seconds", "found", "hits"}
    assert document["found"] == 5
    assert set(names(document)) == {"discs"}
    assert [hit["distance"] for hit in document["hits"]] == [None] * 5
    assert len(known.json("search", "--text", "jpg", "-k", "7")["hits"]) == 7
    assert known.json("search", "--after", "2000", "--before", "2001")["found"] == 0
    assert known.json("search", "--after", "2000", "--folder", photos / "leaves")["found"] == 6
    assert known.json("search", "--camera", "Pixel 8")["found"] == 0
    near = known.json("search", photos / "discs/discs-1.jpg", "--text", "folder:leaves", "-k", "30")
    assert names(near) == ["leaves"] * 6
    assert near["hits"][0]["distance"] > 0
    assert known("search", "--text", "name:discs-1") == 0
    assert known.out.strip().endswith("discs-1.jpg")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--text", "iso:many"], "“iso:many” is no number"),
        (["--after", "soon"], "“soon” is no date"),
        (["--text", "cat", "--minus", "a.jpg"], "--minus and --crop are about pictures"),
        (["--label", "none"], "There is no label “none”"),
    ],
)
def test_a_search_that_cannot_be_says_why(known: Running, arguments: list[str], sentence: str):
    assert known("search", *arguments) == 1
    assert sentence in known.err


def test_search_by_several_pictures_with_minus_a_part_and_filters(known: Running, photos: Path, tmp_path: Path):
    discs, leaves = photos / "discs/discs-0.jpg", photos / "leaves/leaves-0.jpg"
    assert sorted(names(known.json("search", discs, leaves, "-k", "12"))) == sorted(["discs", "leaves"] * 6)
    minus = known.json("search", discs, "--minus", leaves, "-k", "30")
    assert str(leaves) not in [hit["path"] for hit in minus["hits"]]
    both = tmp_path / "both.png"
    picture = Image.new("RGB", (448, 160))
    picture.paste(photo("discs", 30), (0, 0))
    picture.paste(photo("bricks", 31), (224, 0))
    picture.save(both)
    assert names(known.json("search", both, "--crop", "224,0,224,160", "-k", "5")) == ["bricks"] * 5
    assert names(known.json("search", discs, "--folder", photos / "stripes")) == ["stripes"] * 6
    assert known("search", discs, "--label", "none") == 1
    assert "no label" in known.err
    near = known.json("search", discs, "--max-distance", "90", "--min-distance", "1")["hits"]
    assert near
    assert all(1 <= hit["distance"] <= 90 for hit in near)
    (photos / "discs/discs-3.jpg").unlink()
    known.json("index")
    everything = known.json("search", discs, "-k", "50")["hits"]
    there = known.json("search", discs, "-k", "50", "--hide-missing")["hits"]
    assert (len(everything), len(there)) == (30, 29)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["-k", "0"], "must be at least 1"),
        (["-k", "-3"], "must be at least 1"),
        (["--crop", "1,2,3"], "--crop wants four whole numbers"),
        (["--crop", "a,b,c,d"], "--crop wants four whole numbers"),
        (["--crop", "0,0,0,5"], "must lie inside it and not be empty"),
        (["--crop", "9999,0,5,5"], "lies outside the picture"),
        (["--max-distance", "-1"], "must not be smaller"),
        (["--min-distance", "-1"], "must not be negative"),
        (["--minus", "/nowhere.jpg"], "cannot be opened (No such file or directory)"),
        (["/nowhere.jpg"], "cannot be opened (No such file or directory)"),
        (["/"], "cannot be opened"),
    ],
)
def test_a_query_that_makes_no_sense_is_one_sentence(known: Running, photos: Path, options, sentence: str):
    assert sentence in known.refused("search", photos / "discs/discs-1.jpg", *options)
    assert sentence in known.refused("search", photos / "discs/discs-1.jpg", *options, "--json")


def test_what_is_no_picture_is_one_sentence(known: Running, tmp_path: Path):
    (tmp_path / "text.jpg").write_text("no picture")
    assert "This picture cannot be used: " in known.refused("search", tmp_path / "text.jpg")


def test_a_library_without_pictures_has_nothing_to_search(run: Running, photos: Path, tmp_path: Path):
    (tmp_path / "empty").mkdir()
    assert run("index", tmp_path / "empty") == 0
    assert "Nothing is indexed yet" in run.refused("search", photos / "discs/discs-1.jpg")


# --- the other commands


def test_skipped_lists_reasons_and_lets_them_be_tried_again(known: Running, photos: Path):
    (photos / "bad.jpg").write_bytes(b"nothing")
    assert known.json("skipped") == []
    known.json("index")
    (row,) = known.json("skipped")
    assert set(row) == {"path", "kind", "reason"}
    assert row["path"] == str(photos / "bad.jpg")
    assert known("skipped") == 0
    assert known.out == f"{row['path']}: {row['reason']}\n"
    assert known.json("skipped", "--retry") == [row]
    assert known.json("skipped") == []
    assert known.json("index")["skipped"] == 1


def test_models_are_listed(known: Running):
    (row,) = known.json("models", "list")
    assert row["active"] is True
    assert (row["version"], row["bits"], row["codes"]) == (1, 256, 30)
    assert set(row) == {"version", "name", "method", "bits", "backbone", "created_at", "active", "codes"}
    assert known("models", "list") == 0
    assert known.out.startswith("*   1  Built-in")


def test_check_says_what_is_wrong_and_repairs_it(known: Running):
    assert known.json("check") == {"ok": True, "findings": []}
    assert known("check") == 0
    assert known.out == "All is well.\n"
    with sqlite3.connect(Path(known.library) / "library.db") as db:
        db.execute("UPDATE codes SET code = zeroblob(32) WHERE image_id = 5")
    db.close()
    assert known("check", "--json") == 1
    found = json.loads(known.out)
    assert found["ok"] is False
    assert found["findings"] == [{"what": "codes of version 1 are damaged", "count": 1, "repaired": False}]
    assert known("check") == 1
    assert known.out == "codes of version 1 are damaged (1)\n"
    assert known("check", "--repair") == 0
    assert known.out == "codes of version 1 are damaged (1): mended\n"
    assert known.json("check") == {"ok": True, "findings": []}


def test_check_says_while_the_backup_waits_for_a_damaged_row(known: Running, photos: Path):
    known("labels", "add", "sea", photos / "discs/discs-0.jpg")
    with sqlite3.connect(Path(known.library) / "library.db") as db:
        db.execute("UPDATE labels SET name = 'mountain'")
    db.close()
    assert known("check") == 1
    assert known.out.splitlines()[-1] == "Until this is mended, the backup of your labels is not renewed."
    known("check", "--repair")
    assert known("check") == 0


def test_those_who_only_look_leave_no_files_behind(known: Running, photos: Path):
    before = sorted(os.listdir(known.library))
    for command in (["check"], ["search", photos / "discs/discs-0.jpg"], ["models", "list"]):
        known.json(*command)
        assert sorted(os.listdir(known.library)) == before


# --- all commands


@pytest.mark.parametrize("options", [["--library", "X"], ["--json"]])
def test_common_options_may_stand_before_or_after_the_command(known: Running, options: list[str], capsys):
    library = known.library
    options = [library if option == "X" else option for option in options]
    rest = ["--json"] if "--library" in options else ["--library", library]
    for arguments in (
        [*options, *rest, "models", "list"],
        [*rest, "models", *options, "list"],
        [*rest, "models", "list", *options],
    ):
        assert main(arguments) == 0
        assert json.loads(capsys.readouterr().out)[0]["codes"] == 30


def test_the_library_may_be_named_by_the_variable(known: Running, capsys, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DUALHASH_LIBRARY", known.library)
    assert main(["models", "list", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["sing"],
        ["search"],
        ["search", "a.jpg", "-k", "many"],
        ["index", "--fast"],
        ["models"],
        ["models", "burn"],
    ],
)
def test_wrong_usage_is_exit_code_2(arguments: list[str], capsys):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "usage: dualhash" in captured.err


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_explains_itself(command: str, capsys):
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert "usage: dualhash" in capsys.readouterr().out


@pytest.mark.parametrize(
    "command", [["index"], ["search", "a.jpg"], ["skipped"], ["labels", "list"], ["models", "list"], ["check"]]
)
def test_a_newer_library_is_refused_by_every_command(known: Running, command: list[str]):
    with sqlite3.connect(Path(known.library) / "library.db") as db:
        db.execute("CREATE TABLE of_the_future (id INTEGER)")
        db.execute("PRAGMA user_version = 99")
    db.close()
    assert "newer DualHash" in known.refused(*command)


@pytest.mark.parametrize("command", [["index"], ["skipped", "--retry"], ["check", "--repair"]])
def test_a_library_open_elsewhere_is_not_written(indexed: IndexedLibrary, capsys, command: list[str]):
    assert "only be read" in Running(capsys, indexed.library.path).refused(*command)


def test_a_library_open_elsewhere_is_searched(indexed: IndexedLibrary, capsys):
    known = Running(capsys, indexed.library.path)
    assert len(known.json("search", indexed.photos / "discs/discs-1.jpg")["hits"]) == 20
    assert known.json("check")["ok"]
