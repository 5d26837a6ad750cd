"""What was said of one image given to another, and taken back exactly."""

import pytest

from engine.store import checked_rows, decisions, label_edits, labels, training_images
from engine.store.connection import Database
from engine.store.folders import Folder
from engine.store.handing_over import HandedRows, give, hand_over, take_back
from engine.store.label_edits import Delete, Give
from tests.store.row_makers import add_image, add_version

TABLES = ("image_labels", "decisions", "training_images")


@pytest.fixture
def ids(db: Database, folder: Folder) -> list[int]:
    return [add_image(db, folder, b"%d.jpg" % n) for n in range(5)]


def state(db: Database) -> list[list[tuple]]:
    """Row by row, with the checksums."""
    return [sorted(db.execute(f"SELECT * FROM {table}").fetchall()) for table in TABLES]


def test_labels_decisions_and_trainings_also_hold_for_the_heir(db: Database, ids: list[int]):
    dropped, heir, friend, stranger, _ = ids
    version = add_version(db)
    label_edits.apply(db, Give({"cat": [dropped, heir], "pet": [dropped]}))
    decisions.put(db, dropped, friend, True)
    decisions.put(db, stranger, dropped, False)
    decisions.put(db, dropped, heir, True)
    training_images.put(db, version, [dropped])
    before = state(db)
    rows = hand_over(db, [(dropped, heir)])
    assert len(rows) == 4
    assert labels.of_images(db, [dropped, heir]) == {dropped: ["cat", "pet"], heir: ["cat", "pet"]}
    assert decisions.of_query(db, heir) == {friend: True, stranger: False, dropped: True}
    assert training_images.of_version(db, version) == {dropped, heir}
    assert not checked_rows.any_damaged(db, TABLES)
    after = state(db)
    assert take_back(db, rows) == rows
    assert state(db) == before
    assert give(db, rows) == rows
    assert state(db) == after


def test_what_the_heir_has_and_what_was_said_of_it_stays(db: Database, ids: list[int]):
    dropped, heir, friend, *_ = ids
    label_edits.apply(db, Give({"cat": [dropped, heir]}))
    decisions.put(db, dropped, friend, True)
    decisions.put(db, friend, heir, False)
    before = state(db)
    rows = hand_over(db, [(dropped, heir)])
    assert (len(rows), rows) == (0, HandedRows())
    assert state(db) == before
    take_back(db, rows)
    assert state(db) == before


def test_several_at_once_with_decisions_between_them(db: Database, ids: list[int]):
    a, b, heir, other, its_heir = ids
    label_edits.apply(db, Give({"cat": [a], "dog": [b], "sun": [other]}))
    decisions.put(db, a, other, False)
    decisions.put(db, a, b, True)
    before = state(db)
    rows = hand_over(db, [(a, heir), (b, heir), (other, its_heir)])
    assert labels.of_images(db, [heir, its_heir]) == {heir: ["cat", "dog"], its_heir: ["sun"]}
    assert decisions.of_query(db, heir) == {its_heir: False}
    take_back(db, rows)
    assert state(db) == before


def test_what_was_said_anew_meanwhile_is_not_taken_back(db: Database, ids: list[int]):
    dropped, heir, friend, *_ = ids
    decisions.put(db, dropped, friend, True)
    rows = hand_over(db, [(dropped, heir)])
    decisions.put(db, heir, friend, False)
    assert take_back(db, rows) == HandedRows()
    assert decisions.of_query(db, heir) == {friend: False}


def test_what_is_gone_meanwhile_is_not_given_again(db: Database, ids: list[int]):
    dropped, heir, *_ = ids
    label_edits.apply(db, Give({"cat": [dropped], "pet": [dropped]}))
    rows = hand_over(db, [(dropped, heir)])
    take_back(db, rows)
    label_edits.apply(db, Delete("cat"))
    assert len(give(db, rows)) == 1
    assert labels.of_images(db, [heir]) == {heir: ["pet"]}
