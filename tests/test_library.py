"""The library: one writer at a time, folders inside folders, a connection per thread, nothing lost by removing."""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from engine.errors import UserError
from engine.jobs.checking import check
from engine.jobs.scanning import scan
from engine.library import Library, open_library
from engine.library_folder import default_path
from engine.progress import finish
from engine.search import filtering
from engine.search.filter_language import understood
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.store import codes, files, folders, images, labels, thumbnails, versions
from engine.store.browsing import Browse, browsed
from tests.conftest import IndexedLibrary
from tests.store.row_makers import add_image

HOLDER = """
import sys, time
from engine.library import open_library
library = open_library(sys.argv[1])
with library.writing() as db:
    db.execute("INSERT INTO labels (name) VALUES ('written by the holder')")
print("read-only" if library.read_only else "writing", flush=True)
time.sleep(600)
"""


def start_holder(path: str) -> subprocess.Popen[bytes]:
    """Another process that has the library open."""
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, path], stdout=subprocess.PIPE)
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"writing\n"
    return holder


# --- the lock


def test_a_second_process_opens_read_only_can_search_and_says_so_when_it_should_write(indexed: IndexedLibrary):
    path = indexed.library.path
    second = open_library(path)
    assert second.read_only
    assert second.folders() == [indexed.folder]
    for write in (second.writing, second.writing_thumbnails, second.writing_words):
        with pytest.raises(UserError, match="open in another DualHash"), write():
            pass
    with pytest.raises(UserError, match="open in another DualHash"):
        second.add_folder(os.fsencode(indexed.photos / "discs"))
    second.close()
    picture = str(indexed.photos / "discs" / "discs-0.jpg")
    command = [sys.executable, "-m", "engine", "--library", path, "search", picture, "-k", "6", "--json"]
    hits = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["hits"]
    assert [Path(hit["path"]).parent.name for hit in hits] == ["discs"] * 6


def test_a_reader_sees_what_the_writer_stores_meanwhile(library: Library, tmp_path: Path):
    reader = open_library(library.path)
    (tmp_path / "photos").mkdir()
    added = library.add_folder(os.fsencode(tmp_path / "photos"))
    assert reader.folders() == [added]
    reader.close()


def test_a_killed_holder_blocks_nobody_and_what_it_stored_is_there(tmp_path: Path):
    path = str(tmp_path / "library")
    holder = start_holder(path)
    assert open_read_only(path)
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    holder.stdout.close()
    reader = open_library(path, write=False)  # the log that was left behind can be read without writing
    assert labels.all_labels(reader.db) == {"written by the holder": 0}
    reader.close()
    library = open_library(path)
    assert not library.read_only
    assert labels.all_labels(library.db) == {"written by the holder": 0}
    library.close()


def open_read_only(path: str) -> bool:
    library = open_library(path)
    library.close()
    return library.read_only


def test_closing_frees_the_lock(library: Library):
    assert open_read_only(library.path)
    library.close()
    assert not open_read_only(library.path)


def test_a_reader_never_takes_the_lock(library: Library):
    library.close()
    reader = open_library(library.path, write=False)
    assert not open_read_only(library.path)
    reader.close()


def test_there_must_be_a_library_to_read(tmp_path: Path):
    with pytest.raises(UserError, match="no library at"):
        open_library(str(tmp_path / "nowhere"), write=False)
    assert not (tmp_path / "nowhere").exists()


def test_a_library_whose_database_was_taken_away_begins_anew_with_all_else_that_is_ours(indexed: IndexedLibrary):
    filtering.allowed(indexed.library, understood("discs").filter)
    indexed.library.close()
    path = Path(indexed.library.path)
    assert (path / "words.db").exists()
    for file in (*path.glob("library.db*"), *path.glob("backup*")):
        file.unlink()
    library = open_library(str(path))
    assert library.folders() == []
    library.close()


