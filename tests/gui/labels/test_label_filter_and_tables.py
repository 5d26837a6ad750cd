"""Pictures shown by label, labels from folders and tables and to tables, and a library that can only be read."""

import os
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from engine.library import open_library
from tests.conftest import IndexedLibrary
from tests.gui.labeller import (
    choose_in_menu,
    click_label,
    drop_on_labels,
    entry,
    go_to_label,
    in_preview,
    on_tile,
    panel,
    place_of,
    redo,
    rename,
    select,
    stored,
    undo,
    until_listed,
)
from tests.gui.person import CONTROL, LEFT, Key, Person
from tests.gui.window_fixtures import OpenWindow
from tests.photo_makers import KINDS, photo

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # a popup without a screen


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The system's file dialogs, answered with this path."""
    path = tmp_path / "table.csv"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    return path


# -- filtering -----------------------------------------------------------------------------------------------------


def test_a_click_on_a_label_shows_its_pictures_and_another_click_shows_all(labelled: Person) -> None:
    click_label(labelled, "red")
    labelled.until_shown(2)
    assert labelled.window.browse_bar.title.text() == "red  ·  2"
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
    QTest.keyClicks(bar.filter, "name:1")
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


# -- moving, importing, exporting ----------------------------------------------------------------------------------


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
    person.window.menus.by_text["From &folder names"].trigger()
    until_listed(person, {"discs": 6})


def test_an_exported_table_is_imported_again_and_undone(labelled: Person, tables: Path) -> None:
    labelled.window.menus.by_text["&Export to CSV…"].trigger()
    labelled.until(lambda: labelled.said() == "Labels of 4 pictures written to table.csv.")
    for name in ("red", "round"):
        go_to_label(labelled, name)
        labelled.press(Key.Key_Delete)
        labelled.until(lambda name=name: name not in panel(labelled))
    with tables.open("a") as table:
        table.write("nowhere.jpg,lost\n")
    labelled.window.menus.by_text["I&mport from CSV…"].trigger()
    until_listed(labelled, {"red": 2, "round": 4})
    assert "1 path is not in the library, the first is nowhere.jpg" in labelled.said()
    undo(labelled)
    until_listed(labelled, {})


def test_a_table_that_cannot_be_read_is_said_and_changes_nothing(labelled: Person, tables: Path) -> None:
    tables.write_text("picture;tags\n")
    labelled.window.menus.by_text["I&mport from CSV…"].trigger()
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
    person.window.menus.by_text["From &folder names"].trigger()
    until_listed(person, {"caf\\xe9": 1})
    person.window.menus.by_text["&Export to CSV…"].trigger()
    person.until(tables.exists)
    person.until_idle()
    assert folder + b"/\xff.jpg,caf\\xe9" in tables.read_bytes()
    undo(person)
    until_listed(person, {})
    person.window.menus.by_text["I&mport from CSV…"].trigger()
    until_listed(person, {"caf\\xe9": 1})


# -- a library that can only be read -------------------------------------------------------------------------------


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
        lambda: (go_to_label(reader, "red"), reader.press(Key.Key_Delete)),
        lambda: drop_on_labels(reader, reader.window.grid.make_drag().mimeData(), place_of(reader, "red")),
        lambda: reader.window.menus.by_text["From &folder names"].trigger(),
        lambda: reader.window.menus.by_text["I&mport from CSV…"].trigger(),
        lambda: choose_in_menu(reader, "red", "Merge into…"),
    ):
        reader.window.say("")
        act()
        reader.until(lambda: reader.said() == refused)
    assert not entry(reader).isVisible()
    click_label(reader, "red")
    reader.until_shown(2)
    reader.window.menus.by_text["&Export to CSV…"].trigger()
    reader.until(lambda: reader.said() == "Labels of 4 pictures written to table.csv.")
    assert stored(labelled) == {"red": 2, "round": 4}
