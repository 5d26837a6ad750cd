"""Browsing: folders, order, filters; and the way from a picture to its file, the file manager and the viewer."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QPoint, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from engine import log_file
from tests.conftest import IndexedLibrary
from tests.gui.person import CONTROL, LEFT, SHIFT, Key, Person
from tests.photo_makers import KINDS


def test_a_folder_is_browsed_without_a_query_and_filters_the_hits_with_one(person: Person, photos: Path) -> None:
    window, discs = person.window, os.fsencode(photos / "discs")
    person.choose_folder(discs)
    person.until_shown(6)
    assert window.browse_bar.title.text() == "discs  ·  6"

    person.find("discs-0.jpg")
    assert person.rows() == 30  # a query looks everywhere
    assert window.library_panel.tree.currentIndex().data() == "All pictures  (30)"
    person.choose_folder(os.fsencode(photos / "bricks"))
    person.until_shown(6)
    assert person.kinds(6) == {"bricks"}
    assert window.query_bar.filters.folder_filter.isVisible()
    QTest.mouseClick(window.query_bar.filters.folder_filter, LEFT)
    person.until_shown(30)

    person.press(Key.Key_Escape)
    person.until_shown(6)
    assert window.browse_bar.title.text() == "discs  ·  6"
    assert window.library_panel.tree.currentIndex().data() == "discs  (6)"


# -- browsing -----------------------------------------------------------------------------------------------------


def test_missing_pictures_are_shown_with_their_thumbnail_and_can_be_hidden(
    person: Person, indexed: IndexedLibrary
) -> None:
    gone = indexed.id_of("bricks/bricks-1.jpg")
    (indexed.photos / "bricks" / "bricks-1.jpg").unlink()
    person.press(Key.Key_F5)
    person.until_idle()
    window = person.window
    person.until_tiles()
    row = window.model.row_of(gone)
    person.until(lambda: window.model.tile(row).missing)
    assert window.model.tile(row).pixmap is not None
    person.click(row)
    person.until(lambda: any("missing" in value for _, value in window.preview.metadata.rows()))
    assert window.preview.view.has_image()

    window.browse_bar.missing.click()
    person.until_shown(29)
    assert "bricks-1.jpg" not in person.names()
    person.find("bricks-0.jpg")
    assert "bricks-1.jpg" in person.names()
    window.query_bar.filters.show_missing.click()
    person.until_shown(29)
    assert "bricks-1.jpg" not in person.names()


def test_sorting_and_filtering_change_what_is_shown(person: Person) -> None:
    bar = person.window.browse_bar
    assert person.names()[0] == "bricks-0.jpg"
    bar.sort.setCurrentText("Name")
    QTest.mouseClick(bar.direction, LEFT)
    person.until(lambda: person.names()[0] == "sunset-5.jpg")
    person.press(Key.Key_F, CONTROL)
    assert QApplication.focusWidget() is bar.filter
    QTest.keyClicks(bar.filter, "LEAVES-")
    person.until_shown(6)
    assert person.kinds(6) == {"leaves"}
    QTest.keyClicks(bar.filter, "nothing")
    person.until(lambda: person.window.centre.currentWidget() is person.window.empty)
    assert QApplication.focusWidget() is bar.filter
    bar.filter.clear()
    person.until_shown(30)


def test_what_is_typed_into_the_filter_just_before_a_query_does_not_take_the_grid_from_it(
    person: Person,
) -> None:
    QTest.keyClicks(person.window.browse_bar.filter, "leaves")
    person.click(0)
    person.press(Key.Key_Return, on=person.window.grid)
    person.until_found()
    person.qtbot.wait(300)  # longer than typing may settle
    assert person.rows() == 30
    person.press(Key.Key_Escape)
    person.until_shown(6)  # and counts when the query is left


def test_changing_the_folder_while_thumbnails_load_leaves_the_right_pictures(person: Person, photos: Path) -> None:
    for kind in KINDS * 4:
        person.choose_folder(os.fsencode(photos / kind))
    person.until(lambda: person.rows() == 6 and person.kinds(6) == {"bricks"})
    person.until_tiles()
    for row in range(6):
        assert person.window.model.tile(row).name == person.names()[row]


def test_the_path_is_copied_exactly(person: Person, photos: Path) -> None:
    QGuiApplication.clipboard().clear()
    person.click(person.row_of("discs-2.jpg"))
    person.press(Key.Key_C, CONTROL | SHIFT)
    person.until(lambda: person.said().startswith("Copied: "))
    assert QGuiApplication.clipboard().text() == str(photos / "discs" / "discs-2.jpg")
    person.click(person.row_of("discs-3.jpg"), CONTROL)
    person.press(Key.Key_C, CONTROL | SHIFT)
    person.until(lambda: person.said() == "Copied: 2 paths")
    assert len(QGuiApplication.clipboard().text().splitlines()) == 2


class FileManager(QObject):
    """Stands where the system's file manager does."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    @Slot(QUrl)
    def open(self, url: QUrl) -> None:
        self.opened.append(url.toLocalFile())


