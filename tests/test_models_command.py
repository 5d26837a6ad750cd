"""`dualhash models …`: versions listed, activated, renamed, removed, exported and imported from the terminal."""

import os
import sqlite3
from pathlib import Path

import pytest

from engine.cli import main
from engine.library import open_library
from engine.model import model_files
from engine.model.backbones import trainable_network, write_tuned
from engine.model.linear_hash import random_projection
from engine.store import versions
from tests.command_line import Running, known, run
from tests.conftest import IndexedLibrary
from tests.folder_state import folder_state
from tests.model.exported_files import exported_bytes, numbers

__all__ = ["known", "run"]

SETTINGS = {"bits": 16, "base_bits": 8}
ROW_KEYS = {"version", "name", "method", "bits", "backbone", "created_at", "active", "codes"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """An exported version that somebody trained elsewhere."""
    path = tmp_path / "cats.safetensors"
    path.write_bytes(
        exported_bytes(about={"details": {"after": {"mAP": 0.8125}, "labels": 12, "settings": SETTINGS}})
    )
    return path


def test_a_version_is_imported_activated_searched_by_and_left_again(known: Running, file: Path, photos: Path):
    imported = known.json("models", "import", file)
    assert set(imported) == ROW_KEYS | {"after", "labels", "settings"}
    assert (imported["version"], imported["name"], imported["active"], imported["codes"]) == (2, "Cats", False, 0)
    document = known.json("models", "activate", "Cats")
    assert document == {"version": 2, "name": "Cats", "codes": 30, "without_code": 0}
    assert "Making codes" in known.err
    found = known.json("search", photos / "discs/discs-1.jpg")
    assert (found["version"], found["bits"], found["hits"][0]["distance"]) == (2, 16, 0)
    assert "version-2.codes" in os.listdir(Path(known.library) / "index")
    assert "active version cannot be removed" in known.refused("models", "remove", "2")
    assert known("models", "activate", "1") == 0
    assert known.out == "Version 1 (Built-in) is active; 30 pictures have its code.\n"
    assert known.json("models", "remove", "Cats") == {"version": 2, "name": "Cats", "removed": True}
    assert [row["version"] for row in known.json("models", "list")] == [1]
    assert known.json("check")["ok"]


def test_the_list_says_what_training_measured(known: Running, file: Path):
    known.json("models", "import", file)
    plain, measured = known.json("models", "list")
    assert set(plain) == ROW_KEYS
    assert (measured["after"], measured["labels"], measured["settings"]) == ({"mAP": 0.8125}, 12, SETTINGS)
    assert known("models", "list") == 0
    lines = known.out.splitlines()
    assert lines[0].startswith("*   1  Built-in")
    assert lines[1].startswith("    2  Cats  (dualhash, 16 bits, 0 codes, ")
    assert lines[1].endswith(", 12 labels, mAP 0.812)")


HOSTILE = [{"after": "much"}, {"after": {"mAP": "\x1b[31m"}}, {"after": [], "labels": {}}, {"labels": "many"}]


def test_a_list_with_hostile_figures_is_printed_all_the_same(known: Running, tmp_path: Path):
    for number, details in enumerate(HOSTILE, start=2):
        (tmp_path / "file").write_bytes(exported_bytes(about={"details": details}))
        assert known("models", "import", tmp_path / "file") == 0, details
        assert known("models", "list") == 0, details
        assert all(line.isprintable() for line in known.out.splitlines()), details
        assert known.json("models", "list")[-1]["version"] == number


def test_a_version_is_renamed(known: Running, file: Path):
    known.json("models", "import", file)
    assert known.json("models", "rename", "2", " Tom\tcats ")["name"] == "Tom cats"
    assert known("models", "rename", "Tom cats", "Built-in") == 0
    assert known.out == "Version 2 is now named Built-in.\n"
    assert "Several model versions are named 'Built-in'" in known.refused("models", "remove", "Built-in")
    assert "at least one visible character" in known.refused("models", "rename", "2", "\n")


def test_export_and_import_from_library_to_library(known: Running, run: Running, tmp_path: Path, photos: Path):
    target = tmp_path / "version.safetensors"
    document = known.json("models", "export", "Built-in", target)
    assert document == {"version": 1, "file": str(target), "bytes": target.stat().st_size}
    assert "There is a file" in known.refused("models", "export", "1", target)
    assert known("models", "export", "1", target, "--force") == 0
    assert known.out.startswith(f"Version 1 (Built-in) is written to {target}")
    other = Running(known.capsys, str(tmp_path / "another"))
    imported = other.json("models", "import", target)
    assert (imported["method"], imported["active"]) == ("imported built-in projection", True)
    other.json("index", photos)
    assert [row["codes"] for row in other.json("models", "list")] == [30], "it serves, as the one that was chosen"
    query = ["search", photos / "discs/discs-1.jpg", "-k", "30"]
    hits = [[(hit["path"], hit["distance"]) for hit in one.json(*query)["hits"]] for one in (known, other)]
    assert hits[0] == hits[1]


def test_only_of_a_file_without_a_checksum_it_is_said_that_it_cannot_be_verified(known: Running, file: Path):
    known("models", "import", file)
    assert known.out.count("whether it is damaged cannot be told") == 1
    known("models", "export", "2", file, "--force")
    known("models", "import", file)
    assert "models activate 3" in known.out
    assert "checksum" not in known.out


CANNOT_BE_DONE = [
    (["activate", "7"], "There is no model version '7'"),
    (["activate", "Dogs"], "There is no model version 'Dogs'"),
    (["remove", "1"], "active version cannot be removed"),
    (["rename", "1", ""], "at least one visible character"),
    (["export", "1", "/nowhere/at all/file"], "cannot be written"),
    (["export", "9", "/tmp/file"], "There is no model version '9'"),
    (["import", "/nowhere"], "The file '/nowhere' cannot be read"),
    (["import", "/"], "is not a valid model file"),
    (["import", "/dev/zero"], "is not a valid model file"),
    (["import", __file__], "is not a valid model file"),
]


def test_what_cannot_be_done_is_one_sentence_and_changes_nothing(known: Running):
    models = Path(known.library) / "models"
    before = folder_state(models), known.json("models", "list")
    for arguments, sentence in CANNOT_BE_DONE:
        assert sentence in known.refused("models", *arguments), arguments
        assert sentence in known.refused("models", *arguments, "--json"), arguments
        assert (folder_state(models), known.json("models", "list")) == before, arguments


@pytest.mark.parametrize("arguments", [["activate"], ["rename", "1"], ["export", "1"], ["import"], ["remove"]])
def test_something_left_out_is_wrong_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        main(["models", *arguments])
    assert ended.value.code == 2
    assert "usage: dualhash models" in capsys.readouterr().err


def test_what_only_reads_works_while_the_library_is_open_elsewhere(indexed: IndexedLibrary, capsys, file: Path):
    known = Running(capsys, indexed.library.path)
    assert len(known.json("models", "list")) == 1
    assert known.json("models", "export", "1", file.parent / "out")["bytes"] > 0
    for arguments in (["activate", "1"], ["remove", "1"], ["rename", "1", "x"], ["import", file]):
        assert "only be read" in known.refused("models", *arguments)


def test_a_version_on_a_tuned_network_is_activated_and_searched_by(known: Running, photos: Path, tmp_path: Path):
    """Its features are read from the pictures by its own network, which goes along when it is exported."""
    library = open_library(known.library)
    space = write_tuned(library.models_folder, "efficientnet_lite0", trainable_network("efficientnet_lite0"))
    name, checksum = model_files.write(library.models_folder, random_projection(numbers(50, 1280), 64))
    with library.writing() as db:
        about = {"name": "Tuned", "method": "dualhash", "bits": 64, "backbone": space.name, "details": {}}
        versions.add(db, file=name, file_checksum=checksum, **about)
    library.close()
    assert known.json("models", "activate", "Tuned")["codes"] == 30
    query = ["search", photos / "discs/discs-1.jpg", "-k", "6"]
    found = known.json(*query)
    assert (found["version"], found["hits"][0]["distance"]) == (2, 0)
    known.json("models", "export", "Tuned", tmp_path / "tuned")
    imported = known.json("models", "import", tmp_path / "tuned")
    assert imported["backbone"] == space.name
    known.json("models", "activate", imported["version"])
    assert known.json(*query)["hits"] == found["hits"]
    known.json("models", "remove", "2")
    assert known.json(*query)["hits"] == found["hits"]
    assert known.json("check")["ok"]


def damage(known: Running, version: int, details: str) -> None:
    """More than one bit of what a version says of itself."""
    db = sqlite3.connect(Path(known.library) / "library.db", isolation_level=None)
    db.execute("UPDATE model_versions SET details = ? WHERE id = ?", (details, version))
    db.close()


@pytest.mark.parametrize("details", ["", "[1, 2]", "no JSON", "[" * 20_000], ids=["empty", "list", "text", "deep"])
def test_a_damaged_version_costs_that_version_alone(
    known: Running, file: Path, photos: Path, details: str, caplog: pytest.LogCaptureFixture
):
    known.json("models", "import", file)
    known.json("models", "activate", "Cats")
    for name in ("backup.json", "backup-before.json"):
        (Path(known.library) / name).unlink(missing_ok=True)
    damage(known, 2, details)
    built_in, damaged = known.json("models", "list")
    assert (built_in["active"], damaged["active"], damaged["damaged"]) == (True, False, True)
    assert [damaged[key] for key in ("method", "bits", "backbone", "created_at", "codes")] == [None] * 5
    assert "The description of model version 2 is damaged; version 1 (Built-in) serves." in caplog.text
    assert known("models", "list") == 0
    assert known.out.splitlines()[1].startswith("!   2  Cats  (damaged")
    assert known.json("search", photos / "discs/discs-1.jpg")["version"] == 1
    assert known("check") == 1
    assert "descriptions of model versions are damaged (1)" in known.out
    assert "cannot serve" in known.refused("models", "activate", "2")
    assert known("check", "--repair") == 1
    assert "the description of model version 2 is damaged" in known.out
    assert known.json("models", "remove", "2")["removed"] is True
    assert known.json("search", photos / "discs/discs-1.jpg")["version"] == 1
    assert known.json("check") == {"ok": True, "findings": []}


def test_a_damaged_version_comes_back_from_the_backup(known: Running, file: Path, photos: Path):
    known.json("models", "import", file)
    known.json("models", "activate", "Cats")
    before = known.json("models", "list")
    damage(known, 2, "no JSON")
    assert known("check", "--repair") == 0
    assert known.json("models", "list") == before
    assert known.json("search", photos / "discs/discs-1.jpg")["version"] == 2
    assert known.json("check") == {"ok": True, "findings": []}
