"""Missing pictures: found in the tree, forgotten after a question, brought back by Ctrl+Z."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from engine.jobs.forgetting import forget
from engine.progress import finish
from engine.store import decisions, images, labels, thumbnails
from gui.library.folder_tree import MISSING
from gui.library.forget_question import ForgetQuestion
from gui.pictures.forgetting import FORGET, BringBackStep
from gui.undo import Done, LongUndoable, UndoHistory
from tests.conftest import IndexedLibrary
from tests.gui.labeller import redo, undo
from tests.gui.person import CONTROL, LEFT, Key, Person
from tests.gui.window_fixtures import OpenWindow


@pytest.fixture
def lacking(indexed: IndexedLibrary, open_window: OpenWindow) -> Person:
    """Somebody whose leaves are gone; the first two have a label, the first was decided about."""
    ids = sorted(indexed.id_of(f"leaves/leaves-{n}.jpg") for n in range(6))
    with indexed.library.writing() as db:
        labels.assign(db, "green", ids[:2])
        decisions.put(db, ids[0], indexed.id_of("discs/discs-0.jpg"), False)
    shutil.rmtree(indexed.photos / "leaves")
    indexed.again()
    somebody = open_window(indexed.library)
    somebody.until_shown(30)
    somebody.until(lambda: "Missing pictures  (6)" in somebody.tree())
    return somebody


def question(person: Person) -> ForgetQuestion:
    person.until(lambda: person.window.findChildren(ForgetQuestion))
    (found,) = person.window.findChildren(ForgetQuestion)
    return found


def agree(person: Person) -> None:
    asked = question(person)
    QTest.mouseClick(asked.accept_button, LEFT)
    person.until(lambda: not person.window.findChildren(ForgetQuestion))


def known(person: Person) -> tuple[int, int, list[int], int]:
    library = person.session.library
    return (
        images.count(library.db),
        len(thumbnails.ids(library.thumbnails_db)),
        sorted(labels.images_with(library.db, ["green"])),
        len(decisions.all_decisions(library.db)),
    )


def test_missing_pictures_are_shown_alone_and_left_again(lacking: Person) -> None:
    window = lacking.window
    lacking.choose_folder(MISSING)
    lacking.until_shown(6)
    assert lacking.kinds(6) == {"leaves"}
    assert window.browse_bar.title.text() == "Missing  ·  6"
    assert window.browse_bar.filter.text() == "is:missing"
    lacking.choose_folder(b"")
    lacking.until_shown(30)
    assert window.browse_bar.filter.text() == ""
    window.browse_bar.missing.click()
    lacking.until_shown(24)
    lacking.choose_folder(MISSING)
    lacking.until_shown(6)
    assert window.browse_bar.missing.isChecked()
    lacking.choose_folder(b"")
    lacking.until_shown(30)
    lacking.double_click(0)
    lacking.until_found()
    lacking.choose_folder(MISSING)
    lacking.until_shown(6)
    assert window.searching.query is None
    assert window.library_panel.chosen() == MISSING
    window.browse_bar.search_for("")
    lacking.until_shown(30)
    assert window.library_panel.chosen() == b""


def test_all_of_them_are_forgotten_and_brought_back_by_undo(lacking: Person) -> None:
    before = known(lacking)
    window = lacking.window
    lacking.choose_folder(MISSING)
    lacking.until_shown(6)
    window.menus.by_text[FORGET].trigger()  # while none is selected, all are meant
    asked = question(lacking)
    assert asked.text.text() == "Forget 6 pictures?"
    words = asked.consequences.text()
    assert "the labels of 2 pictures" in words
    assert "what you decided about 1 picture" in words
    assert asked.cancel_button.isDefault(), "Enter alone forgets nothing that was said"
    assert asked.choice.isHidden()
    agree(lacking)
    lacking.until(lambda: lacking.said() == "6 pictures forgotten.")
    lacking.until_shown(24)
    lacking.until(lambda: not any(row.startswith("Missing") for row in lacking.tree()))
    assert known(lacking) == (24, 24, [], 0)
    undo(lacking)
    lacking.until_shown(30)
    assert known(lacking) == before
    lacking.until(lambda: "Missing pictures  (6)" in lacking.tree())
    redo(lacking)
    lacking.until_shown(24)
    undo(lacking)
    lacking.until_shown(30)
    assert known(lacking) == before


def test_what_was_done_again_in_part_and_given_up_can_be_taken_back(
    indexed: IndexedLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.jobs.forgetting.AT_A_TIME", 2)
    library, ids = indexed.library, sorted(indexed.id_of(f"leaves/leaves-{n}.jpg") for n in range(6))
    with library.writing() as db:
        labels.assign(db, "green", ids)
    shutil.rmtree(indexed.photos / "leaves")
    indexed.again()
    history = UndoHistory(library)
    history.push(BringBackStep(finish(forget(library, ids))), "6 pictures forgotten")
    history.end_long(finish(begun(history.undo()).work(library)))
    again = begun(history.redo()).work(library)
    assert [next(again).done for _ in range(3)] == [0, 2, 4]
    again.close()
    history.end_long(None)
    assert len(labels.of_images(library.db, ids)) == 2
    history.end_long(finish(begun(history.undo()).work(library)))
    assert labels.of_images(library.db, ids) == {image_id: ["green"] for image_id in ids}


def begun(done: Done) -> LongUndoable:
    assert done.begun is not None
    return done.begun


def test_all_that_is_missing_is_shown_whatever_label_was_chosen(lacking: Person) -> None:
    lacking.window.browse_bar.choose_label("green", unlabelled=False)
    lacking.until_shown(2)
    lacking.choose_folder(MISSING)
    lacking.until_shown(6)


def test_of_a_selection_only_the_missing_are_forgotten(lacking: Person) -> None:
    window = lacking.window
    window.grid.selectAll()
    lacking.press(Key.Key_Delete, CONTROL, on=window.grid)
    asked = question(lacking)
    assert asked.text.text() == "Forget 6 pictures?"
    assert "24 pictures are not missing, and stay." in asked.consequences.text()
    asked.reject()
    row = next(i for i, name in enumerate(lacking.names()) if name.startswith("discs"))
    lacking.click(row)
    window.menus.by_text[FORGET].trigger()
    lacking.until(lambda: lacking.said() == "This picture is not missing.")
    assert known(lacking)[0] == 30


def test_pictures_on_a_drive_that_is_away_are_named_and_stay_unless_chosen(lacking: Person, photos: Path) -> None:
    photos.rename(photos.with_name("unplugged"))
    window = lacking.window
    window.grid.selectAll()
    window.menus.by_text[FORGET].trigger()
    asked = question(lacking)
    assert asked.text.text() == "These pictures are not missing, only away."
    assert "30 pictures are on a drive or in a folder that is away now, and stay" in asked.consequences.text()
    assert not asked.accept_button.isEnabled()
    asked.choice.click()
    assert asked.text.text() == "Forget 30 pictures?"
    agree(lacking)
    lacking.until_shown(0)
    undo(lacking)
    lacking.until_shown(30)


def test_nothing_selected_and_nothing_missing_is_said(newcomer: Person) -> None:
    newcomer.window.menus.by_text[FORGET].trigger()
    newcomer.until(lambda: newcomer.said() == "Select missing pictures first.")
    newcomer.window.forgetting.forget_all()
    newcomer.until(lambda: newcomer.said() == "No picture is missing.")