@pytest.fixture
def file_manager() -> Iterator[FileManager]:
    manager = FileManager()
    QDesktopServices.setUrlHandler("file", manager, "open")
    yield manager
    QDesktopServices.unsetUrlHandler("file")


def test_a_picture_and_a_folder_are_shown_in_the_file_manager(
    person: Person, photos: Path, file_manager: FileManager
) -> None:
    person.click(person.row_of("discs-2.jpg"))
    person.press(Key.Key_F, CONTROL | SHIFT)
    person.until(lambda: file_manager.opened == [str(photos / "discs")])
    person.window.library_panel.open_requested.emit(os.fsencode(photos))
    assert file_manager.opened[-1] == str(photos)


def test_the_log_is_shown_or_it_is_said_where_it_would_be(person: Person, file_manager: FileManager) -> None:
    entries = [action for menu in person.window.menuBar().actions() for action in menu.menu().actions()]
    (show_log,) = (action for action in entries if action.text() == "Show &log")
    Path(log_file.path()).unlink(missing_ok=True)
    show_log.trigger()
    assert person.said() == f"The log is {log_file.path()}."
    handler = log_file.handler()
    show_log.trigger()
    assert file_manager.opened == [log_file.path()]
    handler.close()


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # a popup without a screen
def test_the_context_menu_offers_what_can_be_done_with_the_selected_pictures(person: Person) -> None:
    person.click(3)
    person.window.grid.context_menu_requested.emit(
        person.window.mapToGlobal(QPoint(300, 300)), person.window.grid.selected_ids()
    )
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    texts = [action.text() for action in menu.actions() if action.text()]
    assert texts[0] == "Find &similar"
    name = person.names()[3]
    menu.actions()[0].trigger()
    menu.close()
    assert person.until_found()[0] == name


# -- the viewer --------------------------------------------------------------------------------------------


def test_the_viewer_opens_steps_searches_and_closes_by_keys(person: Person) -> None:
    window = person.window
    person.click(2)
    person.press(Key.Key_Space, on=window.grid)
    assert window.viewer.isVisible()
    person.until(lambda: window.viewer.windowTitle() == person.names()[2])
    person.until(window.viewer.view.has_image)
    person.press(Key.Key_Right, on=window.viewer.view)
    person.until(lambda: window.viewer.windowTitle() == person.names()[3])
    person.press(Key.Key_Left, on=window.viewer.view)
    person.press(Key.Key_Left, on=window.viewer.view)
    person.until(lambda: window.viewer.windowTitle() == person.names()[1])
    person.press(Key.Key_Space, on=window.viewer.view)
    assert not window.viewer.isVisible()
    assert window.grid.currentIndex().row() == 1

    person.press(Key.Key_Space, on=window.grid)
    name = person.names()[1]
    person.press(Key.Key_Return, on=window.viewer.view)
    assert not window.viewer.isVisible()
    assert person.until_found()[0] == name


def test_at_the_first_and_last_picture_the_viewer_stays(person: Person) -> None:
    window = person.window
    person.click(29)
    person.press(Key.Key_Space, on=window.grid)
    person.press(Key.Key_Right, on=window.viewer.view)
    assert window.grid.currentIndex().row() == 29
    window.viewer.close()
