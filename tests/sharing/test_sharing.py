"""Publishing: what is there is what is here, however often it is interrupted; and nobody else's is touched."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from engine.errors import UserError
from engine.jobs import sharing
from engine.jobs.moving_thumbnails import move_thumbnails
from engine.jobs.sharing import publish
from engine.library import Library, open_library
from engine.progress import finish
from engine.shared_library import open_shared
from engine.store import decisions, images, labels, thumbnails, versions
from engine.store.postgres import holding, mirroring
from tests.conftest import IndexedLibrary
from tests.store.row_makers import know

SAME = [
    ("folders", "id, path"),
    ("images", "id, content, format, width, height, taken_at, camera, added_at, checksum"),
    ("files", "id, folder_id, path, image_id, size, mtime_ns, missing, waiting, name_key, path_key, checksum"),
    ("features", "image_id, backbone, numbers, checksum"),
    ("codes", "version_id, image_id, code, checksum, stamp"),
    ("model_versions", "id, name, bits, backbone, file, file_checksum, details, active, checksum"),
    ("decisions", "query_id, hit_id, same, decided_at, checksum"),
]


def state(library: Library) -> dict[str, object]:
    """All that is to be the same, labels by their names."""
    db, found = library.db, {}
    for table, columns in SAME:
        found[table] = [tuple(row) for row in db.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2")]
    sql = "SELECT a.image_id, l.name FROM image_labels a JOIN labels l ON l.id = a.label_id ORDER BY 1, 2"
    found["labels"] = [tuple(row) for row in db.execute(sql)]
    (last,) = db.execute("SELECT max(id) FROM images").fetchone()
    found["thumbnails"] = thumbnails.get(library.thumbnails_db, range(1, last + 1))
    return found


def published_state(address: str) -> dict[str, object]:
    with closing(open_shared(address)) as shared:
        return state(shared)


def test_thumbnails_that_are_away_stay_on_the_server(indexed: IndexedLibrary, address: str, tmp_path: Path):
    drive = tmp_path / "drive"
    drive.mkdir()
    finish(move_thumbnails(indexed.library, str(drive)))
    finish(publish(indexed.library, address))
    expected = state(indexed.library)
    drive.rename(tmp_path / "unplugged")
    assert finish(publish(indexed.library, address)).removed == 0
    assert published_state(address) == expected


def test_all_of_it_is_there_and_the_second_time_nothing_is_written(indexed: IndexedLibrary, address: str):
    with indexed.library.writing() as db:
        labels.assign(db, "lines", [1, 2])
        decisions.put(db, 1, 2, True)
    done = finish(publish(indexed.library, address))
    assert (done.images, done.removed, done.damaged) == (30, 0, 0)
    assert published_state(address) == state(indexed.library)
    again = finish(publish(indexed.library, address))
    assert (again.images, again.written, again.removed) == (30, 0, 0)


def test_what_changed_since_is_written_and_what_is_gone_goes(indexed: IndexedLibrary, address: str):
    library = indexed.library
    with library.writing() as db:
        labels.assign(db, "lines", [1, 2, 3])
        labels.assign(db, "empty", [])
        decisions.put(db, 1, 2, True)
        decisions.put(db, 4, 5, True)
    finish(publish(library, address))
    with library.writing() as db:
        labels.unassign(db, "lines", [2])
        labels.assign(db, "other", [3])
        decisions.remove(db, 1, 2)
        decisions.put(db, 5, 4, False)
        db.execute("UPDATE images SET camera = 'Pixel' WHERE id = 7")
        db.execute("DELETE FROM files WHERE image_id = 30")
        gone = images.let_go_of_all(db)
    with library.writing_thumbnails() as thumbnails_db:
        thumbnails.remove(thumbnails_db, gone)
    (indexed.photos / "discs" / "discs-0.jpg").write_bytes(
        (indexed.photos / "leaves" / "leaves-0.jpg").read_bytes()
    )
    indexed.again()
    done = finish(publish(library, address))
    assert 0 < done.written < 60
    assert done.removed > 0
    assert published_state(address) == state(library)


@pytest.mark.parametrize("steps", [1, 4, 9, 14, 19])
def test_whoever_was_interrupted_goes_on_where_they_were(
    indexed: IndexedLibrary, address: str, steps: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(mirroring, "PICTURES", [replace(what, ids=11) for what in mirroring.PICTURES])
    monkeypatch.setattr(sharing, "CODES", 11)
    with indexed.library.writing() as db:
        labels.assign(db, "lines", [1, 2, 3])
    work = publish(indexed.library, address)
    for _ in range(steps):
        next(work)
    work.close()
    finish(publish(indexed.library, address))
    assert published_state(address) == state(indexed.library)


def test_what_others_said_on_the_server_stays(indexed: IndexedLibrary, address: str):
    library = indexed.library
    with library.writing() as db:
        labels.assign(db, "lines", [1, 2])
        decisions.put(db, 1, 2, True)
    finish(publish(library, address))
    with closing(open_shared(address)) as shared, shared.writing() as db:
        labels.assign(db, "theirs", [1, 9])
        labels.assign(db, "lines", [5])
        labels.unassign(db, "lines", [2])
        decisions.put(db, 2, 1, False)
        decisions.put(db, 8, 9, True)
    with library.writing() as db:
        labels.assign(db, "lines", [3])
    finish(publish(library, address))
    with closing(open_shared(address)) as shared:
        assert labels.of_images(shared.db, range(1, 31)) == {
            1: ["lines", "theirs"],
            3: ["lines"],
            5: ["lines"],
            9: ["theirs"],
        }
        assert decisions.all_decisions(shared.db) == [(2, 1, False), (8, 9, True)]


def test_damaged_rows_are_left_out_and_counted(indexed: IndexedLibrary, address: str):
    db = indexed.library.db
    db.execute("UPDATE features SET numbers = zeroblob(20) WHERE image_id = 4")
    db.execute("UPDATE codes SET code = zeroblob(3) WHERE image_id = 5")
    done = finish(publish(indexed.library, address))
    assert done.damaged == 2
    with closing(open_shared(address)) as shared:
        assert shared.db.execute("SELECT count(*) FROM features").fetchone() == (29,)
        assert shared.db.execute("SELECT count(*) FROM codes").fetchone() == (29,)


@pytest.fixture
def stranger(address: str) -> Iterator[psycopg.Connection]:
    """Somebody else's connection to the same database."""
    with psycopg.connect(address, autocommit=True) as connection:
        yield connection


