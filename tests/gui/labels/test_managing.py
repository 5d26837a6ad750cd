"""Labels themselves: renamed, merged, coloured, deleted, given other hotkeys; and undoing all of it."""

import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QColorDialog, QMessageBox

from engine.store import label_list
from gui.labels.hotkey_dialog import HotkeyDialog
from gui.labels.merge_dialog import MergeDialog
from gui.viewer.viewer_window import ViewerWindow
from tests.gui.labeller import (
    choose_in_menu,
    entry,
    give,
    go_to_label,
    hotkeys,
    of_image,
    on_tile,
    panel,
    redo,
    rename,
    select,
    stored,
    undo,
    until_listed,
)
from tests.gui.person import CONTROL, LEFT, Key, Person

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # a popup without a screen


# -- hotkeys -------------------------------------------------------------------------------------------------------


def test_a_hotkey_gives_its_label_and_takes_it_when_all_have_it(labelled: Person) -> None:
    assert hotkeys(labelled) == {"round": "1", "red": "2"}
    select(labelled, 3, 4, 5)
    labelled.press(Key.Key_1, on=labelled.window.grid)
    until_listed(labelled, {"red": 2, "round": 6})
    assert labelled.said() == "“round” given to 2 pictures."
    labelled.press(Key.Key_1, on=labelled.window.grid)
    until_listed(labelled, {"red": 2, "round": 3})
    assert labelled.said() == "“round” taken from 3 pictures."
    labelled.press(Key.Key_7, on=labelled.window.grid)
    assert labelled.said() == "No label has the hotkey 7."


def test_digits_typed_into_the_filter_label_nothing(labelled: Person) -> None:
    select(labelled, 5)
    labelled.press(Key.Key_F, CONTROL)
    QTest.keyClicks(labelled.window.browse_bar.filter, "1 Label")
    assert labelled.window.browse_bar.filter.text() == "1 Label"
    labelled.until_idle()
    assert stored(labelled) == {"red": 2, "round": 4}


def open_viewer(person: Person) -> ViewerWindow:
    person.press(Key.Key_Space, on=person.window.grid)
    viewer = person.window.viewer
    person.qtbot.waitExposed(viewer)
    person.until(viewer.view.hasFocus)
    person.until(viewer.view.has_image)
    return viewer


def test_hotkeys_label_the_picture_of_the_viewer_and_leave_it_its_own_keys(labelled: Person) -> None:
    select(labelled, 8, 9)
    viewer = open_viewer(labelled)
    labelled.press(Key.Key_2, on=viewer.view)
    until_listed(labelled, {"red": 3, "round": 4})
    shown = labelled.window.grid.current_id()
    assert of_image(labelled, shown) == ["red"], "of the two that are selected, the one that is shown"
    labelled.until(lambda: "red" in viewer.bar.text.text())
    labelled.press(Key.Key_1, on=viewer.view)
    until_listed(labelled, {"red": 3, "round": 5})
    labelled.press(Key.Key_Z, on=viewer.view)
    assert viewer.view.zoom() == 1.0
    labelled.press(Key.Key_Z, CONTROL, on=viewer.view)
    labelled.press(Key.Key_Z, CONTROL, on=viewer.view)
    until_listed(labelled, {"red": 2, "round": 4})
    assert viewer.isVisible()
    viewer.close()
    assert len(labelled.window.grid.selected_ids()) == 2


def test_l_in_the_viewer_asks_there_for_labels_of_that_picture(labelled: Person) -> None:
    select(labelled, 8, 9)
    viewer = open_viewer(labelled)
    shown = labelled.window.grid.current_id()
    labelled.press(Key.Key_L, on=viewer.view)
    assert entry(labelled).window() is viewer
    labelled.until(lambda: QApplication.focusWidget() is entry(labelled).line)
    QTest.keyClicks(entry(labelled).line, "blue")
    labelled.press(Key.Key_Return)
    until_listed(labelled, {"blue": 1, "red": 2, "round": 4})
    assert of_image(labelled, shown) == ["blue"]
    labelled.press(Key.Key_Escape)
    assert viewer.isVisible()
    assert viewer.view.hasFocus()
    viewer.close()
    labelled.until(lambda: labelled.window.isActiveWindow() and labelled.window.grid.hasFocus())
    labelled.press(Key.Key_L)
    assert entry(labelled).window() is labelled.window, "and then over the grid again"


