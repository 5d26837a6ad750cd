"""The backup of what cannot be computed again, and starting anew from it."""

import os
from pathlib import Path

import pytest

from engine.cli import main
from engine.errors import DamagedLibraryError
from engine.jobs.indexing import index
from engine.library import Library, open_library, restore_library
from engine.progress import finish
from engine.store import backup, browsing, decisions, folder_answers, folders, images, label_edits, labels
from engine.store.backup import read, restore
from engine.store.folder_answers import FolderAnswer
from engine.store.images import PictureFacts
from engine.store.label_edits import Give, SetColour, SetHotkey
from tests.conftest import CPU, IndexedLibrary


def labelled(library: IndexedLibrary) -> list[int]:
    """Gives the first three images labels and a decision; their ids."""
    ids = browsing.browsed(library.library.db, browsing.Browse()).ids.tolist()[:3]
    with library.library.writing() as db:
        labels.assign(db, "holiday", ids)
        labels.assign(db, "Ärger, 日本", ids[:1])
        decisions.put(db, ids[0], ids[1], same=False)
    return ids


def labels_by_path(path: str) -> dict[bytes, list[str]]:
    library = open_library(path)
    try:
        ids = browsing.browsed(library.db, browsing.Browse()).ids.tolist()
        found = labels.of_images(library.db, ids)
        return {images.get(library.db, [i])[i].path: names for i, names in found.items()}
    finally:
        library.close()


def damage(path: Path, how: str) -> None:
    file = path / "library.db"
    if how == "truncated":
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    else:
        file.write_bytes(b"this is no database" * 100)


@pytest.mark.parametrize("how", ["truncated", "overwritten"])
def test_a_damaged_library_is_put_aside_and_labels_return_with_their_pictures(
    indexed: IndexedLibrary, how: str
) -> None:
    labelled(indexed)
    path = indexed.library.path
    indexed.library.close()
    before = labels_by_path(path)
    damage(Path(path), how)
    damaged = (Path(path) / "library.db").read_bytes()

    with pytest.raises(DamagedLibraryError):
        open_library(path)
    assert (Path(path) / "library.db").read_bytes() == damaged
    assert restore_library(path) == 4

    library = open_library(path)
    finish(index(library, library.folders(), device=CPU))
    library.close()
    assert labels_by_path(path) == before
    assert len(before) == 3
    assert [p.read_bytes() for p in Path(path).glob("library.db.damaged-*")] == [damaged]


def test_decisions_and_the_active_version_return(indexed: IndexedLibrary) -> None:
    first, second, _ = labelled(indexed)
    path = indexed.library.path
    paths = [images.get(indexed.library.db, [i])[i].path for i in (first, second)]
    indexed.library.close()
    damage(Path(path), "overwritten")
    restore_library(path)

    library = open_library(path)
    finish(index(library, library.folders(), device=CPU))
    by_path = {image.path: i for i, image in images.get(library.db, list(range(1, 200))).items()}
    assert decisions.of_query(library.db, by_path[paths[0]]) == {by_path[paths[1]]: False}
    assert main(["check", "--library", path]) == 0
    library.close()


def test_the_backup_follows_every_change_and_only_changes(indexed: IndexedLibrary) -> None:
    file = Path(indexed.library.path) / "backup.json"
    indexed.library.save_backup()
    first = file.stat().st_mtime_ns
    indexed.library.save_backup()
    assert file.stat().st_mtime_ns == first
    labelled(indexed)
    indexed.library.save_backup()
    assert "holiday" in file.read_text()


def test_the_backup_of_an_unchanged_library_is_not_written_again(indexed: IndexedLibrary) -> None:
    file = Path(indexed.library.path) / "backup.json"
    indexed.library.save_backup()
    labelled(indexed)
    indexed.library.save_backup()
    kept = Path(backup.before(str(file))).read_bytes()
    os.utime(file, (1, 1))
    assert not backup.save_if_changed(indexed.library.db, str(file))
    indexed.library.close()
    open_library(indexed.library.path).close()
    assert file.stat().st_mtime == 1
    assert Path(backup.before(str(file))).read_bytes() == kept, "the one before is still another one"


