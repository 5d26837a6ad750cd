"""Every kind of damage is found, and what can be computed again is mended."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.errors import DamagedLibraryError, UserError
from engine.jobs import checking, page_checking
from engine.jobs.checking import Finding, check
from engine.jobs.indexing import index
from engine.library import Library, open_library
from engine.progress import finish
from engine.search import saved_index
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.store import (
    checked_rows,
    decisions,
    images,
    labels,
    metadata_rows,
    migrations,
    row_repair,
    versions,
)
from engine.store.connection import Database
from tests.behind_the_back import behind_the_back
from tests.conftest import IndexedLibrary
from tests.jobs.library_state import active_codes, library_state


def checked(library: Library, repair: bool = False) -> dict[str, Finding]:
    return {finding.what: finding for finding in finish(check(library, repair))}


def flip(library: Library, thumbnails: bool, sql: str, select: str) -> None:
    """Flip one bit in the middle of a blob, behind the back of the store."""
    db = library.thumbnails_db if thumbnails else library.db
    key, blob = db.execute(select).fetchone()
    changed = bytearray(blob)
    changed[len(changed) // 2] ^= 4
    db.execute(sql, (bytes(changed), key))


def flip_file(path: str) -> None:
    with open(path, "r+b") as file:
        file.seek(os.path.getsize(path) // 2)
        byte = file.read(1)[0]
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte ^ 1]))


def flip_code(library: Library) -> None:
    flip(library, False, "UPDATE codes SET code = ? WHERE image_id = ?", "SELECT image_id, code FROM codes LIMIT 1")


def flip_features(library: Library) -> None:
    select = "SELECT image_id, numbers FROM features LIMIT 1"
    flip(library, False, "UPDATE features SET numbers = ? WHERE image_id = ?", select)


def flip_thumbnail(library: Library) -> None:
    select = "SELECT image_id, jpeg FROM thumbnails LIMIT 1"
    flip(library, True, "UPDATE thumbnails SET jpeg = ? WHERE image_id = ?", select)


def flip_model(library: Library) -> None:
    active = versions.active(library.db)
    assert active is not None
    flip_file(os.path.join(library.models_folder, active.file))


def lose_model(library: Library) -> None:
    for name in os.listdir(library.models_folder):
        os.unlink(os.path.join(library.models_folder, name))


def flip_saved_index(library: Library) -> None:
    active = versions.active(library.db)
    assert active is not None
    flip_file(saved_index.path_of(library.index_folder, active.id))


def lose_code(library: Library) -> None:
    library.db.execute("DELETE FROM codes WHERE image_id = 3")


def lose_features(library: Library) -> None:
    library.db.execute("DELETE FROM features WHERE image_id = 3")


def lose_thumbnails(library: Library) -> None:
    library.thumbnails_db.execute("DELETE FROM thumbnails WHERE image_id < 5")


def lose_active(library: Library) -> None:
    library.db.execute("UPDATE model_versions SET active = 0")


DAMAGE: list[tuple[Callable[[Library], None], str]] = [
    (flip_code, "codes of version 1 are damaged"),
    (flip_features, "features are damaged"),
    (flip_thumbnail, "thumbnails are damaged"),
    (flip_model, "the model file of version 1 (Built-in) is damaged"),
    (lose_model, "the model file of version 1 (Built-in) is damaged"),
    (flip_saved_index, "the saved index is damaged"),
    (lose_code, "pictures have no code of the active version"),
    (lose_features, "pictures have no features"),
    (lose_thumbnails, "pictures have no thumbnail"),
    (lose_active, "no model version is active"),
]


@pytest.fixture
def saved(indexed: IndexedLibrary) -> IndexedLibrary:
    """With a saved index."""
    searcher = Searcher(indexed.library)
    searcher.warm_up()
    searcher.save()
    return indexed


def test_a_healthy_library_has_no_findings(saved: IndexedLibrary):
    assert checked(saved.library) == {}
    assert checked(saved.library, repair=True) == {}


def test_an_empty_library_has_no_findings(library: Library):
    assert checked(library, repair=True) == {}


@pytest.mark.parametrize(("damage", "what"), DAMAGE, ids=[damage.__name__ for damage, _ in DAMAGE])
def test_damage_is_found_mended_and_gone(saved: IndexedLibrary, damage, what: str):
    library, healthy = saved.library, library_state(saved.library)
    damage(library)
    found = checked(library)
    assert what in found
    assert found[what].count >= 1
    assert not any(finding.repaired for finding in found.values())
    assert checked(library) == found, "looking changes nothing"
    mended = checked(library, repair=True)
    assert all(finding.repaired for finding in mended.values())
    saved.again()  # reads what had to be read again
    assert checked(library) == {}
    assert library_state(library) == healthy
    hits = Searcher(library).search(Query((QueryPicture(image_id=saved.id_of("discs/discs-0.jpg")),), k=6)).hits
    assert {saved.kind_of(hit.image_id) for hit in hits} == {"discs"}


def test_everything_damaged_at_once_is_mended(saved: IndexedLibrary):
    healthy = library_state(saved.library)
    for damage, _ in DAMAGE:
        damage(saved.library)
    assert len(checked(saved.library)) > 4
    checked(saved.library, repair=True)
    saved.again()
    checked(saved.library, repair=True)
    assert checked(saved.library) == {}
    assert len(active_codes(saved.library)) == 30
    # The codes are those of a version that was fitted without the pictures whose features were lost.
    assert without_codes(library_state(saved.library)) == without_codes(healthy)


def without_codes(state: dict[bytes, tuple[object, ...]]) -> dict[bytes, tuple[object, ...]]:
    return {path: (*row[:-2], row[-1]) for path, row in state.items()}


def test_damaged_features_of_a_missing_picture_are_made_when_it_is_back(saved: IndexedLibrary):
    healthy = library_state(saved.library)
    image_id, path = saved.id_of("discs/discs-0.jpg"), saved.photos / "discs/discs-0.jpg"
    away = path.rename(saved.photos.parent / "away.jpg")
    saved.again()
    db = saved.library.db
    db.execute("UPDATE features SET checksum = checksum + 1 WHERE image_id = ?", (image_id,))
    checked(saved.library, repair=True)
    assert checked(saved.library) == {}
    away.rename(path)
    saved.again()
    assert library_state(saved.library) == healthy


def say_something(library: Library) -> None:
    with library.writing() as db:
        labels.assign(db, "cat", [1, 2, 3])
        decisions.put(db, 1, 2, True)


def test_a_flipped_bit_in_what_the_user_said_is_turned_back(saved: IndexedLibrary):
    say_something(saved.library)
    saved.library.db.execute("UPDATE image_labels SET image_id = 9 WHERE image_id = 1")
    saved.library.db.execute("UPDATE decisions SET same = 0")
    whats = {"label assignments are damaged", "decisions are damaged"}
    assert set(checked(saved.library)) == whats
    mended = checked(saved.library, repair=True)
    assert {what for what, finding in mended.items() if finding.repaired} == whats
    assert checked(saved.library) == {}
    assert labels.images_with(saved.library.db, ["cat"]) == {1, 2, 3}
    assert decisions.all_decisions(saved.library.db) == [(1, 2, True)]


def test_more_damage_to_what_the_user_said_is_named_without_a_backup(saved: IndexedLibrary):
    say_something(saved.library)
    db = saved.library.db
    behind_the_back(saved.library, "UPDATE image_labels SET image_id = 999 WHERE image_id = 1")
    behind_the_back(saved.library, "UPDATE decisions SET same = 40")
    assert set(checked(saved.library)) >= {"label assignments are damaged", "decisions are damaged"}
    found = checked(saved.library, repair=True)
    assert set(found) == {"label assignments are lost", "decisions are lost"}
    assert not any(finding.repaired for finding in found.values())
    assert checked(saved.library) == {}
    assert labels.images_with(db, ["cat"]) == {2, 3}
    assert decisions.all_decisions(db) == []


def test_what_the_user_said_stays_where_it_may_be_right_and_is_named_without_a_backup(saved: IndexedLibrary):
    say_something(saved.library)
    behind_the_back(saved.library, "UPDATE decisions SET decided_at = 'long ago'")
    behind_the_back(saved.library, "UPDATE image_labels SET checksum = checksum + 70 WHERE image_id = 1")
    known = images.get(saved.library.db, [1, 2])
    first, second = os.fsdecode(known[1].path), os.fsdecode(known[2].path)
    assert checked(saved.library, repair=True).keys() == {
        f"the label “cat” of {first} is damaged: see whether it is right",
        f"what you decided of {first} and {second} is damaged: see whether it is right",
    }
    assert checked(saved.library) == {}
    assert decisions.all_decisions(saved.library.db) == [(1, 2, True)]
    assert labels.images_with(saved.library.db, ["cat"]) == {1, 2, 3}
    assert saved.library.save_backup() == "", "what is mended is backed up again"


def test_more_damage_to_what_the_user_said_is_restored_from_a_backup_that_is_up_to_date(saved: IndexedLibrary):
    say_something(saved.library)
    saved.library.save_backup()
    behind_the_back(saved.library, "UPDATE image_labels SET image_id = 14 WHERE image_id = 1")
    behind_the_back(saved.library, "UPDATE decisions SET same = 0, decided_at = 'long ago'")
    mended = checked(saved.library, repair=True)
    assert [finding.repaired for finding in mended.values()] == [True, True]
    assert checked(saved.library) == {}
    assert labels.images_with(saved.library.db, ["cat"]) == {1, 2, 3}
    assert decisions.all_decisions(saved.library.db) == [(1, 2, True)]


def test_a_trained_version_whose_file_is_damaged_is_reported_and_kept(saved: IndexedLibrary):
    with saved.library.writing() as db:
        db.execute("UPDATE model_versions SET method = 'dualhash', name = 'Mine'")
    flip_model(saved.library)
    found = checked(saved.library, repair=True)
    assert found["the model file of version 1 (Mine) is damaged"].repaired is False
    assert len(versions.all_versions(saved.library.db)) == 1


def test_a_version_whose_number_changed_gets_back_the_one_by_which_its_codes_call_it(saved: IndexedLibrary):
    library = saved.library
    with library.writing() as db:
        db.execute("INSERT INTO training_images (version_id, image_id) VALUES (1, 3)")
    library.save_backup()
    before = library_state(library)
    behind_the_back(library, "UPDATE model_versions SET id = 67585")  # more than one bit
    assert all(finding.repaired for finding in checked(library, repair=True).values())
    assert checked(library) == {}
    assert [version.id for version in versions.all_versions(library.db)] == [1]
    assert library.db.execute("SELECT version_id, image_id FROM training_images").fetchall() == [(1, 3)]
    assert library_state(library) == before


def test_a_page_of_the_database_that_is_overwritten_is_found(indexed: IndexedLibrary):
    path = Path(indexed.library.path) / "library.db"
    indexed.library.close()
    data = bytearray(path.read_bytes())
    for start in range(len(data) * 3 // 16384 * 4096, len(data), 4096):  # not the schema: it still opens
        data[start + 8 : start + 64] = os.urandom(56)
    path.write_bytes(data)
    library = open_library(indexed.library.path)
    assert any(what.startswith("library.db is damaged") for what in checked(library))
    with pytest.raises(DamagedLibraryError):
        checked(library, repair=True)
    library.close()
    assert path.read_bytes() == bytes(data), "nothing is written to it"


@pytest.mark.parametrize("text", [b"lighthouse", b"discs/discs-0.jpg"], ids=["label", "file"])
def test_a_bit_that_flips_in_the_file_is_turned_back_in_table_and_index(indexed: IndexedLibrary, text: bytes):
    library, path = indexed.library, Path(indexed.library.path) / "library.db"
    with library.writing() as db:
        labels.assign(db, "lighthouse", [1, 2])
    library.close()
    data = path.read_bytes()
    assert data.count(text) >= 2, "in the table and in its index"
    for place in (data.index(text), data.rindex(text)):
        flipped = bytearray(data)
        flipped[place] ^= 1
        path.write_bytes(flipped)
        library = open_library(indexed.library.path)
        found = checked(library, repair=True)
        assert all(finding.repaired for finding in found.values())
        assert checked(library) == {}
        assert labels.images_with(library.db, ["lighthouse"]) == {1, 2}
        assert len(images.get(library.db, range(1, 31))) == 30
        library.close()


def test_rows_that_point_nowhere_are_found(indexed: IndexedLibrary):
    db = indexed.library.db
    db.execute("PRAGMA foreign_keys = OFF")
    db.execute("INSERT INTO image_labels VALUES (999, 999, 0)")
    db.execute("PRAGMA foreign_keys = ON")
    assert checked(indexed.library)["library.db has rows that point nowhere"].count >= 1


def test_rows_of_every_table_that_point_nowhere_are_taken_away(indexed: IndexedLibrary):
    """An image is gone, and all that was said of it is still there."""
    library = indexed.library
    gone = indexed.id_of("discs/discs-0.jpg")
    with library.writing() as db:
        metadata_rows.note_all(db)
        labels.assign(db, "cat", [gone])
    db.execute("PRAGMA foreign_keys = OFF")
    db.execute("DELETE FROM images WHERE id = ?", (gone,))
    db.execute("PRAGMA foreign_keys = ON")
    pointing = set(row_repair.tables_pointing_nowhere(db))
    assert pointing >= {"files", "metadata", "metadata_again", "image_labels", "features", "codes", "pixel_codes"}
    checked(library, repair=True)
    assert row_repair.tables_pointing_nowhere(db) == []


def test_every_reference_of_the_schema_is_seen_to():
    db = sqlite3.connect(":memory:", isolation_level=None)
    checked_rows.add_functions(db)
    for step in migrations.LIBRARY:
        step(Database(db))
    tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    pointers = {
        (table, row[3], row[2]) for table in tables for row in db.execute(f"PRAGMA foreign_key_list({table})")
    }
    db.close()
    elsewhere = {("files", "image_id", "images")}  # they get a new image, and are read again
    labelled = {("keyword_labels", column, "image_labels") for column in ("image_id", "label_id")}
    assert pointers - elsewhere - labelled == set(row_repair.REFERENCES)


def test_a_library_that_can_only_be_read_is_checked_but_not_repaired(saved: IndexedLibrary):
    reader = open_library(saved.library.path)
    assert checked(reader) == {}
    with pytest.raises(UserError, match="only be read"):
        checked(reader, repair=True)
    reader.close()


def test_a_library_with_skipped_missing_and_pending_files_is_healthy(saved: IndexedLibrary):
    (saved.photos / "bad.jpg").touch()
    (saved.photos / "discs/discs-0.jpg").unlink()
    saved.again()
    (saved.photos / "new.jpg").write_bytes((saved.photos / "leaves/leaves-0.jpg").read_bytes()[:-2])
    work = index(saved.library, [saved.folder])
    next(work)
    work.close()
    assert checked(saved.library) == {}


def test_a_disk_that_is_full_while_indexes_are_made_again_is_said_and_nothing_is_put_aside(
    indexed: IndexedLibrary, monkeypatch: pytest.MonkeyPatch
):
    def full(db: object) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    monkeypatch.setattr(page_checking, "complaints", lambda db: ["row 1 missing from index files_missing"])
    monkeypatch.setattr(checking, "make_indexes_again", full)
    with pytest.raises(UserError, match="full") as raised:
        finish(check(indexed.library, repair=True))
    assert not isinstance(raised.value, DamagedLibraryError), "else who repairs would put the library aside"
