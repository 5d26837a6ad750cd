"""Labels for many images: from tables and folder names, all or nothing, and out into a table and back."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import UserError
from engine.jobs import labelling
from engine.jobs.labelling import Labelled, export_table, import_table, label_from_folders
from engine.library import Library, open_library
from engine.progress import finish
from engine.skip_kinds import SkipKind
from engine.store import files, images, labels, skipped
from engine.store.folders import Folder
from tests.shared_data import SHARED, needs_shared
from tests.store.row_makers import know

NAMES = [b"a.jpg", b"cats/b.jpg", b"cats/c, d.jpg", b"dogs/caf\xe9 \n.jpg", b"dogs/deep/e.jpg"]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "photos"
    folder.mkdir()
    return folder


@pytest.fixture
def known(library: Library, root: Path) -> dict[bytes, int]:
    """The ids of images that the library knows in the folder, by path below it. There need be no files."""
    return know(library, root, NAMES)


def labels_of(library: Library, ids: dict[bytes, int]) -> dict[bytes, list[str]]:
    found = labels.of_images(library.db, list(ids.values()))
    return {name: found[i] for name, i in ids.items() if i in found}


def table(folder: Path, *lines: str | bytes) -> str:
    raw = [line if isinstance(line, bytes) else line.encode() for line in ("path,labels", *lines)]
    (folder / "labels.csv").write_bytes(b"\n".join(raw))
    return str(folder / "labels.csv")


# --- from a table


def test_paths_are_absolute_or_relative_to_the_table(library: Library, known: dict[bytes, int], root: Path):
    (root / "tables").mkdir()
    name = table(
        root / "tables",
        f"{root}/a.jpg,one; two",
        '"../cats/c, d.jpg",one',
        f"{root}/./cats//b.jpg,three",
        b'"../dogs/caf\xe9 \n.jpg",two',
    )
    assert finish(import_table(library, name)) == Labelled(images=4, labels=3, assigned=5)
    assert labels_of(library, known) == {
        b"a.jpg": ["one", "two"],
        b"cats/b.jpg": ["three"],
        b"cats/c, d.jpg": ["one"],
        b"dogs/caf\xe9 \n.jpg": ["two"],
    }


def test_labels_are_added_and_none_is_taken_away(library: Library, known: dict[bytes, int], root: Path):
    name = table(root, "a.jpg,one", "a.jpg,two;one", "cats/b.jpg,")
    assert finish(import_table(library, name)) == Labelled(1, 2, 2)
    assert finish(import_table(library, name)) == Labelled(1, 2, 0), "nothing is new"
    assert finish(import_table(library, table(root, "a.jpg,three"))) == Labelled(1, 1, 1)
    assert labels_of(library, known) == {b"a.jpg": ["one", "three", "two"]}


def test_unknown_paths_are_counted_and_the_first_are_named(library: Library, known: dict[bytes, int], root: Path):
    strange = [f"{n}.jpg" for n in range(1100)]
    rows = [f"{name},lost" for name in [*strange, "0.jpg", "cats", "..", "a.jpg/x", "/etc/passwd"]]
    result = finish(import_table(library, table(root, *rows, "a.jpg,found")))
    assert (result.images, result.labels, result.assigned, result.unknown_paths) == (1, 1, 1, 1104)
    assert result.unknown == tuple(name.encode() for name in strange[:5])
    assert labels.all_labels(library.db) == {"found": 1}, "a label of unknown images only is not made"


def test_a_path_of_a_megabyte_is_unknown_and_does_not_hold_us_up(
    library: Library, known: dict[bytes, int], root: Path
):
    result = finish(import_table(library, table(root, "a/" * (1 << 19) + ",cat", "b" * (1 << 20) + ",cat")))
    assert (result.images, result.unknown_paths) == (0, 2)


def test_a_folder_reached_by_a_link_is_the_folder_that_is_known(
    library: Library, known: dict[bytes, int], root: Path, tmp_path: Path
):
    (root / "cats").mkdir()
    link, inner = tmp_path / "link", tmp_path / "inner"
    link.symlink_to(root)
    inner.symlink_to(root / "cats")
    name = table(root, f"{link}/cats/b.jpg,absolute", f"{inner}/../a.jpg,up")
    assert finish(import_table(library, name)).images == 2
    assert finish(import_table(library, os.path.join(link, "labels.csv"))).images == 2
    assert labels_of(library, known) == {b"a.jpg": ["up"], b"cats/b.jpg": ["absolute"]}


def test_the_pictures_of_a_dataset_may_lie_in_a_folder_named_images(library: Library, root: Path):
    known = know(library, root, [b"images/a.jpg", b"images/b.jpg", b"b.jpg"])
    finish(import_table(library, table(root, "a.jpg,cat", "b.jpg,dog")))
    assert labels_of(library, known) == {b"images/a.jpg": ["cat"], b"b.jpg": ["dog"]}, (
        "beside the table comes first"
    )


def test_pictures_that_are_not_read_yet_get_labels_and_files_without_a_picture_do_not(
    library: Library, known: dict[bytes, int], root: Path
):
    folder = library.folders()[0]
    with library.writing() as db:
        pending = images.add_pending(db)
        files.add(db, folder.id, b"new.jpg", 1, 1, pending)
        add_skipped(library, folder, b"bad.jpg")
    result = finish(import_table(library, table(root, "new.jpg,cat", "bad.jpg,cat")))
    assert (result.images, result.unknown) == (1, (b"bad.jpg",))
    assert labels.of_images(library.db, [pending]) == {pending: ["cat"]}


def add_skipped(library: Library, folder: Folder, name: bytes) -> None:
    file_id = files.add(library.db, folder.id, name, 1, 1, None)
    skipped.put(library.db, file_id, SkipKind.DAMAGED, "cut short")


def test_a_bad_row_at_the_end_leaves_nothing_behind(library: Library, known: dict[bytes, int], root: Path):
    rows = ["a.jpg,one"] * 1200
    with pytest.raises(UserError, match=r"Line 1202 of .*control character"):
        finish(import_table(library, table(root, *rows, "a.jpg,x\x07y")))
    assert labels.all_labels(library.db) == {}


def test_cancelling_at_any_report_leaves_nothing_behind(library: Library, known: dict[bytes, int], root: Path):
    name = table(root, *["a.jpg,one;two"] * 1200)
    reports = 0
    while True:
        work = import_table(library, name)
        try:
            for _ in range(reports + 1):
                next(work)
        except StopIteration:
            break
        work.close()
        assert labels.all_labels(library.db) == {}
        reports += 1
    assert reports == 4
    assert labels.all_labels(library.db) == {"one": 1, "two": 1}


def test_others_may_write_while_an_import_is_paused(library: Library, known: dict[bytes, int], root: Path):
    work = import_table(library, table(root, "a.jpg,one", "cats/b.jpg,one"))
    next(work)
    with library.writing() as db:  # meanwhile indexing learns that the two files hold one image
        db.execute("UPDATE files SET image_id = ? WHERE path = ?", (known[b"cats/b.jpg"], b"a.jpg"))
        db.execute("DELETE FROM images WHERE id = ?", (known[b"a.jpg"],))
    assert finish(work) == Labelled(1, 1, 1)
    assert labels_of(library, known) == {b"cats/b.jpg": ["one"]}


def test_a_library_without_folders_or_for_reading_only_is_refused(library: Library, root: Path):
    with pytest.raises(UserError, match="no folders yet"):
        finish(import_table(library, table(root, "a.jpg,one")))
    reader = open_library(library.path, write=False)
    for work in (import_table(reader, table(root, "a.jpg,one")), label_from_folders(reader)):
        with pytest.raises(UserError, match="reading only"):
            finish(work)
    reader.close()


def test_what_was_imported_is_in_the_backup(library: Library, known: dict[bytes, int], root: Path):
    finish(import_table(library, table(root, "a.jpg,in the backup")))
    library.save_backup()
    assert "in the backup" in (Path(library.path) / "backup.json").read_text()


# --- from folders


def test_each_image_gets_the_name_of_the_folder_of_its_file(library: Library, known: dict[bytes, int]):
    assert finish(label_from_folders(library)) == Labelled(images=5, labels=4, assigned=5)
    assert labels_of(library, known) == {
        b"a.jpg": ["photos"],
        b"cats/b.jpg": ["cats"],
        b"cats/c, d.jpg": ["cats"],
        b"dogs/caf\xe9 \n.jpg": ["dogs"],
        b"dogs/deep/e.jpg": ["deep"],
    }
    assert finish(label_from_folders(library)).assigned == 0


def test_an_image_with_files_in_two_folders_gets_both_names(library: Library, known: dict[bytes, int]):
    folder = library.folders()[0]
    with library.writing() as db:
        file_id = files.add(db, folder.id, b"best/copy.jpg", 1, 1, None)
        files.set_read(db, file_id, known[b"cats/b.jpg"], 1, 1)
    finish(label_from_folders(library))
    assert labels_of(library, known)[b"cats/b.jpg"] == ["best", "cats"]


def test_only_a_folder_and_what_lies_below_it(
    library: Library, known: dict[bytes, int], root: Path, tmp_path: Path
):
    assert finish(label_from_folders(library, os.fsencode(root / "dogs"))) == Labelled(2, 2, 2)
    assert labels.all_labels(library.db) == {"deep": 1, "dogs": 1}
    assert finish(label_from_folders(library, os.fsencode(tmp_path))).images == 5, "the folder may lie above"
    with pytest.raises(UserError, match="has no pictures in"):
        finish(label_from_folders(library, b"/elsewhere"))


def test_folders_of_any_name_give_labels_also_at_the_root_of_the_disk(library: Library):
    known = know(
        library, Path("/"), [b"top.jpg", b"caf\xe9/a.jpg", b"a;b\n/a.jpg", b" /a.jpg", b"x" * 255 + b"/a.jpg"]
    )
    assert finish(label_from_folders(library)).images == 5
    assert set(labels.all_labels(library.db)) == {"/", "caf\\xe9", "a,b_", "_", "x" * 200}
    assert labels_of(library, known)[b"top.jpg"] == ["/"]


def test_many_images_are_labelled_with_reports_in_between(library: Library, root: Path):
    known = know(library, root, [b"%d/%d.jpg" % (n % 7, n) for n in range(1234)])
    reports = list(label_from_folders(library))
    assert [(report.done, report.total) for report in reports] == [(500, 1234), (1000, 1234), (1234, 1234)]
    assert sum(labels.all_labels(library.db).values()) == len(known)


def test_cancelling_leaves_no_label(library: Library, known: dict[bytes, int]):
    work = label_from_folders(library)
    next(work)
    work.close()
    assert labels.all_labels(library.db) == {}


# --- out and back


@pytest.fixture
def second(tmp_path: Path, root: Path) -> Iterator[tuple[Library, dict[bytes, int]]]:
    """Another library of the same files, which knows them by other ids."""
    opened = open_library(str(tmp_path / "second library"))
    yield opened, know(opened, root, NAMES[::-1])
    opened.close()


def test_labels_go_out_and_into_another_library_of_the_same_files(
    library: Library, known: dict[bytes, int], second: tuple[Library, dict[bytes, int]], tmp_path: Path
):
    other, ids = second
    finish(label_from_folders(library))
    with library.writing() as db:
        labels.assign(db, 'say "x", <b>y</b> 日本 🐈 =1+1', [known[b"a.jpg"], known[b"dogs/caf\xe9 \n.jpg"]])
        labels.assign(db, "of no image", [])
    out = tmp_path / "out.csv"
    exported = finish(export_table(library, str(out)))
    assert (exported.images, exported.labels, exported.assigned, exported.without_file) == (5, 5, 7, 0)
    assert finish(import_table(other, str(out))) == Labelled(5, 5, 7)
    assert labels_of(other, ids) == labels_of(library, known)
    finish(export_table(other, str(tmp_path / "again.csv")))
    assert (tmp_path / "again.csv").read_bytes() == out.read_bytes()


def test_missing_files_are_exported_and_images_that_have_none_are_counted(
    library: Library, known: dict[bytes, int], tmp_path: Path
):
    with library.writing() as db:
        labels.assign(db, "cat", list(known.values()))
        db.execute("UPDATE files SET missing = 1 WHERE path = ?", (b"a.jpg",))
        db.execute("DELETE FROM files WHERE path = ?", (b"cats/b.jpg",))
    exported = finish(export_table(library, str(tmp_path / "out.csv")))
    assert (exported.images, exported.without_file) == (4, 1)
    assert b"/photos/a.jpg,cat" in (tmp_path / "out.csv").read_bytes()


def test_a_cancelled_export_leaves_the_table_before_it(library: Library, known: dict[bytes, int], tmp_path: Path):
    out = tmp_path / "out" / "labels.csv"
    out.parent.mkdir()
    finish(export_table(library, str(out)))
    before = out.read_bytes()
    assert before == b"path,labels\r\n"
    with library.writing() as db:
        labels.assign(db, "cat", list(known.values()))
    work = export_table(library, str(out))
    while next(work).note != "Writing labels":
        pass
    work.close()
    assert out.read_bytes() == before
    assert os.listdir(out.parent) == ["labels.csv"]


# --- some paths


def test_files_are_labelled_and_unlabelled_by_path(
    library: Library, known: dict[bytes, int], root: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(root)
    paths = [b"a.jpg", os.fsencode(root / "cats/b.jpg"), b"nowhere.jpg"]
    assert labelling.label_files(library, " cat ", paths) == Labelled(2, 1, 2, 1, (b"nowhere.jpg",))
    assert labelling.label_files(library, "cat", paths).assigned == 0
    assert labelling.unlabel_files(library, "cat", [b"a.jpg", b"cats/c, d.jpg"]) == Labelled(2, 1, 1)
    assert labels_of(library, known) == {b"cats/b.jpg": ["cat"]}
    labelling.unlabel_files(library, "cat", [b"cats/b.jpg"])
    assert labels.all_labels(library.db) == {"cat": 0}, "it stays listed"


def test_only_unknown_paths_an_unknown_label_or_a_bad_name_change_nothing(
    library: Library, known: dict[bytes, int]
):
    for work, why in (
        (lambda: labelling.label_files(library, "cat", [b"x.jpg", b"y.jpg"]), "knows no picture at 'x.jpg'"),
        (lambda: labelling.label_files(library, "a;b", [library.folders()[0].path + b"/a.jpg"]), "semicolon"),
        (
            lambda: labelling.unlabel_files(library, "cat", [library.folders()[0].path + b"/a.jpg"]),
            "no label “cat”",
        ),
    ):
        with pytest.raises(UserError, match=why):
            work()
    assert labels.all_labels(library.db) == {}


# --- a real dataset


@needs_shared
def test_the_table_of_coco_is_read_as_it_is(library: Library):
    folder = (SHARED / "coco_multilabel").resolve()
    names = sorted(os.listdir(os.fsencode(folder / "images")))
    known = know(library, folder / "images", names)
    result = finish(import_table(library, str(folder / "labels.csv")))
    assert (result.images, result.labels, result.unknown_paths) == (2000, 80, 0)
    assert labels_of(library, known)[b"000000104006.jpg"] == ["person", "skateboard"]
    tags, labels_NC = labels.matrix(library.db, list(known.values()))
    assert labels_NC.shape == (2000, 80)
    assert labels_NC.sum() == result.assigned
    assert labels_NC.any(axis=1).all()
    assert tags == sorted(tags)
