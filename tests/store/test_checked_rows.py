"""Checksums of rows: every flipped bit is noticed and turned back, and writing to a damaged row hides nothing."""

from pathlib import Path

import pytest

from engine.library import Library, open_library
from engine.store import checked_rows, label_list, labels
from engine.store.checked_rows import BY_NAME
from engine.store.checksums import before_the_flip, checksum
from engine.store.connection import Database
from tests.behind_the_back import behind_the_back

CELLS = (7, None, b"", "Größe".encode(), -3, b"\x00\xff" * 9)


def test_every_flipped_bit_of_a_text_is_turned_back():
    stored = checksum(*CELLS)
    for at in (3, 5):
        cell = CELLS[at]
        assert isinstance(cell, bytes)
        for bit in range(8 * len(cell)):
            changed = bytearray(cell)
            changed[bit // 8] ^= 1 << bit % 8
            assert before_the_flip((*CELLS[:at], bytes(changed), *CELLS[at + 1 :]), stored) == CELLS


def test_every_flipped_bit_of_a_number_or_of_the_checksum_is_turned_back():
    stored = checksum(*CELLS)
    for bit in range(63):
        assert before_the_flip((7 ^ (1 << bit), *CELLS[1:]), stored) == CELLS
        assert before_the_flip(CELLS, stored ^ (1 << bit)) == CELLS


def test_what_is_more_than_one_bit_is_left():
    assert before_the_flip((8, *CELLS[1:]), checksum(*CELLS)) is None
    assert before_the_flip(CELLS, None) is None


@pytest.fixture
def sea(library: Library) -> Library:
    with library.writing() as db:
        labels.assign(db, "sea", [])
    return library


def damaged_labels(db: Database) -> int:
    return len(list(checked_rows.damaged(db, BY_NAME["labels"])))


def test_writing_to_another_cell_of_a_damaged_row_hides_nothing(sea: Library):
    behind_the_back(sea, "UPDATE labels SET name = 'seq'")  # one bit
    with sea.writing() as db:
        db.execute("UPDATE labels SET colour = '#112233'")
    (row,) = checked_rows.damaged(sea.db, BY_NAME["labels"])
    with sea.writing() as db:
        assert checked_rows.mend(db, row)
    (label,) = label_list.by_id(sea.db).values()
    assert (label.name, label.colour) == ("sea", "#112233")


def test_writing_to_the_damaged_cell_itself_mends_the_row(sea: Library):
    behind_the_back(sea, "UPDATE labels SET name = 'seq'")
    with sea.writing() as db:
        db.execute("UPDATE labels SET name = 'lake'")
    assert damaged_labels(sea.db) == 0


def test_a_row_with_more_damage_stays_damaged_whatever_is_written_to_it(sea: Library):
    behind_the_back(sea, "UPDATE labels SET name = 'mountain'")
    with sea.writing() as db:
        db.execute("UPDATE labels SET colour = '#112233'")
    assert damaged_labels(sea.db) == 1


def test_a_text_that_is_no_utf8_any_more_can_be_read(sea: Library):
    behind_the_back(sea, "UPDATE labels SET name = CAST(? AS TEXT)", b"se\xe1")
    assert labels.all_labels(sea.db) == {"se\ufffd": 0}


def test_a_flipped_bit_in_what_is_read_all_the_time_is_mended_by_opening(sea: Library, caplog):
    sea.close()
    behind_the_back(sea, "UPDATE labels SET name = 'seq'")
    reader = open_library(sea.path, write=False)
    assert damaged_labels(reader.db) == 1, "who only reads leaves it to be found"
    reader.close()
    again = open_library(sea.path)
    assert damaged_labels(again.db) == 0
    assert labels.all_labels(again.db) == {"sea": 0}
    again.close()
    assert "a row of labels was damaged" in caplog.text


def test_a_backup_is_not_replaced_by_what_is_damaged(sea: Library):
    sea.save_backup()
    backup = Path(sea.path) / "backup.json"
    before = backup.read_bytes()
    behind_the_back(sea, "UPDATE labels SET name = 'mountain'")
    assert sea.save_backup() == "", "nothing new is to be backed up"
    with sea.writing() as db:
        labels.assign(db, "lake", [])
    assert "is not renewed: Rows of the library are damaged" in sea.save_backup()
    assert backup.read_bytes() == before
    sea.close()
    again = open_library(sea.path)
    assert again.notices == [again.save_backup()], "whoever opens it is told"
    again.close()


def test_who_looks_through_many_rows_hears_now_and_then_that_it_goes_on(db: Database):
    """Of a million features it takes a minute, in which a person wants to see something move, or to cancel."""
    many = 2 * checked_rows.AT_A_TIME + 1
    db.conn.executemany("INSERT INTO labels (name) VALUES (?)", [(f"label {n}",) for n in range(many)])
    db.conn.execute("DROP TRIGGER temp.labels_changed")
    db.execute("UPDATE labels SET name = 'other' WHERE id = 7")
    seen = list(checked_rows.looked_through(db, BY_NAME["labels"]))
    assert [None if row is None else row.key for row in seen] == [(7,), None, None]
