"""Which images the grid shows, in which order."""

import os
from dataclasses import replace

import pytest
from sqlite_utils import Database

from engine.store import files, folders, images, labels
from engine.store.browsing import Browse, Sort, browsed, directories, image_ids, standing_for
from engine.store.folders import Folder
from tests.store.row_makers import add_image, file_of

# path, size, time of change, taken at
ROWS = [
    (b"b/Zebra.jpg", 30, 5, "2020-01-01T00:00:00"),
    (b"a/apple.jpg", 10, 9, None),
    (b"a/Bear.jpg", 20, 1, "2024-06-01T12:00:00"),
    (b"c/\xc3\xa4hre.jpg", 40, 7, "2019-05-05T00:00:00"),
]
BY_SORT = {
    Sort.FOLDER: ["Bear", "apple", "Zebra", "ähre"],
    Sort.NAME: ["apple", "Bear", "Zebra", "ähre"],
    Sort.TAKEN: ["ähre", "Zebra", "Bear", "apple"],
    Sort.ADDED: ["Zebra", "apple", "Bear", "ähre"],
    Sort.MODIFIED: ["Bear", "Zebra", "ähre", "apple"],
    Sort.SIZE: ["apple", "Bear", "Zebra", "ähre"],
}


@pytest.fixture
def names(db: Database, folder: Folder) -> dict[int, str]:
    """The short name of each image by its id."""
    return {
        add_image(db, folder, path, size=size, mtime_ns=mtime, taken_at=taken): path.decode().split("/")[1][:-4]
        for path, size, mtime, taken in ROWS
    }


def shown(db: Database, names: dict[int, str], browse: Browse) -> list[str]:
    return [names[i] for i in image_ids(db, browse).tolist()]


@pytest.mark.parametrize("sort", Sort)
def test_each_order(db: Database, names, sort: Sort):
    assert shown(db, names, Browse(sort=sort)) == BY_SORT[sort]


@pytest.mark.parametrize("sort", [sort for sort in Sort if sort is not Sort.TAKEN])
def test_each_order_turned_round(db: Database, names, sort: Sort):
    assert shown(db, names, Browse(sort=sort, descending=True)) == BY_SORT[sort][::-1]


def test_pictures_without_a_date_come_last_either_way(db: Database, names):
    assert shown(db, names, Browse(sort=Sort.TAKEN, descending=True)) == ["Bear", "Zebra", "ähre", "apple"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("ZEB", ["Zebra"]), ("a/", ["Bear", "apple"]), ("ÄHRE", ["ähre"]), ("%", []), ("_", []), ("'", [])],
)
def test_text_is_looked_for_literally_in_any_case(db: Database, names, text: str, expected: list[str]):
    assert shown(db, names, Browse(text=text)) == expected


def test_a_label_filters(db: Database, names):
    bear = next(i for i, name in names.items() if name == "Bear")
    labels.assign(db, "animal", [bear])
    assert shown(db, names, Browse(label="animal")) == ["Bear"]
    assert shown(db, names, Browse(label="unknown")) == []


def test_images_without_any_label_can_be_shown_alone(db: Database, names):
    bear = next(i for i, name in names.items() if name == "Bear")
    assert len(shown(db, names, Browse(unlabelled=True))) == 4
    labels.assign(db, "animal", [bear])
    labels.assign(db, "nice", [bear])
    assert shown(db, names, Browse(unlabelled=True)) == ["apple", "Zebra", "ähre"]
    labels.unassign(db, "animal", [bear])
    labels.unassign(db, "nice", [bear])
    assert len(shown(db, names, Browse(folder=b"/photos/a", unlabelled=True))) == 2


def test_filters_come_together(db: Database, names):
    labels.assign(db, "nice", list(names))
    browse = Browse(folder=b"/photos/a", text="e", label="nice", sort=Sort.NAME)
    assert shown(db, names, browse) == ["apple", "Bear"]


def test_missing_images_are_shown_or_hidden(db: Database, names):
    bear = next(i for i, name in names.items() if name == "Bear")
    files.set_missing(db, [file_of(db, bear)], True)
    assert "Bear" in shown(db, names, Browse())
    assert "Bear" not in shown(db, names, Browse(show_missing=False))


def test_copies_are_shown_once_at_their_first_place(db: Database, folder: Folder, names):
    zebra = next(i for i, name in names.items() if name == "Zebra")
    files.add(db, folder.id, b"a/0.jpg", 30, 5, zebra)
    files.add(db, folder.id, b"d/9.jpg", 30, 5, zebra)
    assert shown(db, names, Browse()) == ["Zebra", "Bear", "apple", "ähre"]


