"""Which images the grid shows, in which order."""

import os
from dataclasses import replace

import numpy as np
import pytest

from engine.store import checked_rows, files, folders, images, labels
from engine.store.browsing import Browse, Sort, browsed, directories, standing_for
from engine.store.connection import Database
from engine.store.filters import Column, Filter, WordTerm
from engine.store.folders import Folder
from tests.store.row_makers import add_image, file_of

# path, size, time of change, taken at, camera
ROWS = [
    (b"b/Zebra.jpg", 30, 5, "2020-01-01T00:00:00", "Box"),
    (b"a/apple.jpg", 10, 9, None, None),
    (b"a/Bear.jpg", 20, 1, "2024-06-01T12:00:00", "Box"),
    (b"c/\xc3\xa4hre.jpg", 40, 7, "2019-05-05T00:00:00", None),
]
BY_SORT = {
    Sort.FOLDER: ["apple", "Bear", "Zebra", "ähre"],
    Sort.NAME: ["apple", "Bear", "Zebra", "ähre"],
    Sort.TAKEN: ["apple", "ähre", "Zebra", "Bear"],  # the first is dated by its file
    Sort.ADDED: ["Zebra", "apple", "Bear", "ähre"],
    Sort.MODIFIED: ["Bear", "Zebra", "ähre", "apple"],
    Sort.SIZE: ["apple", "Bear", "Zebra", "ähre"],
    Sort.CAMERA: ["Zebra", "Bear", "apple", "ähre"],  # of one camera by date, those without any last
}


@pytest.fixture
def names(db: Database, folder: Folder) -> dict[int, str]:
    """The short name of each image by its id."""
    return {
        add_image(db, folder, path, size=size, mtime_ns=mtime, taken_at=taken, camera=camera): path.decode()[2:-4]
        for path, size, mtime, taken, camera in ROWS
    }


def shown(db: Database, names: dict[int, str], browse: Browse) -> list[str]:
    return [names[i] for i in browsed(db, browse).ids.tolist()]


@pytest.mark.parametrize("sort", Sort)
def test_each_order(db: Database, names, sort: Sort):
    assert shown(db, names, Browse(sort=sort)) == BY_SORT[sort]


@pytest.mark.parametrize("sort", [sort for sort in Sort if sort is not Sort.CAMERA])
def test_each_order_turned_round(db: Database, names, sort: Sort):
    assert shown(db, names, Browse(sort=sort, descending=True)) == BY_SORT[sort][::-1]


def test_pictures_without_a_camera_come_last_either_way(db: Database, names):
    assert shown(db, names, Browse(sort=Sort.CAMERA, descending=True)) == ["Zebra", "Bear", "apple", "ähre"]


def test_names_come_in_natural_order_wherever_they_lie(db: Database, folder: Folder):
    wanted = ["a1.jpg", "A2.jpg", "a2b.jpg", "a10.jpg", "a010b.jpg", "a11-9.jpg", "a11-10.jpg", "b.jpg"]
    places = [f"{'zyx'[at % 3]}/{name}".encode() for at, name in enumerate(wanted)]
    ids = {add_image(db, folder, path): path for path in sorted(places)}
    by_name = [ids[i].decode()[2:] for i in browsed(db, Browse(sort=Sort.NAME)).ids.tolist()]
    assert by_name == wanted
    first = next(i for i, path in ids.items() if path.endswith(b"a1.jpg"))
    files.set_place(db, file_of(db, first), folder.id, b"a99.jpg")
    assert browsed(db, Browse(sort=Sort.NAME)).ids.tolist()[-2] == first
    assert not list(checked_rows.damaged(db, checked_rows.BY_NAME["files"]))


def test_folders_and_what_lies_in_them_come_in_natural_order(db: Database, folder: Folder):
    tenth, second = folders.add(db, b"/disk10"), folders.add(db, b"/Disk2")
    wanted = [
        "Disk2/trip2/a1.jpg",
        "Disk2/Trip10/a1.jpg",
        "disk10/b.jpg",
        "photos/1.jpg",
        "photos/2/cardboard1.jpg",
        "photos/2/cardboard2.jpg",
        "photos/2/cardboard10/x.jpg",
        "photos/2/cardboard10.jpg",
        "photos/2 more/x.jpg",
        "photos/2b/x.jpg",
        "photos/10/x.jpg",
        "photos/11.jpg",
    ]
    roots = {"photos": folder, "disk10": tenth, "Disk2": second}
    ids = {}
    for path in sorted(wanted, reverse=True):
        root, _, inside = path.partition("/")
        ids[add_image(db, roots[root], inside.encode(), content=path.encode())] = path
    assert [ids[i] for i in browsed(db, Browse()).ids.tolist()] == wanted
    assert [ids[i] for i in browsed(db, Browse(descending=True)).ids.tolist()] == wanted[::-1]
    inside = browsed(db, Browse(folder=b"/photos/2")).ids.tolist()
    assert [ids[i] for i in inside] == [path for path in wanted if path.startswith("photos/2/")]


def test_copies_in_several_folders_stand_for_the_file_in_the_first_of_them(db: Database, folder: Folder):
    """By folder as the grid has them, not as they were added."""
    image = add_image(db, folder, b"z.jpg")
    own = file_of(db, image)
    tenth = files.add(db, folders.add(db, b"/disk10").id, b"z.jpg", 1, 1, image)
    second = files.add(db, folders.add(db, b"/disk2").id, b"z.jpg", 1, 1, image)
    assert standing_for(db, Browse(), [image]) == {image: second}
    assert standing_for(db, Browse(descending=True), [image]) == {image: own}
    files.remove(db, second)
    assert standing_for(db, Browse(), [image]) == {image: tenth}