def test_an_empty_library_needs_no_backup(library: Library) -> None:
    assert not backup.save_if_changed(library.db, str(Path(library.path) / "backup.json"))
    library.close()
    assert not (Path(library.path) / "backup.json").exists()


def test_labels_given_before_the_picture_was_read_are_backed_up_once_it_is(library: Library) -> None:
    with library.writing() as db:
        pending = images.add_pending(db)
        labels.assign(db, "early", [pending])
    library.save_backup()
    assert backed_up(library) == []
    with library.writing() as db:
        images.set_facts(db, pending, facts(b"\x01"))
    library.save_backup()
    assert backed_up(library) == [["01", "early"]]


def test_the_backup_follows_a_labelled_picture_that_is_edited(library: Library) -> None:
    with library.writing() as db:
        image_id = images.add_pending(db)
        images.set_facts(db, image_id, facts(b"\x01"))
        labels.assign(db, "kept", [image_id])
    library.save_backup()
    with library.writing() as db:
        images.set_facts(db, image_id, facts(b"\x02"))
    library.save_backup()
    assert backed_up(library) == [["02", "kept"]]


def test_a_label_whose_name_would_be_refused_today_returns_from_the_backup(library: Library) -> None:
    stored = {"folders": [], "labels": [["a; b\n", None]], "assignments": [["01", "a; b\n"]]}
    with library.writing() as db:
        assert restore(db, stored | {"decisions": [], "versions": []}) == 1
    assert labels.all_labels(library.db) == {"a; b\n": 1}


def backed_up(library: Library) -> list[list[str]]:
    stored = read(str(Path(library.path) / "backup.json"))
    assert stored is not None
    return stored["assignments"]


def facts(content: bytes) -> PictureFacts:
    return PictureFacts(content, "JPEG", 4, 3, None, None)


def test_a_damaged_backup_is_written_anew(indexed: IndexedLibrary) -> None:
    labelled(indexed)
    indexed.library.save_backup()
    file = Path(indexed.library.path) / "backup.json"
    good = file.read_bytes()
    file.write_bytes(good.replace(b"holiday", b"holidaz"))
    indexed.library.save_backup()
    assert file.read_bytes() == good


def test_if_the_backup_is_damaged_the_one_before_serves(indexed: IndexedLibrary) -> None:
    labelled(indexed)
    indexed.library.save_backup()
    with indexed.library.writing() as db:
        labels.assign(db, "later", [1])
    indexed.library.close()
    path = Path(indexed.library.path)
    damage(path, "overwritten")
    (path / "backup.json").write_bytes(b"nonsense")
    assert restore_library(str(path)) == 4
    assert list(path.glob("backup.json.damaged-*"))


def test_with_every_backup_damaged_it_begins_anew_and_keeps_all_beside(indexed: IndexedLibrary) -> None:
    labelled(indexed)
    indexed.library.close()
    path = Path(indexed.library.path)
    damage(path, "overwritten")
    for name in ("backup.json", "backup-before.json"):
        (path / name).write_bytes(b"nonsense")
    assert restore_library(str(path)) == 0
    open_library(str(path)).close()
    assert len(list(path.glob("backup*.damaged-*"))) == 2


@pytest.mark.parametrize("how", ["empty", "gone"])
def test_an_empty_or_vanished_database_is_not_begun_anew_over_the_backup(indexed: IndexedLibrary, how: str) -> None:
    labelled(indexed)
    indexed.library.close()
    path = Path(indexed.library.path)
    for file in path.glob("library.db*"):
        file.unlink()
    if how == "empty":
        (path / "library.db").touch()
    backup = (path / "backup.json").read_bytes()
    assert main(["index", "--library", str(path)]) == 1
    assert (path / "backup.json").read_bytes() == backup
    assert main(["check", "--repair", "--library", str(path)]) == 0
    assert main(["index", "--library", str(path)]) == 0
    assert len(labels_by_path(str(path))) == 3


