"""Libraries joined by content: what one machine would hold, whoever indexed it and whatever was in the way."""

import os
import random
import shutil
import signal
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from engine.arrays import Vectors
from engine.errors import UserError
from engine.images.shards import Shard
from engine.jobs import library_merging, version_files
from engine.jobs.checking import check
from engine.jobs.indexing import index
from engine.jobs.library_merging import MergedLibraries, merge
from engine.library import Library, open_library
from engine.model import model_files
from engine.progress import finish
from engine.store import (
    checked_rows,
    codes,
    decisions,
    features,
    images,
    labels,
    merged_rows,
    training_images,
    versions,
)
from tests.behind_the_back import behind_the_back
from tests.conftest import CPU
from tests.jobs.sharded_library import Archive, archive, archive_made, merged_library
from tests.jobs.version_rows import stored
from tests.library_rows import Rows, bytes_below, library_rows, raw_rows
from tests.model.exported_files import layered

__all__ = ["archive", "archive_made", "merged_library"]

KILLS = int(os.environ.get("DUALHASH_KILLS") or 6)
BACKBONE = "efficientnet_lite0"
# What is derived from others, what tells of one machine's own doings (and can be undone there), and a count.
NOT_MERGED = ("alike_pairs", "word_changes", "file_actions", "sidecar_log", "user_changes")


def merged_into(library: Library, paths: Sequence[Path]) -> MergedLibraries:
    return finish(merge(library, [str(path) for path in paths]))


def id_of(library: Library, name: str) -> int:
    sql = "SELECT image_id FROM files WHERE path = ?"
    (number,) = library.db.execute(sql, (os.fsencode(name),)).fetchone()
    return int(number)


def say(path: Path, given: dict[str, list[str]], pairs: Sequence[tuple[str, str, bool]] = ()) -> None:
    """Give labels to pictures of a closed library, and decide about pairs."""
    library = open_library(str(path))
    with library.writing() as db:
        for label, names in given.items():
            labels.assign(db, label, [id_of(library, name) for name in names])
        for query, hit, same in pairs:
            decisions.put(db, id_of(library, query), id_of(library, hit), same)
    library.close()


def names_of(path: Path) -> list[str]:
    """The pictures that a closed library has read."""
    library = open_library(str(path), write=False)
    rows = library.db.execute("SELECT path FROM files WHERE image_id IS NOT NULL ORDER BY path").fetchall()
    library.close()
    return [os.fsdecode(path) for (path,) in rows]


def test_shards_become_what_one_machine_makes(archive: Archive, merged_library: Library):
    """Row by row, in every table: whose codes, near-copies and skipped files it is cannot be told."""
    merged = merged_into(merged_library, archive.shards)
    whole = open_library(str(archive.whole), write=False)
    expected, found = library_rows(whole), library_rows(merged_library)
    whole.close()
    assert_equal(found, expected)
    assert len(expected["codes"]) == len(expected["images"]) == 30
    assert len(expected["files"]) == 40
    assert len(expected["skipped"]) == 2
    assert merged.counts["images"] == 30
    assert finish(check(merged_library)) == []
    again = finish(index(merged_library, merged_library.folders(), workers=1, device=CPU))
    assert (again.unchanged, again.skipped, again.added) == (38, 2, 0), "nothing is left to be read"


def assert_equal(found: Rows, expected: Rows) -> None:
    """How alike near-copies are is measured from the one that was known first to the other: within a hundredth, it
    is the same from both sides."""
    ours, theirs = found.pop("alike_pairs"), expected.pop("alike_pairs")
    assert [row[:3] for row in ours] == [row[:3] for row in theirs]
    assert max(abs(a[3] - b[3]) for a, b in zip(ours, theirs, strict=True)) <= 1
    for table, rows in expected.items():
        assert found[table] == rows, table


def test_merging_again_changes_nothing(archive: Archive, merged_library: Library):
    merged_into(merged_library, archive.shards)
    before = raw_rows(merged_library)
    merged = merged_into(merged_library, [*reversed(archive.shards), archive.shards[0]])
    assert raw_rows(merged_library) == before
    assert set(merged.counts.values()) == {0}