@pytest.mark.parametrize(
    "theirs", ["CREATE TABLE dualhash.images (x int)", "CREATE TABLE dualhash.about (program text, number int)"]
)
def test_a_schema_of_this_name_that_is_not_ours_is_refused_and_left_alone(
    indexed: IndexedLibrary, address: str, stranger: psycopg.Connection, theirs: str
):
    stranger.execute("CREATE SCHEMA dualhash")
    stranger.execute(theirs)
    with pytest.raises(UserError, match="nothing was changed"):
        finish(publish(indexed.library, address))
    with pytest.raises(UserError, match="nothing was changed"):
        open_shared(address)
    tables = stranger.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'dualhash'").fetchone()
    assert tables == (1,)


def test_nothing_outside_of_our_schema_is_touched(
    indexed: IndexedLibrary, address: str, stranger: psycopg.Connection
):
    stranger.execute("CREATE TABLE images (mine text)")
    stranger.execute("INSERT INTO images VALUES ('kept')")
    finish(publish(indexed.library, address))
    assert stranger.execute("SELECT * FROM public.images").fetchall() == [("kept",)]
    places = stranger.execute(
        "SELECT DISTINCT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
        " WHERE n.nspname NOT LIKE 'pg\\_%' AND n.nspname NOT IN ('information_schema', 'dualhash')"
    )
    assert places.fetchall() == [("public",)]


def test_another_library_is_not_published_over_it(indexed: IndexedLibrary, address: str, tmp_path: Path):
    finish(publish(indexed.library, address))
    with closing(open_library(str(tmp_path / "other"))) as other:
        know(other, tmp_path, [b"a.jpg", b"b.jpg"])
        with pytest.raises(UserError, match="Another library is published"):
            finish(publish(other, address))
    assert published_state(address) == state(indexed.library)


def test_two_do_not_publish_at_once(indexed: IndexedLibrary, address: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(holding, "PATIENCE", 0.2)
    first = publish(indexed.library, address)
    while next(first).note != "Publishing thumbnails":
        pass
    with pytest.raises(UserError, match="Somebody else is publishing"):
        finish(publish(indexed.library, address))
    finish(first)
    assert published_state(address) == state(indexed.library)


def test_a_version_that_is_gone_goes_with_its_codes(indexed: IndexedLibrary, address: str):
    library = indexed.library
    active = versions.active(library.db)
    assert active is not None
    with library.writing() as db:
        other = versions.add(
            db,
            **{n: getattr(active, n) for n in ("method", "bits", "backbone", "file", "file_checksum")},
            name="Other",
            details={},
        )
        db.execute(
            "INSERT INTO codes SELECT ?, image_id, code, row_checksum(?, image_id, code, stamp), stamp FROM codes",
            (other, other),
        )
    finish(publish(library, address))
    assert len(published_state(address)["codes"]) == 60
    with library.writing() as db:
        versions.remove(db, other)
    finish(publish(library, address))
    assert published_state(address) == state(library)
    assert len(state(library)["codes"]) == 30
