"""Labels as a person gives them: typed, by hotkey, by dropping; shown at once everywhere, undone, filtered by."""

import os
import random
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QColorDialog, QFileDialog, QMenu, QMessageBox

from engine.library import open_library
from engine.store import label_list, labels
from engine.store.label_list import Label
from gui.labels.hotkey_dialog import HotkeyDialog
from gui.labels.label_colours import colour_of
from gui.labels.label_entry import LabelEntry
from gui.labels.label_rows import Kind
from gui.labels.labels_panel import EMPTY
from gui.labels.merge_dialog import MergeDialog
from tests.conftest import IndexedLibrary
from tests.gui.person import CONTROL, LEFT, NONE, SHIFT, Key, Person
from tests.gui.window_fixtures import OpenWindow
from tests.photo_makers import KINDS, photo

HOSTILE = "<b>x</b> & \u202e %s'"


# -- what a person sees and does ----------------------------------------------------------------------------------


def entry(person: Person) -> LabelEntry:
    return person.window.labels.entering.entry


def give(person: Person, *names: str, keys: Qt.KeyboardModifier = NONE) -> None:
    """Type labels for the selected pictures, and close the entry."""
    person.press(Key.Key_L, on=person.window.grid)
    assert QApplication.focusWidget() is entry(person).line
    for name in names:
        if name.isascii():
            QTest.keyClicks(entry(person).line, name)
        else:
            entry(person).line.insert(name)  # as an input method does; keyClicks knows no such keys
        person.press(Key.Key_Return, keys)
    person.until(lambda: not person.session.storing)
    person.press(Key.Key_Escape)
    assert QApplication.focusWidget() is person.window.grid


def select(person: Person, *rows: int) -> list[int]:
    person.click(rows[0])
    for row in rows[1:]:
        person.click(row, CONTROL)
    return [person.window.model.image_id(row) for row in rows]


def panel(person: Person) -> dict[str, int]:
    """The labels of the panel with their numbers."""
    rows = person.window.labels.panel.model.rows()
    return {row.name: row.images for row in rows if row.kind is Kind.LABEL}


def hotkeys(person: Person) -> dict[str, str | None]:
    return {label.name: label.hotkey for label in person.window.labels.labelling.labels.labels}


def stored(person: Person) -> dict[str, int]:
    return labels.all_labels(person.session.library.db)


def of_image(person: Person, image_id: int) -> list[str]:
    return labels.of_images(person.session.library.db, [image_id]).get(image_id, [])


def on_tile(person: Person, row: int) -> list[str]:
    model = person.window.model
    tile = model.tile(row)
    return [] if tile is None else [label.name for label in model.labels_of(tile)]


def in_preview(person: Person) -> list[str]:
    return [chip.label.name for chip in person.window.preview.labels.chips()]


def until_listed(person: Person, expected: dict[str, int]) -> None:
    person.until(lambda: panel(person) == expected)
    assert stored(person) == expected


def undo(person: Person) -> None:
    person.press(Key.Key_Z, CONTROL, on=person.window.grid)


def redo(person: Person) -> None:
    person.press(Key.Key_Z, CONTROL | SHIFT, on=person.window.grid)


def go_to_label(person: Person, name: str) -> None:
    """To its row in the list, by keys."""
    person.press(Key.Key_B, CONTROL)
    view = person.window.labels.panel.view
    assert QApplication.focusWidget() is view
    person.press(Key.Key_Home)
    while view.current_row().name != name:
        person.press(Key.Key_Down)


def click_label(person: Person, name: str) -> None:
    view, model = person.window.labels.panel.view, person.window.labels.panel.model
    place = [row.name for row in model.rows()].index(name)
    view.scrollTo(model.index(place))
    QTest.mouseClick(view.viewport(), LEFT, NONE, view.visualRect(model.index(place)).center())


def choose_in_menu(person: Person, name: str, *texts: str) -> None:
    """Open the menu of a label with the keyboard and choose from it."""
    go_to_label(person, name)
    view = person.window.labels.panel.view
    place = view.visualRect(view.currentIndex()).center()
    reason = QContextMenuEvent.Reason.Keyboard
    QApplication.sendEvent(view, QContextMenuEvent(reason, place, view.viewport().mapToGlobal(place)))
    (menu,) = [menu for menu in person.window.labels.panel.findChildren(QMenu) if menu.isVisible()]
    top = menu
    for text in texts[:-1]:
        menu = next(action.menu() for action in menu.actions() if action.text() == text)
    action = next(action for action in menu.actions() if action.text() == texts[-1])
    assert action.isEnabled()
    action.trigger()
    top.close()