def test_the_others_stay_as_they_are(archive: Archive, merged_library: Library):
    before = [bytes_below(str(path)) for path in archive.shards]
    merged_into(merged_library, archive.shards)
    assert [bytes_below(str(path)) for path in archive.shards] == before


def test_every_table_is_merged_or_said_not_to_be():
    """A table that is new is noticed here: should it go along?"""
    assert {table.name for table in checked_rows.TABLES} == {*merged_rows.MERGED, *NOT_MERGED}


def test_labels_and_decisions_of_two_people_are_joined(archive: Archive, merged_library: Library):
    first, second, _ = archive.shards
    a, b = names_of(first)[:3], names_of(second)[:2]
    merged_into(merged_library, archive.shards)
    both = merged_library.path
    merged_library.close()
    copies = [Path(both).with_name(name) for name in ("of Ada", "of Bo")]
    for copy in copies:
        shutil.copytree(both, copy)
    say(copies[0], {"round": [a[0], b[0]], "Ada's": [a[1]]}, [(a[0], b[0], True), (a[1], a[2], False)])
    say(copies[1], {"round": [a[0], a[1]], "Bo's": [b[1]]}, [(b[0], a[0], False), (a[2], b[1], True)])
    library = open_library(both)
    merged = merged_into(library, copies)
    given = {
        name: set(labels.of_images(library.db, [id_of(library, name)]).get(id_of(library, name), []))
        for name in a + b
    }
    assert given == {a[0]: {"round"}, a[1]: {"round", "Ada's"}, a[2]: set(), b[0]: {"round"}, b[1]: {"Bo's"}}
    said = {frozenset((q, h)): same for q, h, same in decisions.all_decisions(library.db)}

    def pair(x: str, y: str) -> frozenset[int]:
        return frozenset((id_of(library, x), id_of(library, y)))

    assert said == {pair(a[0], b[0]): True, pair(a[1], a[2]): False, pair(a[2], b[1]): True}
    (against,) = merged.contradictions
    assert {against.query_id, against.hit_id} == pair(a[0], b[0])
    assert (against.same, against.other_library) == (True, str(copies[1]))
    assert len(merged_into(library, [copies[1]]).contradictions) == 1, "it is said each time"
    library.close()


def test_versions_go_along_and_keep_their_codes(archive: Archive, merged_library: Library):
    """Codes that are there are kept, even where the model would make others; the rest is made from features."""
    for path in archive.shards[:2]:
        library = open_library(str(path))
        version = stored(library, layered(), "Cats", BACKBONE, settings={"gamma": 10})
        finish(version_files.activate(library, version))
        with library.writing() as db:
            training_images.put(db, version.id, [id_of(library, name) for name in names_of(path)[:2]])
        library.close()
    marked = open_library(str(archive.shards[0]))
    number = versions.all_versions(marked.db)[-1].id
    content, code = _mark_a_code(marked, number)
    marked.close()
    merged_into(merged_library, archive.shards)
    found = versions.active(merged_library.db)
    assert found is not None
    assert (found.name, found.details) == ("Cats", {"settings": {"gamma": 10}})
    function = model_files.of_version(merged_library.models_folder, found)
    rows = dict(
        merged_library.db.execute(
            "SELECT i.content, c.code FROM codes c JOIN images i ON i.id = c.image_id WHERE c.version_id = ?",
            (found.id,),
        ).fetchall()
    )
    assert len(rows) == 30
    assert rows.pop(content) == code
    for image_id, vector in _features(merged_library).items():
        if image_id in rows:
            assert rows[image_id] == function.codes(vector)[0].tobytes()
    assert len(training_images.of_version(merged_library.db, found.id)) == 4
    assert finish(check(merged_library)) == []
    assert len(versions.all_versions(merged_library.db)) == 1, "the very same model is one version"


