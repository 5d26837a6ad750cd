"""What the user said: labels of images, and decisions about pairs."""

import pytest

from engine.errors import UserError
from engine.store import decisions, images, labels
from engine.store.checksums import checksum
from engine.store.connection import Database
from engine.store.folders import Folder
from tests.store.row_makers import add_image

HOSTILE = "<b>x</b>' OR 1=1 -- ‮%s{0}\\"


@pytest.fixture
def ids(db: Database, folder: Folder) -> list[int]:
    return [add_image(db, folder, b"%d.jpg" % n) for n in range(3)]


def test_an_image_may_have_several_labels_and_a_label_several_images(db: Database, ids: list[int]):
    labels.assign(db, "cat", ids[:2])
    labels.assign(db, "animal", ids)
    assert labels.of_images(db, ids) == {ids[0]: ["animal", "cat"], ids[1]: ["animal", "cat"], ids[2]: ["animal"]}
    assert labels.all_labels(db) == {"animal": 3, "cat": 2}


def test_assigning_twice_is_assigning_once(db: Database, ids: list[int]):
    labels.assign(db, "cat", ids[:1])
    labels.assign(db, "cat", ids[:1])
    assert labels.all_labels(db) == {"cat": 1}


def test_unassigning_keeps_the_label_and_the_other_images(db: Database, ids: list[int]):
    labels.assign(db, "cat", ids[:2])
    labels.unassign(db, "cat", [ids[0], ids[2]])
    assert labels.of_images(db, ids) == {ids[1]: ["cat"]}
    labels.unassign(db, "cat", [ids[1]])
    assert labels.all_labels(db) == {"cat": 0}


def test_any_text_on_one_line_is_a_label_and_comes_back_exactly(db: Database, ids: list[int]):
    for name in (HOSTILE, "Ärger", "👩‍🚀", "two words"):
        labels.assign(db, name, ids[:1])
    assert set(labels.of_images(db, ids)[ids[0]]) == {HOSTILE, "Ärger", "👩‍🚀", "two words"}


@pytest.mark.parametrize("name", ["", "  ", "\n"])
def test_a_label_without_a_name_is_refused(db: Database, ids: list[int], name: str):
    with pytest.raises(UserError, match="needs a name"):
        labels.assign(db, name, ids)


def test_unassigning_an_unknown_label_is_one_sentence(db: Database, ids: list[int]):
    with pytest.raises(UserError, match="no label “dog”"):
        labels.unassign(db, "dog", ids)


def test_each_assignment_has_a_checksum_that_fits(db: Database, ids: list[int]):
    labels.assign(db, "cat", ids)
    labels.carry_over(db, ids[0], ids[1])
    for image, label, stored in db.execute("SELECT image_id, label_id, checksum FROM image_labels"):
        assert checksum(image, label) == stored


def test_labels_are_carried_over_to_another_image(db: Database, ids: list[int]):
    labels.assign(db, "cat", ids[:1])
    labels.assign(db, "dog", ids[1:2])
    labels.carry_over(db, ids[0], ids[1])
    assert labels.of_images(db, ids) == {ids[0]: ["cat"], ids[1]: ["cat", "dog"]}


def test_a_pending_image_that_turns_out_to_be_known_hands_its_labels_over(db: Database, ids: list[int]):
    pending = images.add_pending(db)
    labels.assign(db, "cat", [pending])
    images.merge(db, pending, ids[0])
    assert labels.of_images(db, [ids[0], pending]) == {ids[0]: ["cat"]}
    assert not images.is_pending(db, pending)


def test_decisions_are_about_the_pair_and_may_be_revised_from_either_side(db: Database, ids: list[int]):
    decisions.put(db, ids[0], ids[1], True)
    decisions.put(db, ids[0], ids[2], True)
    decisions.put(db, ids[0], ids[2], False)
    assert decisions.of_query(db, ids[0]) == {ids[1]: True, ids[2]: False}
    assert decisions.of_query(db, ids[2]) == {ids[0]: False}
    decisions.put(db, ids[1], ids[0], False)
    assert decisions.all_decisions(db) == [(ids[0], ids[2], False), (ids[1], ids[0], False)]
    assert decisions.of_query(db, ids[0]) == {ids[1]: False, ids[2]: False}
    decisions.remove(db, ids[0], ids[1])
    assert decisions.of_query(db, ids[1]) == {}
    assert decisions.of_query(db, ids[0]) == {ids[2]: False}


def test_a_pair_that_an_older_library_holds_twice_counts_as_it_was_decided_last(db: Database, ids: list[int]):
    decisions.put(db, ids[0], ids[1], True)
    db.execute("UPDATE decisions SET decided_at = '2000-01-01T00:00:00'")
    db.execute("INSERT INTO decisions VALUES (?, ?, 0, '2001-01-01T00:00:00', 0)", (ids[1], ids[0]))
    assert decisions.of_query(db, ids[0]) == {ids[1]: False}
    assert decisions.of_query(db, ids[1]) == {ids[0]: False}
    decisions.put(db, ids[0], ids[1], True)
    assert decisions.all_decisions(db) == [(ids[0], ids[1], True)]


def test_deciding_gives_back_what_was_said_before_so_that_it_can_be_undone(db: Database, ids: list[int]):
    query, hit, other = ids
    decisions.put(db, hit, query, True)
    before = decisions.decide(db, query, {hit: False, other: False})
    assert before == {hit: True, other: None}
    assert decisions.of_query(db, query) == {hit: False, other: False}
    assert decisions.decide(db, query, before) == {hit: False, other: False}
    assert decisions.of_query(db, query) == {hit: True}


def test_a_picture_and_itself_are_no_pair(db: Database, ids: list[int]):
    with pytest.raises(UserError, match="the same as itself"):
        decisions.put(db, ids[0], ids[0], False)


def test_each_decision_has_a_checksum_that_fits(db: Database, ids: list[int]):
    decisions.put(db, ids[0], ids[1], True)
    *row, stored = db.execute("SELECT query_id, hit_id, same, decided_at, checksum FROM decisions").fetchone()
    assert checksum(*row) == stored
