"""Where pictures lie: paths are bytes and come back exactly; a folder is not its namesake with a longer name."""

import os
from pathlib import Path

import pytest

from engine.library import Library
from engine.store import files, folders, images, labels, skipped, waiting_rows
from engine.store.browsing import Browse, browsed
from engine.store.connection import Database
from engine.store.files import within
from engine.store.folders import Folder
from tests.store.row_makers import add_image, file_of

ODD_NAMES = [
    b"plain.jpg",
    b"caf\xe9.jpg",  # Latin-1, not UTF-8
    b"\xff\xfe\x80.jpg",
    b"two\nlines.jpg",
    b"tab\tand\rreturn.jpg",
    "🐈‍⬛ emoji.jpg".encode(),
    b"\xc3\xa9.jpg",  # é as one character
    b"e\xcc\x81.jpg",  # é as e and its accent
    b"-rf.jpg",
    b" leading and trailing .jpg ",
    b"%s %d {0} ?* [a] 'q' \"d\".jpg",
    b"'; DROP TABLE files; --",
    b"x" * 251 + b".jpg",
    b"back\\slash.jpg",
]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_path_comes_back_exactly(db: Database, folder: Folder, name: bytes):
    path = os.path.join(b"sub " + name[:100], name)
    image = add_image(db, folder, path)
    found = images.one(db, image)
    assert found is not None
    assert (found.path, found.name) == (b"/photos/" + path, name)
    assert list(files.known(db, folder.id, [path, b"other"])) == [path]
    assert files.paths_of(db, image) == [(b"/photos/" + path, False)]
    skipped.put(db, file_of(db, image), "damaged", "torn")
    assert skipped.all_skipped(db)[0].path == b"/photos/" + path


def test_all_odd_names_live_side_by_side(db: Database, folder: Folder):
    ids = [add_image(db, folder, name) for name in ODD_NAMES]
    assert len(set(ids)) == len(ODD_NAMES)
    found = images.get(db, ids)
    assert [found[i].name for i in ids] == ODD_NAMES


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_folder_of_any_name_is_taken_over_by_its_parent_with_paths_intact(
    library: Library, tmp_path: Path, name: bytes
):
    parent = os.fsencode(tmp_path / "parent")
    child = os.path.join(parent, name)
    os.makedirs(child)
    inner = library.add_folder(child)
    with library.writing() as db:
        image = add_image(db, inner, name)
    outer = library.add_folder(parent)
    assert library.folders() == [outer]
    assert files.paths_of(library.db, image) == [(os.path.join(child, name), False)]


def test_within_goes_by_whole_names():
    assert within(b"/a/b", b"/a")
    assert within(b"/a", b"/a")
    assert within(b"/a/b", b"/a/")
    assert within(b"/a", b"/")
    assert not within(b"/ab", b"/a")
    assert not within(b"/a", b"/a/b")


@pytest.fixture
def tree(db: Database, folder: Folder) -> dict[bytes, int]:
    """Images by their path below /photos, among them names that are only alike."""
    paths = [b"a/1.jpg", b"a/deep/2.jpg", b"ab/3.jpg", b"a.jpg", b"a 2/4.jpg", b"a-/5.jpg", b"a0/6.jpg", b"A/7.jpg"]
    paths += [b"%/8.jpg", b"_/9.jpg", b"caf\xe9/10.jpg"]
    return {path: add_image(db, folder, path) for path in paths}


def below(db: Database, path: bytes) -> set[int]:
    return set(browsed(db, Browse(folder=path)).ids.tolist())


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (b"/photos/a", [b"a/1.jpg", b"a/deep/2.jpg"]),
        (b"/photos/a/deep", [b"a/deep/2.jpg"]),
        (b"/photos/ab", [b"ab/3.jpg"]),
        (b"/photos/%", [b"%/8.jpg"]),
        (b"/photos/_", [b"_/9.jpg"]),
        (b"/photos/caf\xe9", [b"caf\xe9/10.jpg"]),
        (b"/photos/nothing", []),
        (b"/phot", []),
        (b"/elsewhere", []),
    ],
)
def test_a_folder_holds_what_lies_below_it_and_nothing_of_its_namesakes(db: Database, tree, path, expected):
    assert below(db, path) == {tree[name] for name in expected}


@pytest.mark.parametrize("path", [b"/photos", b"/"])
def test_the_folder_itself_and_what_is_above_it_hold_everything(db: Database, tree, path):
    assert below(db, path) == set(tree.values())


def test_two_photo_folders_are_both_below_their_common_parent(db: Database, tree):
    other = folders.add(db, b"/photos 2")
    image = add_image(db, other, b"1.jpg")
    assert image in below(db, b"/")
    assert below(db, b"/photos 2") == {image}
    assert image not in below(db, b"/photos")


def test_of_several_places_the_present_ones_come_first(db: Database, folder: Folder):
    image = add_image(db, folder, b"old.jpg")
    files.set_missing(db, [file_of(db, image)], True)
    found = images.one(db, image)
    assert found is not None
    assert found.missing
    assert files.gone_file_of(db, image) == file_of(db, image)
    copy = files.add(db, folder.id, b"new.jpg", 1000, 0, image)
    files.set_read(db, copy, image, 1000, 0)
    assert files.paths_of(db, image) == [(b"/photos/new.jpg", False), (b"/photos/old.jpg", True)]
    found = images.one(db, image)
    assert found is not None
    assert (found.path, found.missing) == (b"/photos/new.jpg", False)


