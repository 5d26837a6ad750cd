"""Labels' names, assigning them, and the matrix that training reads."""

import random

import numpy as np
import pytest

from engine.errors import UserError
from engine.store import label_edits, labels
from engine.store.checksums import checksum
from engine.store.connection import Database
from engine.store.folders import Folder
from engine.store.label_edits import Rename
from tests.store.row_makers import add_image


@pytest.fixture
def ids(db: Database, folder: Folder) -> list[int]:
    return [add_image(db, folder, b"%d.jpg" % n) for n in range(3)]


def changes(db: Database) -> int:
    return int(db.execute("SELECT count FROM user_changes").fetchone()[0])


# --- names


@pytest.mark.parametrize(
    ("given", "stored"),
    [("  cat ", "cat"), ("cat\n", "cat"), ("A\u0308rger", "Ärger"), ("x" * 200, "x" * 200), ("a, b", "a, b")],
)
def test_a_name_is_stripped_and_composed(db: Database, ids: list[int], given: str, stored: str):
    assert labels.clean_name(given) == stored
    labels.assign(db, given, ids[:1])
    labels.assign(db, stored, ids[:2])
    assert labels.all_labels(db) == {stored: 2}
    labels.unassign(db, given, ids)
    assert labels.all_labels(db) == {stored: 0}


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "needs a name"),
        (" \t", "needs a name"),
        ("x" * 201, "too long: 201 characters"),
        ("x" * 1_000_000, "too long"),
        ("a;b", "semicolon"),
        ("a\nb", "control character"),
        ("a\x00b", "control character"),
        ("a\x1b[31mb", "control character"),
        ("a\u2028b", "control character"),
        ("caf\udce9", "not UTF-8 text"),
    ],
)
def test_what_cannot_be_a_name_is_refused_in_one_sentence(db: Database, ids: list[int], name: str, why: str):
    for refused in (labels.clean_name, lambda name: labels.assign(db, name, ids)):
        with pytest.raises(UserError, match=why) as caught:
            refused(name)
        sentence = str(caught.value)
        assert sentence.endswith(".")
        assert len(sentence) < 200
        assert sentence.isprintable()
    assert labels.all_labels(db) == {}


@pytest.mark.parametrize("name", ["", "a;b", "a\nb", "caf\udce9", "x" * 999])
def test_a_label_that_cannot_exist_is_simply_not_there(db: Database, ids: list[int], name: str):
    with pytest.raises(UserError, match="There is no label") as caught:
        labels.unassign(db, name, ids)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("folder_name", "name"),
    [
        (b"holiday", "holiday"),
        (b" spaced ", "spaced"),
        (b"a;b", "a,b"),
        ("a\u037eb".encode(), "a,b"),  # a Greek question mark, which is a semicolon when composed
        (b"caf\xe9", "caf\\xe9"),
        ("cafe\u0301".encode(), "café"),
        (b"new\nline", "new_line"),
        (b"  ", "_"),
        (b"\n", "_"),
        (b"/", "/"),
        (b"x" * 255, "x" * 200),
    ],
)
def test_every_folder_name_gives_a_label(folder_name: bytes, name: str):
    assert labels.name_from(folder_name) == name


def test_any_bytes_give_a_name_that_is_allowed():
    source = random.Random(1)
    for _ in range(2000):
        name = labels.name_from(source.randbytes(source.randrange(1, 255)))
        assert labels.clean_name(name) == name


def test_a_name_from_an_older_library_can_still_be_used_and_changed(db: Database, ids: list[int]):
    db.execute("INSERT INTO labels (name) VALUES ('a; b')")
    labels.assign(db, "a; b", ids)
    assert labels.all_labels(db) == {"a; b": 3}
    label_edits.apply(db, Rename("a; b", "a, b"))
    assert labels.all_labels(db) == {"a, b": 3}


# --- assigning


def test_assigning_and_unassigning_say_how_many_changed(db: Database, ids: list[int]):
    assert labels.assign(db, "cat", ids[:2]) == 2
    assert labels.assign(db, "cat", ids) == 1
    assert labels.assign(db, "cat", []) == 0
    assert labels.unassign(db, "cat", ids[1:]) == 2
    assert labels.unassign(db, "cat", ids) == 1
    assert labels.unassign(db, "cat", ids) == 0


def test_assigning_what_is_assigned_is_no_change_unless_it_was_damaged(db: Database, ids: list[int]):
    labels.assign(db, "cat", np.array(ids))
    before = changes(db)
    labels.assign(db, "cat", ids)
    assert changes(db) == before
    db.execute("UPDATE image_labels SET checksum = 1 WHERE image_id = ?", (ids[0],))
    labels.assign(db, "cat", ids)
    for image, label, stored in db.execute("SELECT image_id, label_id, checksum FROM image_labels"):
        assert checksum(image, label) == stored


def test_the_labelled_images_are_listed_once(db: Database, ids: list[int]):
    labels.assign(db, "cat", ids[1:])
    labels.assign(db, "dog", ids[2:])
    assert labels.labelled_images(db) == ids[1:]


# --- the matrix


def test_the_matrix_has_a_row_per_image_in_the_order_asked_and_a_column_per_label(db: Database, ids: list[int]):
    labels.assign(db, "zebra", ids[:1])
    labels.assign(db, "animal", ids[:2])
    labels.assign(db, "unused", [])
    names, labels_NC = labels.matrix(db, [ids[2], ids[0], ids[1], ids[0]])
    assert names == ["animal", "zebra"]
    assert labels_NC.dtype == np.bool_
    assert labels_NC.tolist() == [[False, False], [True, True], [True, False], [True, True]]


def test_the_matrix_of_images_without_labels_has_no_columns(db: Database, ids: list[int]):
    names, labels_NC = labels.matrix(db, np.array(ids))
    assert (names, labels_NC.shape) == ([], (3, 0))
    assert labels.matrix(db, [])[1].shape == (0, 0)


def test_the_matrix_agrees_with_the_labels_of_many_images(db: Database, folder: Folder):
    ids = [add_image(db, folder, b"many-%d.jpg" % n) for n in range(1200)]
    source = random.Random(2)
    for name in "abcde":
        labels.assign(db, name, source.sample(ids, 300))
    names, labels_NC = labels.matrix(db, ids)
    found = labels.of_images(db, ids)
    for row, image_id in enumerate(ids):
        assert [name for name, has in zip(names, labels_NC[row], strict=True) if has] == found.get(image_id, [])