def _mark_a_code(library: Library, version_id: int) -> tuple[bytes, bytes]:
    """Another code than the model makes, by which it is seen that it was kept."""
    (image_id,) = library.db.execute("SELECT min(image_id) FROM codes").fetchone()
    (old,) = library.db.execute(
        "SELECT code FROM codes WHERE image_id = ? AND version_id = ?", (image_id, version_id)
    ).fetchone()
    new = bytes(byte ^ 0xFF for byte in old)
    with library.writing() as db:
        codes.put(db, version_id, [image_id], np.frombuffer(new, np.uint8)[None])
    return images.contents(library.db, [image_id])[image_id], new


def _features(library: Library) -> dict[bytes, Vectors]:
    ids = features.ids(library.db, BACKBONE).tolist()
    contents = images.contents(library.db, ids)
    return {contents[i]: v[None].astype(np.float32) for i, v in features.get(library.db, BACKBONE, ids).items()}


def test_a_share_says_nothing_of_files_outside_of_it(archive: Archive):
    """Else a library that was indexed whole would take them for missing."""
    library = open_library(str(archive.whole))
    done = finish(index(library, library.folders(), workers=1, device=CPU, shard=Shard(2, 3)))
    assert done.missing == 0
    assert 0 < done.found < 40
    assert library.db.execute("SELECT count(*) FROM files WHERE missing = 1").fetchone() == (0,)
    library.close()


def test_what_was_not_read_yet_waits_here_too(archive: Archive, merged_library: Library):
    """A machine was stopped before it had read everything; labels were given to what it had not."""
    name = names_of(archive.shards[0])[0]
    stopped = open_library(str(archive.shards[0]))
    with stopped.writing() as db:
        pending = images.add_pending(db)
        db.execute("UPDATE files SET image_id = ?, waiting = 1 WHERE path = ?", (pending, os.fsencode(name)))
    stopped.close()
    say(archive.shards[0], {"later": [name]})
    merged_into(merged_library, archive.shards)
    merged_into(merged_library, archive.shards)
    assert images.is_pending(merged_library.db, id_of(merged_library, name))
    assert labels.all_labels(merged_library.db) == {"later": 1}
    done = finish(index(merged_library, merged_library.folders(), workers=1, device=CPU))
    assert done.missing == 0
    assert not images.is_pending(merged_library.db, id_of(merged_library, name))
    assert labels.all_labels(merged_library.db) == {"later": 1}
    assert finish(check(merged_library)) == []


def test_of_a_file_that_both_know_the_later_state_counts(archive: Archive, merged_library: Library):
    """One machine saw a picture before it was overwritten, one after; in whichever order they are merged."""
    name = os.fsencode(names_of(archive.shards[0])[0])
    other = os.fsencode(names_of(archive.shards[0])[1])
    later = open_library(str(archive.shards[0]))
    with later.writing() as db:
        image = id_of(later, os.fsdecode(other))
        db.execute("UPDATE files SET mtime_ns = mtime_ns + 5, image_id = ? WHERE path = ?", (image, name))
        db.execute("UPDATE files SET missing = 1 WHERE path = ?", (other,))
    later.close()
    merged_into(merged_library, [archive.whole, archive.shards[0]])
    assert id_of(merged_library, os.fsdecode(name)) == id_of(merged_library, os.fsdecode(other))
    sql = "SELECT missing FROM files WHERE path = ?"
    assert merged_library.db.execute(sql, (other,)).fetchone() == (0,), "somebody has seen it there"
    before = raw_rows(merged_library)
    merged_into(merged_library, [archive.shards[0], archive.whole])
    assert raw_rows(merged_library) == before


def test_a_folder_inside_of_another_is_part_of_it(archive: Archive, tmp_path: Path):
    inside = open_library(str(tmp_path / "inside"))
    folder = inside.add_folder(os.fsencode(archive.photos / "discs"))
    finish(index(inside, [folder], workers=1, device=CPU))
    inside.close()
    for name, order in {
        "in": [archive.whole, tmp_path / "inside"],
        "around": [tmp_path / "inside", archive.whole],
    }.items():
        library = open_library(str(tmp_path / name))
        merged_into(library, order)
        assert [folder.path for folder in library.folders()] == [os.fsencode(archive.photos)]
        assert library.db.execute("SELECT count(*) FROM files").fetchone() == (40,)
        assert finish(check(library)) == []
        library.close()