def test_an_image_is_missing_only_when_all_its_files_are(db: Database, folder: Folder):
    image = add_image(db, folder, b"a.jpg")
    copy = files.add(db, folder.id, b"b.jpg", 1000, 0, image)
    first = file_of(db, image)

    def missing() -> bool:
        found = images.one(db, image)
        assert found is not None
        return found.missing

    for gone, expected in (([first], False), ([copy], True)):
        files.set_missing(db, gone, True)
        assert missing() == expected
    files.set_missing(db, [first], False)
    assert not missing()


def test_waiting_files_come_page_by_page_in_order_and_only_of_the_folders_asked_for(db: Database, folder: Folder):
    other = folders.add(db, b"/other")
    ids = [files.add(db, folder.id, b"%d" % n, 1, 1, images.add_pending(db)) for n in range(5)]
    files.add(db, other.id, b"x", 1, 1, images.add_pending(db))
    add_image(db, folder, b"was read.jpg")
    assert waiting_rows.count(db, [folder.id]) == 5
    assert waiting_rows.count(db, [folder.id, other.id]) == 6
    assert waiting_rows.count(db, []) == 0
    first = waiting_rows.next_of(db, [folder.id], 0, 3)
    rest = waiting_rows.next_of(db, [folder.id], first[-1].id, 3)
    assert [file.id for file in first + rest] == ids


def test_waiting_files_of_images_are_those_of_the_folders_asked_for(db: Database, folder: Folder):
    other = folders.add(db, b"/other")
    waiting = [images.add_pending(db) for _ in range(700)]
    ids = [files.add(db, folder.id, b"%d" % n, 1, 1, image_id) for n, image_id in enumerate(waiting)]
    elsewhere = images.add_pending(db)
    files.add(db, other.id, b"x", 1, 1, elsewhere)
    gone = images.add_pending(db)
    files.set_missing(db, [files.add(db, folder.id, b"gone", 1, 1, gone)], True)
    read = add_image(db, folder, b"was read.jpg")
    found = waiting_rows.of_images(db, [folder.id], [*waiting[100:], elsewhere, gone, read])
    assert sorted(file.id for file in found) == ids[100:]
    assert [(file.image_id, file.full_path) for file in waiting_rows.of_images(db, [folder.id], waiting[:1])] == [
        (waiting[0], b"/photos/0")
    ]
    assert waiting_rows.of_images(db, [folder.id], []) == []


def test_contents_are_found_by_the_size_of_their_files(db: Database, folder: Folder):
    add_image(db, folder, b"a.jpg", size=10)
    add_image(db, folder, b"b.jpg", size=10)
    add_image(db, folder, b"c.jpg", size=11)
    assert set(files.contents_of_size(db, 10)) == {b"content of a.jpg", b"content of b.jpg"}


def test_the_size_of_a_file_that_could_not_be_read_again_is_not_that_of_its_old_content(
    db: Database, folder: Folder
):
    add_image(db, folder, b"a.jpg", size=10)
    (file,) = files.known(db, folder.id, [b"a.jpg"]).values()
    files.set_waiting(db, file.id, (1 << 63) - 1, 5)
    assert files.contents_of_size(db, (1 << 63) - 1) == ()
    files.set_not_waiting(db, file.id)
    skipped.put(db, file.id, "timeout", "it took too long")
    assert files.contents_of_size(db, (1 << 63) - 1) == ()


@pytest.mark.parametrize(
    ("labelled", "expected"),
    [
        ([b"holiday/beach/1.jpg", b"holiday/beach/2.jpg"], b"/photos/holiday/beach"),
        ([b"holiday/beach/1.jpg", b"holiday/hills/1.jpg"], b"/photos/holiday"),
        ([b"holiday/beach/1.jpg"], b"/photos/holiday/beach"),
        ([b"holiday/beach/1.jpg", b"holiday 2/1.jpg"], None),  # which is all of the library
        ([b"top.jpg", b"holiday/beach/1.jpg"], None),
        ([], None),
    ],
)
def test_the_folder_of_labelled_images_is_the_innermost_one_and_not_that_of_the_whole_library(
    db: Database, folder: Folder, labelled: list[bytes], expected: bytes | None
):
    paths = (
        b"holiday/beach/1.jpg",
        b"holiday/beach/2.jpg",
        b"holiday/hills/1.jpg",
        b"holiday 2/1.jpg",
        b"top.jpg",
    )
    ids = {path: add_image(db, folder, path) for path in paths}
    labels.assign(db, "x", [ids[path] for path in labelled])
    assert files.folder_of_labelled(db) == expected


def test_labelled_images_of_several_folders_have_what_is_above_them_all(db: Database, folder: Folder):
    other, third = folders.add(db, b"/photos 2"), folders.add(db, b"/elsewhere/pictures")
    ids = [add_image(db, each, b"%d/a.jpg" % each.id) for each in (folder, other, third)]
    labels.assign(db, "x", ids[:1])
    assert files.folder_of_labelled(db) == b"/photos/%d" % folder.id
    labels.assign(db, "x", ids)
    assert files.folder_of_labelled(db) is None