def test_a_folder_with_other_things_in_it_is_not_made_a_library(tmp_path: Path):
    (tmp_path / "diary.txt").touch()
    with pytest.raises(UserError, match="choose an empty folder"):
        open_library(str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["diary.txt"]


def test_a_place_that_cannot_hold_a_library_is_one_sentence(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="cannot be made"):
        open_library(str(tmp_path / "file" / "library"))


def test_a_library_killed_while_it_was_made_is_made_again(tmp_path: Path):
    (tmp_path / "library" / "models").mkdir(parents=True)
    (tmp_path / "library" / "lock").touch()
    (tmp_path / "library" / "library.db").touch()
    library = open_library(str(tmp_path / "library"))
    assert library.folders() == []
    library.close()


def test_what_a_killed_program_left_half_written_is_swept_by_the_next_writer_only(library: Library):
    half = [Path(library.models_folder, "a.safetensors.x.part"), Path(library.index_folder, "v.codes.y.part")]
    for path in half:
        path.touch()
    open_library(library.path).close()
    assert all(path.exists() for path in half), "the one who holds the lock may be writing them"
    library.close()
    open_library(library.path).close()
    assert not any(path.exists() for path in half)


def test_the_variable_names_the_library(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DUALHASH_LIBRARY", "/somewhere/else")
    assert default_path() == "/somewhere/else"
    monkeypatch.delenv("DUALHASH_LIBRARY")
    assert "dualhash" in default_path()


# --- transactions and threads


def test_a_transaction_is_stored_whole_or_not_at_all(library: Library):
    def fail_halfway() -> None:
        with library.writing() as db:
            folders.add(db, b"/a")
            raise KeyError

    with pytest.raises(KeyError):
        fail_halfway()
    assert library.folders() == []


def test_each_thread_has_its_own_connection_and_sees_only_what_is_stored(library: Library):
    seen: dict[str, object] = {}

    def look() -> None:
        seen["connection"] = library.db
        seen["again"] = library.db
        seen["folders"] = library.folders()
        library.close_thread()

    with library.writing() as db:
        folders.add(db, b"/a")
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
    assert seen["connection"] is seen["again"] is not library.db
    assert seen["folders"] == [], "the transaction of the first thread was not finished yet"
    assert len(library.folders()) == 1


def test_threads_write_one_after_the_other(library: Library):
    def write(number: int) -> None:
        for n in range(20):
            with library.writing() as db:
                labels.assign(db, f"{number}-{n}", [])
        library.close_thread()

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(labels.all_labels(library.db)) == 80


def test_closing_a_threads_connections_leaves_the_others_alone(library: Library):
    library.close_thread()
    library.close_thread()
    assert library.folders() == []


# --- folders


def test_a_folder_that_is_not_there_is_one_sentence(library: Library, tmp_path: Path):
    (tmp_path / "file.jpg").touch()
    for name in ("nowhere", "file.jpg"):
        with pytest.raises(UserError, match="There is no folder"):
            library.add_folder(os.fsencode(tmp_path / name))


def test_the_same_folder_is_added_once_whatever_its_name(library: Library, photos: Path, monkeypatch):
    folder = library.add_folder(os.fsencode(photos))
    (photos.parent / "link").symlink_to(photos)
    monkeypatch.chdir(photos)
    for name in (b".", b"../photos/", b"../link", os.fsencode(photos) + b"/."):
        assert library.add_folder(name) == folder
    assert library.folders() == [folder]


def test_a_folder_inside_a_known_one_is_part_of_that(library: Library, photos: Path):
    folder = library.add_folder(os.fsencode(photos))
    assert library.add_folder(os.fsencode(photos / "discs")) == folder
    assert library.folders() == [folder]


def test_a_namesake_with_a_longer_name_is_a_folder_of_its_own(library: Library, tmp_path: Path):
    for name in ("a", "ab"):
        (tmp_path / name).mkdir()
    one, other = (library.add_folder(os.fsencode(tmp_path / name)) for name in ("a", "ab"))
    assert one.id != other.id
    assert len(library.folders()) == 2


def test_a_parent_takes_over_its_children_and_every_id_stays(library: Library, tmp_path: Path):
    for name in ("all/2021/june", "all/2022", "other"):
        (tmp_path / name).mkdir(parents=True)
    root = os.fsencode(os.path.realpath(tmp_path))
    june = library.add_folder(root + b"/all/2021/june")
    later = library.add_folder(root + b"/all/2022")
    other = library.add_folder(root + b"/other")
    with library.writing() as db:
        ids = [add_image(db, june, b"1.jpg"), add_image(db, later, b"sub/2.jpg"), add_image(db, other, b"3.jpg")]
        file_ids = db.execute("SELECT id, image_id FROM files ORDER BY id").fetchall()
        labels.assign(db, "cat", ids)
        folders.remember_mounts(db, later, {b"drive"})
    everything = library.add_folder(root + b"/all")
    assert library.folders() == [everything, other]
    assert library.db.execute("SELECT id, image_id FROM files ORDER BY id").fetchall() == file_ids
    assert [files.paths_of(library.db, i) for i in ids] == [
        [(root + b"/all/2021/june/1.jpg", False)],
        [(root + b"/all/2022/sub/2.jpg", False)],
        [(root + b"/other/3.jpg", False)],
    ]
    assert labels.all_labels(library.db) == {"cat": 3}
    assert b"2022/drive" in folders.mounts(library.db, everything), "a drive away stays known as a drive"


@pytest.mark.parametrize("inside", [".", "models"])
def test_the_librarys_own_folder_is_refused(library: Library, inside: str):
    with pytest.raises(UserError, match="own folder"):
        library.add_folder(os.fsencode(os.path.join(library.path, inside)))
    assert library.folders() == []


def test_a_library_inside_a_photo_folder_is_not_taken_for_photos(photos: Path):
    library = open_library(str(photos / "stripes" / "my library"))
    try:
        scanned = finish(scan(library, library.add_folder(os.fsencode(photos))))
        assert scanned.found == sum(1 for path in photos.rglob("*.jpg"))
    finally:
        library.close()


def test_a_removed_folder_leaves_grid_and_search_and_comes_back_with_labels_and_the_same_ids(
    indexed: IndexedLibrary,
):
    library, before = indexed.library, indexed.id_of("discs/discs-2.jpg")
    with library.writing() as db:
        labels.assign(db, "round", [before])
    active = versions.active(library.db)
    assert active is not None
    library.remove_folder(indexed.folder)
    assert library.folders() == []
    assert browsed(library.db, Browse()).ids.tolist() == []
    assert codes.count(library.db, active.id) == 0
    folder = library.add_folder(os.fsencode(indexed.photos))
    again = IndexedLibrary(library, folder, indexed.photos)
    result = again.again()
    assert result.found == result.added == 30
    assert again.id_of("discs/discs-2.jpg") == before
    assert labels.of_images(library.db, [before]) == {before: ["round"]}
    assert codes.count(library.db, active.id) == 30
    assert images.count(library.db) == 30
    assert len(thumbnails.get(library.thumbnails_db, browsed(library.db, Browse()).ids.tolist())) == 30


def test_removing_one_of_two_folders_keeps_the_images_that_lie_in_both(indexed: IndexedLibrary, tmp_path: Path):
    library = indexed.library
    shutil.copytree(indexed.photos / "discs", tmp_path / "copies")
    copies = library.add_folder(os.fsencode(tmp_path / "copies"))
    IndexedLibrary(library, copies, tmp_path / "copies").again()
    library.remove_folder(indexed.folder)
    shown = browsed(library.db, Browse()).ids.tolist()
    assert len(shown) == 6
    assert not any(image.missing for image in images.get(library.db, shown).values())


def test_a_reader_goes_without_damaged_thumbnails_and_leaves_them_to_the_writer(indexed: IndexedLibrary):
    indexed.library.close()
    path = Path(indexed.library.path) / "thumbnails.db"
    path.write_bytes(b"damaged" * 1000)
    reader = open_library(indexed.library.path, write=False)
    assert thumbnails.get(reader.thumbnails_db, [1, 2, 3]) == {}
    assert list(thumbnails.damaged(reader.thumbnails_db)) == []
    found = Searcher(reader).search(Query((QueryPicture(image_id=1),), k=3))
    assert len(found.hits) == 3
    assert [finding.what for finding in finish(check(reader))] == ["pictures have no thumbnail"]
    reader.close()
    assert path.read_bytes() == b"damaged" * 1000