# -- what cannot be merged ----------------------------------------------------------------------------------------


def refused(library: Library, path: Path, sentence: str) -> None:
    before = raw_rows(library)
    with pytest.raises(UserError, match=sentence) as said:
        merged_into(library, [path])
    assert str(path) in str(said.value)
    assert "\n" not in str(said.value)
    assert raw_rows(library) == before


def test_what_cannot_be_merged_is_said(archive: Archive, merged_library: Library, tmp_path: Path):
    refused(merged_library, Path(merged_library.path), "is the library itself")
    refused(merged_library, tmp_path / "nowhere", "There is no library")
    first, second, third = archive.shards
    opened = open_library(str(first))
    refused(merged_library, first, "another DualHash has it open")
    opened.close()
    db = sqlite3.connect(second / "library.db")
    (number,) = db.execute("PRAGMA user_version").fetchone()
    db.execute("CREATE TABLE of_tomorrow (x)")
    db.execute(f"PRAGMA user_version = {number + 1}")
    db.commit()
    refused(merged_library, second, "newer DualHash")
    db.execute("DROP TABLE of_tomorrow")
    db.execute("ALTER TABLE features RENAME COLUMN numbers TO vector")
    db.execute(f"PRAGMA user_version = {number - 1}")
    db.commit()
    db.close()
    refused(merged_library, second, "older DualHash")
    library = open_library(str(third))
    behind_the_back(library, "UPDATE image_labels SET checksum = 1")
    behind_the_back(library, "UPDATE features SET checksum = 1 WHERE image_id = 3")
    library.close()
    refused(merged_library, third, "1 row of features is damaged.*check --repair")
    (third / "library.db").write_bytes((third / "library.db").read_bytes()[: 5 * 4096])
    refused(merged_library, third, "cut short")


def test_thumbnails_that_are_lost_are_made_again(archive: Archive, merged_library: Library):
    (archive.shards[0] / "thumbnails.db").write_bytes(b"no database")
    merged_into(merged_library, archive.shards)
    done = finish(index(merged_library, merged_library.folders(), workers=1, device=CPU))
    assert done.unchanged == 38
    assert finish(check(merged_library)) == []


# -- kill and cancel ----------------------------------------------------------------------------------------------


def test_a_merge_that_is_cancelled_goes_on(
    archive: Archive, merged_library: Library, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(library_merging, "BATCH", 3)
    work = merge(merged_library, [str(path) for path in archive.shards])
    for progress in work:
        if progress.note.startswith("Merging") and progress.done >= 6:
            break
    work.close()
    assert 0 < images.count(merged_library.db) < 30
    assert_whole(merged_library, archive)


def test_a_kill_at_any_moment_loses_nothing(
    archive: Archive, merged_library: Library, monkeypatch: pytest.MonkeyPatch
):
    """Forked off this process, which has opened no network and no threads of its own for it."""
    monkeypatch.setattr(library_merging, "BATCH", 2)
    draw = random.Random(18)
    path = merged_library.path
    merged_library.close()
    ended = []
    for _ in range(KILLS):
        child = os.fork()
        if child == 0:
            try:
                library = open_library(path)
                merged_into(library, archive.shards)
                library.close()
            finally:
                os._exit(0)
        time.sleep(draw.uniform(0.02, 0.5))
        os.kill(child, signal.SIGKILL)
        ended.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        library = open_library(path)
        assert not library.read_only
        found = {finding.what for finding in finish(check(library))}
        assert found <= {"pictures have no code of the active version", "pictures' near-copies wait"}
        library.close()
    assert -signal.SIGKILL in ended
    library = open_library(path)
    assert_whole(library, archive)
    library.close()


def assert_whole(library: Library, archive: Archive) -> None:
    """MergedLibraries once more, it is what one machine makes."""
    merged_into(library, archive.shards)
    whole = open_library(str(archive.whole), write=False)
    expected, found = library_rows(whole), library_rows(library)
    whole.close()
    assert_equal(found, expected)
    assert finish(check(library)) == []