@pytest.fixture
def labelled(person: Person) -> Person:
    """Somebody whose first four pictures are “round”, the second and third also “red”."""
    select(person, 0, 1, 2, 3)
    give(person, "round")
    select(person, 1, 2)
    give(person, "red")
    until_listed(person, {"red": 2, "round": 4})
    return person


# -- typing -------------------------------------------------------------------------------------------------------


def test_the_empty_panel_says_how_to_begin(person: Person) -> None:
    panel = person.window.labels.panel
    assert panel.begin.isVisible()
    assert "press L" in EMPTY


def test_a_typed_label_shows_at_once_in_tiles_preview_counts_and_the_sentence(person: Person) -> None:
    first, second = select(person, 3, 4)
    give(person, "round")
    until_listed(person, {"round": 2})
    assert of_image(person, first) == of_image(person, second) == ["round"]
    person.until(lambda: on_tile(person, 3) == on_tile(person, 4) == ["round"])
    assert on_tile(person, 5) == []
    person.until(lambda: in_preview(person) == ["round"])
    assert person.said() == "“round” given to 2 pictures."
    assert "label round" in person.window.model.index(3).data()
    assert hotkeys(person) == {"round": "1"}
    assert not person.window.labels.panel.begin.isVisible()


def test_a_mark_of_the_labels_colour_is_painted_on_the_tile(person: Person) -> None:
    person.until_tiles()
    grid = person.window.grid

    def corner() -> list[int]:
        box = grid.visualRect(person.window.model.index(0))
        picture = grid.viewport().grab(box).toImage()
        return [
            picture.pixel(x, y) for x in range(picture.width()) for y in range(picture.height() // 2, box.height())
        ]

    before = corner()
    select(person, 0)
    give(person, "round")
    person.until(lambda: on_tile(person, 0) == ["round"])
    person.press(Key.Key_Right)
    blue = Label(1, "round")
    assert before.count(colour_of(blue).rgba()) == 0
    person.until(lambda: corner().count(colour_of(blue).rgba()) > 20)


def test_completion_gives_the_marked_label_and_ctrl_enter_what_is_typed(labelled: Person) -> None:
    select(labelled, 8)
    labelled.press(Key.Key_L, on=labelled.window.grid)
    line = entry(labelled).line
    QTest.keyClicks(line, "RO")
    assert [row.text for row in entry(labelled).model.rows()] == ["round", "New label “RO”"]
    labelled.press(Key.Key_Return)
    labelled.until(lambda: panel(labelled)["round"] == 5)
    QTest.keyClicks(line, "ro")
    labelled.press(Key.Key_Return, CONTROL)
    labelled.until(lambda: panel(labelled).get("ro") == 1)
    QTest.keyClicks(line, "r")
    labelled.press(Key.Key_Down)  # red, ro, round, new
    labelled.press(Key.Key_Down)
    labelled.press(Key.Key_Up)
    labelled.press(Key.Key_Up)
    labelled.press(Key.Key_Return)
    labelled.until(lambda: panel(labelled)["red"] == 3)
    assert labelled.window.searching.query is None, "Ctrl+Enter is the entry's own while it is open"


def test_several_labels_typed_with_semicolons_are_one_step(person: Person) -> None:
    select(person, 0, 1, 2)
    give(person, "round; red ;; big", keys=CONTROL)
    until_listed(person, {"big": 3, "red": 3, "round": 3})
    undo(person)
    until_listed(person, {})


def test_the_entry_shows_what_the_selection_has_fully_or_partly_and_takes_it_away(labelled: Person) -> None:
    select(labelled, 1, 2, 3)
    labelled.press(Key.Key_L, on=labelled.window.grid)
    chips = entry(labelled).chips
    labelled.until(
        lambda: [(c.label.name, c.having, c.of) for c in chips.chips()] == [("red", 2, 3), ("round", 3, 3)]
    )
    assert chips.chips()[0].accessibleName() == "Label red, on 2 of 3 pictures"
    labelled.press(Key.Key_Backspace)  # to the last of them
    assert QApplication.focusWidget() is chips.chips()[1]
    labelled.press(Key.Key_Delete)
    until_listed(labelled, {"red": 2, "round": 1})
    labelled.until(lambda: [c.label.name for c in chips.chips()] == ["red"])
    QTest.mouseClick(chips.chips()[0], LEFT, NONE, QPoint(20, 10))  # give it to all
    until_listed(labelled, {"red": 3, "round": 1})
    labelled.until(lambda: chips.chips()[0].is_whole())
    QTest.mouseClick(chips.chips()[0].close_button, LEFT)
    until_listed(labelled, {"red": 0, "round": 1})
    labelled.until(lambda: not chips.chips())


def test_the_entry_follows_the_selection_and_keeps_the_keys_while_the_library_is_read(labelled: Person) -> None:
    select(labelled, 0)
    labelled.press(Key.Key_L, on=labelled.window.grid)
    assert entry(labelled).title.text() == "Label 1 picture"
    labelled.until_idle()
    assert QApplication.focusWidget() is entry(labelled).line
    labelled.click(4)
    labelled.click(6, SHIFT)
    assert entry(labelled).title.text() == "Label 3 pictures"
    QTest.keyClicks(entry(labelled).line, "green")
    labelled.press(Key.Key_Return, on=entry(labelled).line)
    labelled.until(lambda: panel(labelled).get("green") == 3)


def test_a_held_backspace_that_empties_the_line_takes_no_label_away(labelled: Person) -> None:
    select(labelled, 0)
    labelled.press(Key.Key_L, on=labelled.window.grid)
    labelled.until(lambda: entry(labelled).chips.chips())
    line = entry(labelled).line
    for _ in range(5):
        for kind in (QKeyEvent.Type.KeyPress, QKeyEvent.Type.KeyRelease):
            event = QKeyEvent(kind, Key.Key_Backspace, NONE, "\b", True)
            QApplication.sendEvent(QApplication.focusWidget(), event)
    assert QApplication.focusWidget() is line
    labelled.until_idle()
    assert stored(labelled) == {"red": 2, "round": 4}


def test_escape_in_the_entry_closes_it_and_leaves_the_query_alone(labelled: Person) -> None:
    labelled.click(0)
    labelled.press(Key.Key_Return, on=labelled.window.grid)
    labelled.until_found()
    labelled.press(Key.Key_L, on=labelled.window.grid)
    labelled.press(Key.Key_Escape)
    assert not entry(labelled).isVisible()
    assert labelled.window.searching.query is not None


def test_what_cannot_be_a_label_is_said_and_nothing_is_stored(person: Person) -> None:
    select(person, 0)
    give(person, "x" * 201, keys=CONTROL)
    person.until(lambda: "too long" in person.said())
    assert stored(person) == {}


def test_without_any_picture_l_says_what_to_do(newcomer: Person) -> None:
    newcomer.press(Key.Key_L)
    assert not entry(newcomer).isVisible()
    assert "Select pictures first" in newcomer.said()


def test_labels_are_shown_literally_everywhere(person: Person) -> None:
    select(person, 0)
    give(person, HOSTILE, keys=CONTROL)
    person.until(lambda: HOSTILE in panel(person))
    row = next(row for row in person.window.labels.panel.model.rows() if row.kind is Kind.LABEL)
    assert row.text == HOSTILE.replace("\u202e", "\ufffd")
    assert person.said() == f"“{HOSTILE.replace(chr(0x202E), chr(92) + 'u202e')}” given to 1 picture."
    click_label(person, HOSTILE)
    person.until_shown(1)
    assert row.text in person.window.browse_bar.title.text()


# -- hotkeys ------------------------------------------------------------------------------------------------------


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


# -- dragging -----------------------------------------------------------------------------------------------------


def drop_on_labels(person: Person, mime: QMimeData, place: QPoint) -> bool:
    view = person.window.labels.panel.view.viewport()
    copy = Qt.DropAction.CopyAction
    for event in (
        QDragEnterEvent(place, copy, mime, LEFT, NONE),
        QDragMoveEvent(place, copy, mime, LEFT, NONE),
        QDropEvent(QPointF(place), copy, mime, LEFT, NONE),
    ):
        QApplication.sendEvent(view, event)
        if not event.isAccepted():
            QApplication.sendEvent(view, QDragLeaveEvent())
            return False
    return True


def place_of(person: Person, name: str) -> QPoint:
    view, model = person.window.labels.panel.view, person.window.labels.panel.model
    place = [row.name for row in model.rows()].index(name)
    return view.visualRect(model.index(place)).center()


def test_pictures_dropped_on_a_label_get_it(labelled: Person) -> None:
    select(labelled, 6, 7, 8)
    mime = labelled.window.grid.make_drag().mimeData()
    assert drop_on_labels(labelled, mime, place_of(labelled, "red"))
    until_listed(labelled, {"red": 5, "round": 4})
    labelled.until(lambda: on_tile(labelled, 7) == ["red"])
    assert labelled.window.searching.query is None
    undo(labelled)
    until_listed(labelled, {"red": 2, "round": 4})


def test_pictures_dropped_beside_the_labels_are_asked_for_a_new_one(labelled: Person) -> None:
    select(labelled, 6, 7)
    mime = labelled.window.grid.make_drag().mimeData()
    labelled.click(0)
    view = labelled.window.labels.panel.view
    assert drop_on_labels(labelled, mime, QPoint(20, view.viewport().height() - 5))
    assert entry(labelled).title.text() == "Label 2 pictures"
    QTest.keyClicks(entry(labelled).line, "new one")
    labelled.press(Key.Key_Return, on=entry(labelled).line)
    labelled.until(lambda: panel(labelled).get("new one") == 2)


def test_unlabelled_is_no_label_to_drop_on_and_foreign_files_are_left_to_the_window(labelled: Person) -> None:
    select(labelled, 6)
    mime = labelled.window.grid.make_drag().mimeData()
    assert not drop_on_labels(labelled, mime, place_of(labelled, "Unlabelled"))
    other = QMimeData()
    other.setText("hello")
    assert not drop_on_labels(labelled, other, place_of(labelled, "red"))
    labelled.until_idle()
    assert stored(labelled) == {"red": 2, "round": 4}


# -- labels themselves --------------------------------------------------------------------------------------------


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


def rename(person: Person, name: str, new: str) -> None:
    go_to_label(person, name)
    person.press(Key.Key_F2)
    editor = QApplication.focusWidget()
    editor.selectAll()
    QTest.keyClicks(editor, new)
    person.press(Key.Key_Return, on=editor)


def test_renaming_to_a_label_that_exists_offers_to_merge(labelled: Person) -> None:
    rename(labelled, "red", "round")
    (box,) = labelled.window.findChildren(QMessageBox)
    assert box.textFormat() == Qt.TextFormat.PlainText
    assert "Merge “red” into it?" in box.text()
    QTest.mouseClick(next(button for button in box.buttons() if button.text() == "Merge"), LEFT)
    until_listed(labelled, {"round": 4})
    undo(labelled)
    until_listed(labelled, {"red": 2, "round": 4})


def test_a_name_that_cannot_be_is_said_and_the_label_keeps_its_own(labelled: Person) -> None:
    rename(labelled, "red", "a;b")
    assert "semicolon" in labelled.said()
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


# -- the preview --------------------------------------------------------------------------------------------------


def test_the_preview_shows_takes_and_adds_labels_of_the_current_picture(labelled: Person) -> None:
    select(labelled, 1)
    labelled.until(lambda: in_preview(labelled) == ["red", "round"])
    chip = labelled.window.preview.labels.chips()[0]
    QTest.mouseClick(chip.close_button, LEFT)
    labelled.until(lambda: in_preview(labelled) == ["round"])
    QTest.mouseClick(labelled.window.preview.label_button, LEFT)
    QTest.keyClicks(entry(labelled).line, "new")
    labelled.press(Key.Key_Return, on=entry(labelled).line)
    labelled.until(lambda: in_preview(labelled) == ["new", "round"])
    labelled.press(Key.Key_Escape)
    labelled.press(Key.Key_Return, on=labelled.window.preview.labels.chips()[1])
    labelled.until_shown(4)
    assert labelled.window.browse_bar.browse().label == "round"


def test_the_preview_of_a_picture_without_labels_shows_none(labelled: Person) -> None:
    select(labelled, 1)
    labelled.until(lambda: in_preview(labelled) == ["red", "round"])
    select(labelled, 9)
    labelled.until(lambda: in_preview(labelled) == [])


# -- filtering ----------------------------------------------------------------------------------------------------


def test_a_click_on_a_label_shows_its_pictures_and_another_click_shows_all(labelled: Person) -> None:
    click_label(labelled, "red")
    labelled.until_shown(2)
    assert labelled.window.browse_bar.title.text() == "All pictures  ·  red  ·  2"
    assert labelled.window.browse_bar.label.currentText() == "red"
    click_label(labelled, "red")
    labelled.until_shown(30)
    assert labelled.window.browse_bar.label.currentText() == "All labels"


def test_unlabelled_pictures_are_shown_by_key_and_leave_as_they_are_labelled(labelled: Person) -> None:
    labelled.press(Key.Key_U, CONTROL, on=labelled.window.grid)
    labelled.until_shown(26)
    third = labelled.window.model.image_id(3)
    select(labelled, 2)
    labelled.press(Key.Key_1, on=labelled.window.grid)
    labelled.until_shown(25)
    labelled.until(lambda: labelled.window.grid.current_id() == third)  # the keys go on with the next one
    labelled.press(Key.Key_1, on=labelled.window.grid)
    labelled.until_shown(24)
    undo(labelled)
    labelled.until_shown(25)
    labelled.press(Key.Key_U, CONTROL, on=labelled.window.grid)
    labelled.until_shown(30)


def test_the_bar_filters_by_label_together_with_folder_and_text(labelled: Person, indexed: IndexedLibrary) -> None:
    bar = labelled.window.browse_bar
    names = [bar.label.itemText(place) for place in range(bar.label.count())]
    assert names == ["All labels", "Unlabelled", "red", "round"]
    bar.label.setCurrentIndex(3)
    bar.label.activated.emit(3)
    labelled.until_shown(4)
    labelled.until(
        lambda: [row.name for row in labelled.window.labels.panel.model.rows() if row.shown] == ["round"]
    )
    QTest.keyClicks(bar.filter, "-1")
    labelled.until_shown(1)
    bar.label.setCurrentIndex(1)
    bar.label.activated.emit(1)
    labelled.until_shown(4)
    labelled.choose_folder(os.path.join(os.fsencode(indexed.photos), b"discs"))
    labelled.until_shown(1)


def test_a_renamed_label_stays_chosen_and_a_deleted_one_does_not(labelled: Person) -> None:
    click_label(labelled, "red")
    labelled.until_shown(2)
    rename(labelled, "red", "scarlet")
    labelled.until(lambda: labelled.window.browse_bar.browse().label == "scarlet")
    labelled.until_shown(2)
    labelled.press(Key.Key_Delete, on=labelled.window.labels.panel.view)
    labelled.until_shown(30)
    assert labelled.window.browse_bar.browse().label is None


def test_while_searching_a_label_filters_the_hits(labelled: Person) -> None:
    labelled.click(0)
    labelled.press(Key.Key_Return, on=labelled.window.grid)
    labelled.until_found()
    click_label(labelled, "red")
    labelled.until_shown(2)
    assert labelled.window.searching.query.label == "red"
    select(labelled, 0)
    labelled.press(Key.Key_2, on=labelled.window.grid)
    labelled.until_shown(1)
    click_label(labelled, "Unlabelled")
    assert "leave the query first" in labelled.said()
    labelled.press(Key.Key_Escape, on=labelled.window.grid)
    labelled.until_shown(30)


# -- undo ---------------------------------------------------------------------------------------------------------


def test_undo_before_the_change_is_stored_takes_back_that_very_change(person: Person) -> None:
    select(person, 0, 1)
    give(person, "round")
    person.press(Key.Key_1, on=person.window.grid)
    undo(person)
    redo(person)
    undo(person)
    until_listed(person, {"round": 2})


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


# -- moving, importing, exporting ---------------------------------------------------------------------------------


def test_labels_stay_when_files_move(labelled: Person, photos: Path) -> None:
    name = labelled.names()[1]
    labelled.click(1)
    labelled.until(lambda: in_preview(labelled) == ["red", "round"])
    (photos / "elsewhere").mkdir()
    (photos / name.split("-")[0] / name).rename(photos / "elsewhere" / f"moved-{name}")
    labelled.press(Key.Key_F5)
    labelled.until_idle()
    until_listed(labelled, {"red": 2, "round": 4})
    labelled.click(labelled.names().index(f"moved-{name}"))
    labelled.until(lambda: in_preview(labelled) == ["red", "round"])


def test_labels_from_the_folders_names_are_one_step_that_is_undone(person: Person) -> None:
    QTest.mouseClick(person.window.labels.panel.begin, LEFT)
    until_listed(person, dict.fromkeys(sorted(KINDS), 6))
    person.until(lambda: on_tile(person, 0) == ["bricks"])
    assert (
        person.said() == "Labels from the folders’ names: 5 labels on 30 pictures, 30 given; Ctrl+Z takes it back."
    )
    undo(person)
    until_listed(person, {})
    person.until(lambda: person.said() == "Undone: Labels from the folders’ names, given to 30 pictures.")
    redo(person)
    until_listed(person, dict.fromkeys(sorted(KINDS), 6))


def test_only_the_chosen_folder_is_labelled_by_its_name(person: Person, indexed: IndexedLibrary) -> None:
    person.choose_folder(os.path.join(os.fsencode(indexed.photos), b"discs"))
    person.until_shown(6)
    person.window.actions_by_text["From &folder names"].trigger()
    until_listed(person, {"discs": 6})


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The system's file dialogs, answered with this path."""
    path = tmp_path / "table.csv"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    return path


def test_an_exported_table_is_imported_again_and_undone(labelled: Person, tables: Path) -> None:
    labelled.window.actions_by_text["&Export to CSV…"].trigger()
    labelled.until(lambda: labelled.said() == "Labels of 4 pictures written to table.csv.")
    for name in ("red", "round"):
        go_to_label(labelled, name)
        labelled.press(Key.Key_Delete)
        labelled.until(lambda name=name: name not in panel(labelled))
    with tables.open("a") as table:
        table.write("nowhere.jpg,lost\n")
    labelled.window.actions_by_text["I&mport from CSV…"].trigger()
    until_listed(labelled, {"red": 2, "round": 4})
    assert "1 path is not in the library, the first is nowhere.jpg" in labelled.said()
    undo(labelled)
    until_listed(labelled, {})


def test_a_table_that_cannot_be_read_is_said_and_changes_nothing(labelled: Person, tables: Path) -> None:
    tables.write_text("picture;tags\n")
    labelled.window.actions_by_text["I&mport from CSV…"].trigger()
    labelled.until(lambda: "must begin with a line that names the columns" in labelled.said())
    assert stored(labelled) == {"red": 2, "round": 4}


def test_names_that_are_not_utf8_travel_through_folders_and_tables(
    person: Person, photos: Path, tables: Path
) -> None:
    folder = os.path.join(os.fsencode(photos), b"caf\xe9")
    os.mkdir(folder)
    photo("discs", 77).save(photos / "made.jpg", "JPEG")
    os.rename(photos / "made.jpg", os.path.join(folder, b"\xff.jpg"))
    person.press(Key.Key_F5)
    person.until_idle()
    person.choose_folder(folder)
    person.until_shown(1)
    person.window.actions_by_text["From &folder names"].trigger()
    until_listed(person, {"caf\\xe9": 1})
    person.window.actions_by_text["&Export to CSV…"].trigger()
    person.until(tables.exists)
    person.until_idle()
    assert folder + b"/\xff.jpg,caf\\xe9" in tables.read_bytes()
    undo(person)
    until_listed(person, {})
    person.window.actions_by_text["I&mport from CSV…"].trigger()
    until_listed(person, {"caf\\xe9": 1})


# -- a library that can only be read ------------------------------------------------------------------------------


def test_a_read_only_library_shows_and_filters_labels_and_says_why_it_gives_none(
    labelled: Person, open_window: OpenWindow, tables: Path
) -> None:
    reader = open_window(open_library(labelled.session.library.path))
    assert reader.session.library.read_only
    reader.until_shown(30)
    reader.until(lambda: panel(reader) == {"red": 2, "round": 4})
    reader.click(0)
    refused = "This library is open in another DualHash; here it can only be read."
    for act in (
        lambda: reader.press(Key.Key_L, on=reader.window.grid),
        lambda: reader.press(Key.Key_1, on=reader.window.grid),
        lambda: reader.press(Key.Key_Delete, on=reader.window.labels.panel.view),
        lambda: drop_on_labels(reader, reader.window.grid.make_drag().mimeData(), place_of(reader, "red")),
        lambda: reader.window.actions_by_text["From &folder names"].trigger(),
        lambda: reader.window.actions_by_text["I&mport from CSV…"].trigger(),
        lambda: choose_in_menu(reader, "red", "Merge into…"),
    ):
        reader.window.say("")
        act()
        reader.until(lambda: reader.said() == refused)
    assert not entry(reader).isVisible()
    click_label(reader, "red")
    reader.until_shown(2)
    reader.window.actions_by_text["&Export to CSV…"].trigger()
    reader.until(lambda: reader.said() == "Labels of 4 pictures written to table.csv.")
    assert stored(labelled) == {"red": 2, "round": 4}