def test_digits_in_the_list_of_labels_give_them_and_letters_lead_to_a_label(labelled: Person) -> None:
    select(labelled, 8, 9)
    go_to_label(labelled, "red")
    labelled.press(Key.Key_1)
    until_listed(labelled, {"red": 2, "round": 6})
    view = labelled.window.labels.panel.view
    labelled.press(Key.Key_U)
    assert view.current_row().name == "Unlabelled"


def test_a_hotkey_is_changed_by_pressing_it_and_taken_from_the_label_that_had_it(labelled: Person) -> None:
    choose_in_menu(labelled, "red", "Hotkey…")
    (dialog,) = labelled.window.findChildren(HotkeyDialog)
    assert "1 “round”" in dialog.problem.text()
    labelled.press(Key.Key_L, on=dialog)
    assert dialog.problem.text() == "L does something else already; choose another."
    labelled.press(Key.Key_1, on=dialog)
    labelled.until(lambda: hotkeys(labelled) == {"red": "1", "round": None})
    choose_in_menu(labelled, "round", "Hotkey…")
    dialog = next(each for each in labelled.window.findChildren(HotkeyDialog) if each.isVisible())
    labelled.press(Key.Key_W, on=dialog)
    labelled.until(lambda: hotkeys(labelled) == {"red": "1", "round": "W"})
    select(labelled, 9)
    labelled.press(Key.Key_W, on=labelled.window.grid)
    until_listed(labelled, {"red": 2, "round": 5})
    for _ in range(3):
        undo(labelled)
    labelled.until(lambda: hotkeys(labelled) == {"red": "2", "round": "1"})


# -- labels themselves ---------------------------------------------------------------------------------------------


def test_f2_renames_a_label_where_it_stands_and_undo_gives_the_old_name_back(labelled: Person) -> None:
    go_to_label(labelled, "red")
    labelled.press(Key.Key_F2)
    editor = QApplication.focusWidget()
    editor.selectAll()
    QTest.keyClicks(editor, "scarlet")
    labelled.press(Key.Key_Return, on=editor)
    until_listed(labelled, {"round": 4, "scarlet": 2})
    labelled.until(lambda: on_tile(labelled, 1) == ["round", "scarlet"])
    assert labelled.said() == "“red” is called “scarlet” now."
    undo(labelled)
    until_listed(labelled, {"red": 2, "round": 4})
    assert labelled.said() == "Undone: “red” is called “scarlet” now."
    redo(labelled)
    until_listed(labelled, {"round": 4, "scarlet": 2})


def test_renaming_to_a_label_that_exists_offers_to_merge(labelled: Person) -> None:
    rename(labelled, "red", "round")
    labelled.until(lambda: labelled.window.findChildren(QMessageBox))
    (box,) = labelled.window.findChildren(QMessageBox)
    assert box.textFormat() == Qt.TextFormat.PlainText
    assert "Merge “red” into it?" in box.text()
    QTest.mouseClick(next(button for button in box.buttons() if button.text() == "Merge"), LEFT)
    until_listed(labelled, {"round": 4})
    undo(labelled)
    until_listed(labelled, {"red": 2, "round": 4})


def test_a_name_that_cannot_be_is_said_and_the_label_keeps_its_own(labelled: Person) -> None:
    rename(labelled, "red", "a;b")
    labelled.until(lambda: "semicolon" in labelled.said())
    labelled.until_idle()
    assert panel(labelled) == stored(labelled) == {"red": 2, "round": 4}