def test_a_place_that_changes_keeps_the_order(db: Database, folder: Folder):
    first, second, third = (add_image(db, folder, b"%d/p.jpg" % number) for number in (1, 2, 3))
    files.set_place(db, file_of(db, first), folder.id, b"10/p.jpg")
    assert browsed(db, Browse()).ids.tolist() == [second, third, first]
    parent = folders.add(db, b"/")
    folders.move_files(db, folder, parent)
    ninth = add_image(db, parent, b"photos/9/p.jpg")
    assert browsed(db, Browse()).ids.tolist() == [second, third, ninth, first]
    assert not list(checked_rows.damaged(db, checked_rows.BY_NAME["files"]))


def plan_of(db: Database, browse: Browse, allowed: np.ndarray | None = None) -> str:
    """What SQLite does to find them."""
    asked: list[str] = []
    db.conn.set_trace_callback(asked.append)
    browsed(db, browse, allowed)
    db.conn.set_trace_callback(None)
    (sql,) = [each for each in asked if "group_concat" in each]
    return "; ".join(row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}"))


def test_the_order_by_folder_needs_no_sorting_and_of_a_part_no_look_at_the_rest(db: Database, names):
    labels.assign(db, "nice", list(names))
    for browse, found_by in (
        (Browse(), "COVERING INDEX files_naturally (folder_id=?)"),
        (Browse(descending=True), "COVERING INDEX files_naturally (folder_id=?)"),
        (Browse(folder=b"/photos"), "COVERING INDEX files_naturally (folder_id=?)"),
        (Browse(folder=b"/photos/a"), "COVERING INDEX files_naturally (folder_id=? AND path_key>? AND path_key<?)"),
    ):
        plan = plan_of(db, browse)
        assert found_by in plan, plan
        assert "TEMP B-TREE" not in plan, plan
    assert "files_by_image" in plan_of(db, Browse(label="nice"))
    assert "files_by_image" in plan_of(db, Browse(), np.array([1, 2], np.int64))


def test_folders_that_are_alike_but_for_case_are_told_apart(db: Database, folder: Folder):
    upper, lower = add_image(db, folder, b"Trip/1.jpg"), add_image(db, folder, b"trip/2.jpg")
    below = add_image(db, folder, b"trip/x/\xff\xfe.jpg")
    assert browsed(db, Browse()).ids.tolist() == [upper, lower, below]
    assert browsed(db, Browse(folder=b"/photos/Trip")).ids.tolist() == [upper]
    assert browsed(db, Browse(folder=b"/photos/trip")).ids.tolist() == [lower, below]


def test_a_row_without_a_key_is_sorted_by_its_name_all_the_same(db: Database, folder: Folder):
    ten, two = add_image(db, folder, b"p10.jpg"), add_image(db, folder, b"p2.jpg")
    db.execute("UPDATE files SET name_key = NULL WHERE image_id = ?", (two,))
    assert browsed(db, Browse(sort=Sort.NAME)).ids.tolist() == [two, ten]


@pytest.mark.parametrize("few", [0, 100])
def test_only_what_is_allowed_is_shown(db: Database, names, few: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("engine.store.browsing.FEW", few)
    found = browsed(db, Browse(), np.array([1, 3, 99], np.int64))
    assert [names[i] for i in found.ids.tolist()] == ["Bear", "Zebra"]
    assert len(browsed(db, Browse(), np.empty(0, np.int64)).ids) == 0


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
    browse = Browse(folder=b"/photos/a", label="nice", sort=Sort.NAME)
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
    assert shown(db, names, Browse()) == ["Zebra", "apple", "Bear", "ähre"]


def test_pictures_that_are_not_read_yet_are_shown_and_skipped_files_are_not(db: Database, folder: Folder):
    pending = images.add_pending(db)
    files.add(db, folder.id, b"new.jpg", 1, 1, pending)
    files.add(db, folder.id, b"bad.jpg", 1, 1, None)
    assert browsed(db, Browse()).ids.tolist() == [pending]
    assert browsed(db, Browse(sort=Sort.TAKEN)).ids.tolist() == [pending]


def test_a_name_that_is_not_utf8_is_sorted(db: Database, folder: Folder):
    image = add_image(db, folder, b"caf\xe9.jpg")
    assert browsed(db, Browse(sort=Sort.NAME)).ids.tolist() == [image]
    browse = Browse(filter=Filter((WordTerm(("caf",)),)))
    assert standing_for(db, browse, [image]) == {image: file_of(db, image)}


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
        (Browse(filter=Filter((WordTerm(("zebra",)),))), own),
        (Browse(filter=Filter((WordTerm(("bra",)),))), own),
        (Browse(filter=Filter((WordTerm(("d",), Column.FOLDER),)), folder=b"/photos"), last),
        (Browse(filter=Filter((WordTerm(("striped",)),))), first),
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


@pytest.mark.parametrize(
    "browse", [Browse(), Browse(folder=b"/photos"), Browse(filter=Filter((WordTerm(("zebra",)),)))]
)
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