def test_pictures_that_are_not_read_yet_are_shown_and_skipped_files_are_not(db: Database, folder: Folder):
    pending = images.add_pending(db)
    files.add(db, folder.id, b"new.jpg", 1, 1, pending)
    files.add(db, folder.id, b"bad.jpg", 1, 1, None)
    assert image_ids(db, Browse()).tolist() == [pending]
    assert image_ids(db, Browse(sort=Sort.TAKEN)).tolist() == [pending]


def test_a_name_that_is_not_utf8_is_sorted_and_found(db: Database, folder: Folder):
    image = add_image(db, folder, b"caf\xe9.jpg")
    assert image_ids(db, Browse(sort=Sort.NAME, text="caf")).tolist() == [image]


def test_directories_count_the_images_right_in_them(db: Database, folder: Folder, names):
    other = folders.add(db, b"/other")
    add_image(db, other, b"top.jpg")
    files.add(db, folder.id, b"a/bad.jpg", 1, 1, None)
    assert directories(db) == {b"/photos/a": 2, b"/photos/b": 1, b"/photos/c": 1, b"/other": 1}


def test_an_image_with_several_files_stands_for_the_first_that_is_browsed(db: Database, folder: Folder, names):
    zebra = next(i for i, name in names.items() if name == "Zebra")
    own = file_of(db, zebra)
    first = files.add(db, folder.id, b"a/0.jpg", 30, 8, zebra)
    last = files.add(db, folder.id, b"d/9.jpg", 30, 2, zebra)
    paths = {own: b"b/Zebra.jpg", first: b"a/0.jpg", last: b"d/9.jpg"}
    for browse, expected in (
        (Browse(), first),
        (Browse(descending=True), last),
        (Browse(sort=Sort.MODIFIED), last),
        (Browse(sort=Sort.TAKEN), first),
        (Browse(folder=b"/photos/b"), own),
        (Browse(folder=b"/photos/d", sort=Sort.NAME), last),
        (Browse(text="zebra"), own),
    ):
        assert standing_for(db, browse, [zebra]) == {zebra: expected}, browse
        stands = images.get(db, list(names), standing_for(db, browse, list(names)))
        assert stands[zebra].path == os.path.join(folder.path, paths[expected])
        assert stands[zebra].files == 3
    assert standing_for(db, Browse(folder=b"/photos/c"), [zebra]) == {}


def test_files_are_counted_beside_the_images_they_hold(db: Database, folder: Folder, names):
    zebra = next(i for i, name in names.items() if name == "Zebra")
    files.add(db, folder.id, b"a/0.jpg", 30, 8, zebra)
    assert (len(browsed(db, Browse()).ids), browsed(db, Browse()).files) == (4, 5)
    in_a = browsed(db, Browse(folder=b"/photos/a"))
    assert (len(in_a.ids), in_a.files) == (3, 3)


def test_an_image_stands_for_a_file_that_is_there_as_long_as_there_is_one(db: Database, folder: Folder, names):
    zebra = next(i for i, name in names.items() if name == "Zebra")
    own, first = file_of(db, zebra), files.add(db, folder.id, b"a/0.jpg", 30, 8, zebra)
    files.set_missing(db, [first], True)
    assert standing_for(db, Browse(), [zebra]) == {zebra: own}
    assert standing_for(db, Browse(folder=b"/photos/a"), [zebra]) == {zebra: first}, "nothing else is there"
    files.set_missing(db, [own], True)
    assert standing_for(db, Browse(), [zebra]) == {zebra: first}


@pytest.mark.parametrize("browse", [Browse(), Browse(folder=b"/photos"), Browse(folder=b"/photos/a", text="e")])
@pytest.mark.parametrize("sort", Sort)
def test_which_file_is_looked_for_by_the_image_however_many_files_there_are(
    db: Database, names, browse: Browse, sort: Sort
):
    asked: list[str] = []
    db.conn.set_trace_callback(asked.append)
    standing_for(db, replace(browse, sort=sort), list(names))
    db.conn.set_trace_callback(None)
    (sql,) = [each for each in asked if "f.image_id IN" in each]
    plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}")]
    assert any("files_by_image" in step for step in plan if " f " in step), plan


def test_a_chosen_file_that_is_gone_meanwhile_leaves_the_one_that_is_there(db: Database, folder: Folder, names):
    zebra = next(i for i, name in names.items() if name == "Zebra")
    files.set_missing(db, [files.add(db, folder.id, b"a/0.jpg", 30, 8, zebra)], True)
    assert images.get(db, [zebra], {zebra: 999})[zebra].name == b"Zebra.jpg"
