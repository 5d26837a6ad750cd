"""What was done to files, looked through and taken back."""

from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from engine.file_actions import looking_back
from engine.store import file_actions
from engine.store.file_actions import ActionKind, ActionState
from gui.file_actions.log_page import ActionLogPage
from gui.file_actions.log_rows import LogRows
from tests.gui.file_actions.test_acting_on_files import agree, press, select_named
from tests.gui.person import CONTROL, LEFT, Key, Person


def texts(rows: LogRows) -> list[list[str]]:
    return [
        [rows.data(rows.index(row, column)) for column in range(rows.columnCount())]  # type: ignore[misc]
        for row in range(rows.rowCount())
    ]


def open_log(person: Person) -> ActionLogPage:
    press(person, Key.Key_H, CONTROL)
    person.until(lambda: person.window.centre.page == "file actions")
    return person.window.file_actions.log.page


def test_the_log_lists_what_was_done_and_takes_it_back(person: Person, photos: Path) -> None:
    select_named(person, "bricks-1.jpg", "bricks-2.jpg")
    press(person, Key.Key_Delete)
    agree(person)
    person.until_shown(28)
    person.until_idle()
    page = open_log(person)
    person.until(lambda: page.file_rows.rowCount() == 2)
    ((when, what, which, now),) = texts(page.batch_rows)
    assert (what, which, now) == ("2 files moved to the trash", "bricks-1.jpg and 1 more", "can be taken back")
    assert when.startswith("20")
    assert texts(page.file_rows)[0] == ["bricks-1.jpg", str(photos / "bricks"), "the trash", "can be taken back"]
    QTest.mouseClick(page.undo, LEFT)
    person.until(lambda: (photos / "bricks" / "bricks-2.jpg").exists())
    person.until_idle()
    person.until(lambda: page.batch_rows.rowCount() == 2)
    assert [row[1:] for row in texts(page.batch_rows)] == [
        ["2 files brought back from the trash", "bricks-2.jpg and 1 more", "can be taken back"],
        ["2 files moved to the trash", "bricks-1.jpg and 1 more", "cannot be taken back"],
    ]
    assert person.said() == "2 files brought back from the trash; Ctrl+Z takes it back."
    person.press(Key.Key_Backspace, on=page.batches)
    assert person.window.centre.page is None


def test_an_empty_log_says_so_and_a_long_one_comes_in_pages(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_log(person)
    person.until_idle()
    assert page.about.text().startswith("Nothing was done to files yet.")
    assert not page.undo.isEnabled()
    assert not page.show_in_folder.isEnabled()
    monkeypatch.setattr(looking_back, "PAGE", 60)

    def write() -> None:
        with person.session.library.writing() as db:
            for number in range(100):
                name = f"/gone/{number}.jpg".encode()
                action = file_actions.begin(db, None, ActionKind.MOVE, name, b"/to" + name, b"c", 1, "")
                file_actions.end(db, action.id, ActionState.FAILED, reason="the disk is full")

    person.session.store(write)
    person.until(lambda: page.batch_rows.rowCount() >= 60)
    assert texts(page.batch_rows)[0][1:] == ["Nothing, 1 file left alone", "99.jpg", ""]
    person.until(
        lambda: texts(page.file_rows)[-1:] and texts(page.file_rows)[0][3] == "left alone: the disk is full"
    )
    page.batches.setFocus()
    person.press(Key.Key_End, on=page.batches)
    person.until(lambda: page.batch_rows.rowCount() == 100)
    assert texts(page.batch_rows)[-1][2] == "0.jpg"