def test_a_label_is_merged_into_another_and_undone_exactly(labelled: Person) -> None:
    before = label_list.read(labelled.session.library.db)
    choose_in_menu(labelled, "round", "Merge into…")
    (dialog,) = labelled.window.findChildren(MergeDialog)
    assert [row.name for row in dialog.model.rows()] == ["red"]
    labelled.press(Key.Key_Return, on=dialog.view)
    until_listed(labelled, {"red": 4})
    labelled.until(lambda: on_tile(labelled, 0) == ["red"])
    undo(labelled)
    until_listed(labelled, {"red": 2, "round": 4})
    assert label_list.read(labelled.session.library.db) == before
    labelled.until(lambda: on_tile(labelled, 1) == ["red", "round"])


def test_delete_takes_a_label_from_all_pictures_and_undo_brings_it_back(labelled: Person) -> None:
    go_to_label(labelled, "round")
    labelled.press(Key.Key_Delete)
    until_listed(labelled, {"red": 2})
    labelled.until(lambda: on_tile(labelled, 0) == [] and on_tile(labelled, 1) == ["red"])
    assert labelled.said() == "“round” deleted and taken from 4 pictures."
    undo(labelled)
    until_listed(labelled, {"red": 2, "round": 4})
    labelled.until(lambda: on_tile(labelled, 0) == ["round"])
    assert hotkeys(labelled)["round"] == "1"


def test_a_colour_is_chosen_by_name_or_freely_and_undone(labelled: Person) -> None:
    def colour() -> str | None:
        return labelled.window.labels.labelling.named("red").colour

    choose_in_menu(labelled, "red", "Colour", "Red")
    labelled.until(lambda: colour() == "#d64545")
    choose_in_menu(labelled, "red", "Colour", "Other…")
    (dialog,) = labelled.window.findChildren(QColorDialog)
    dialog.setCurrentColor("#123456")
    dialog.accept()
    labelled.until(lambda: colour() == "#123456")
    undo(labelled)
    labelled.until(lambda: colour() == "#d64545")
    choose_in_menu(labelled, "red", "Colour", "By itself")
    labelled.until(lambda: colour() is None)


def test_the_menu_of_a_label_gives_it_and_takes_it(labelled: Person) -> None:
    select(labelled, 0, 1)
    choose_in_menu(labelled, "red", "Give to the selected pictures")
    until_listed(labelled, {"red": 3, "round": 4})
    choose_in_menu(labelled, "red", "Take from the selected pictures")
    until_listed(labelled, {"red": 1, "round": 4})


# -- undo ----------------------------------------------------------------------------------------------------------


def test_undo_before_the_change_is_stored_takes_back_that_very_change(person: Person) -> None:
    select(person, 0, 1)
    give(person, "round")
    until_listed(person, {"round": 2})
    person.press(Key.Key_1, on=person.window.grid)
    undo(person)
    redo(person)
    undo(person)
    person.until_idle()
    until_listed(person, {"round": 2})
    assert len(person.window.undo.history._redos) == 1


def test_nothing_to_undo_is_said(person: Person) -> None:
    undo(person)
    person.until(lambda: person.said() == "There is nothing to undo.")
    redo(person)
    person.until(lambda: person.said() == "There is nothing to do again.")


def test_random_labelling_is_undone_to_the_beginning_and_redone_to_the_end(person: Person) -> None:
    source = random.Random(5)
    steps = 0
    for _ in range(12):
        select(person, *source.sample(range(8), source.randrange(1, 4)))
        count = len(person.window.undo.history._undos)
        give(person, source.choice(["a", "b", "c"]), keys=CONTROL)
        if source.random() < 0.5:
            person.press(Key.Key_1, on=person.window.grid)
        person.until_idle()
        steps += len(person.window.undo.history._undos) - count
    end = label_list.read(person.session.library.db)
    for _ in range(steps):
        undo(person)
    until_listed(person, {})
    for _ in range(steps):
        redo(person)
    person.until_idle()
    assert label_list.read(person.session.library.db) == end