def test_torn_pages_are_said_and_repaired_from_the_backup(
    indexed: IndexedLibrary, capsys: pytest.CaptureFixture[str]
) -> None:
    labelled(indexed)
    indexed.library.close()
    file = Path(indexed.library.path) / "library.db"
    data = bytearray(file.read_bytes())
    for start in range(4096, len(data), 8192):
        data[start : start + 4096] = b"\xa5" * len(data[start : start + 4096])
    file.write_bytes(data)
    assert main(["skipped", "--library", indexed.library.path]) == 1
    assert "check --repair" in capsys.readouterr().err
    assert main(["check", "--repair", "--library", indexed.library.path]) == 0
    assert main(["index", "--library", indexed.library.path]) == 0
    assert len(labels_by_path(indexed.library.path)) == 3


def test_check_says_how_to_repair_and_repairs(indexed: IndexedLibrary, capsys: pytest.CaptureFixture[str]) -> None:
    labelled(indexed)
    path = indexed.library.path
    indexed.library.close()
    damage(Path(path), "overwritten")
    assert main(["check", "--library", path]) == 1
    assert "check --repair" in capsys.readouterr().err
    assert main(["check", "--repair", "--library", path]) == 0
    assert main(["check", "--library", path]) == 0


def test_damaged_thumbnails_are_put_aside_and_made_anew(indexed: IndexedLibrary) -> None:
    path = indexed.library.path
    indexed.library.close()
    (Path(path) / "thumbnails.db").write_bytes(b"nonsense" * 100)
    library = open_library(path)
    result = finish(index(library, library.folders(), device=CPU))
    assert result.added == result.changed == 0
    assert library.thumbnails_db.execute("SELECT count(*) FROM thumbnails").fetchone()[0] == result.found
    library.close()
    assert list(Path(path).glob("thumbnails.db.damaged-*"))


def test_colours_and_hotkeys_of_labels_come_back_and_an_older_backup_has_none(library: Library, tmp_path: Path):
    with library.writing() as db:
        label_edits.apply(db, Give({"cat": [], "dog": []}))
        label_edits.apply(db, SetColour("cat", "#112233"))
        label_edits.apply(db, SetHotkey("dog", "W"))
    backup.save_if_changed(library.db, str(tmp_path / "saved.json"))
    stored = read(str(tmp_path / "saved.json"))
    older = {key: value for key, value in stored.items() if key != "hotkeys"}
    for saved, hotkeys in ((stored, ["1", "W"]), (older, [None, None])):
        with library.writing() as db:
            db.execute("DELETE FROM labels")
            restore(db, saved)
        rows = library.db.execute("SELECT name, colour, hotkey FROM labels ORDER BY name").fetchall()
        assert rows == [("cat", "#112233", hotkeys[0]), ("dog", None, hotkeys[1])]


def test_what_was_answered_about_folders_comes_back_and_an_older_backup_has_none(library: Library, tmp_path: Path):
    with library.writing() as db:
        for name, answer in (
            (b"/a", FolderAnswer(True, True, "path")),
            (b"/b", FolderAnswer(False)),
            (b"/c", None),
        ):
            folder = folders.add(db, name)
            if answer is not None:
                folder_answers.put(db, folder.id, answer)
    backup.save_if_changed(library.db, str(tmp_path / "saved.json"))
    stored = read(str(tmp_path / "saved.json"))
    assert stored is not None
    before = folder_answers.all_answers(library.db)
    for saved, answers in ((stored, list(before.values())), (stored | {"answers": []}, [])):
        with library.writing() as db:
            db.execute("DELETE FROM folders")
            restore(db, saved)
        assert list(folder_answers.all_answers(library.db).values()) == answers
