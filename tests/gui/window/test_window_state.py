"""What the window remembers from one run to the next, in the library's own folder."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.copies.keeping import Rule
from engine.library import open_library
from engine.store.browsing import Sort
from gui.widgets.on_screen import keep_on_screen
from gui.window.main_window import MainWindow
from gui.window.window_state import USUAL_SIZE
from tests.gui.person import LEFT, Person
from tests.gui.window_fixtures import OpenWindow


def test_sizes_order_and_tile_size_are_as_they_were(open_window: OpenWindow, tmp_path: Path) -> None:
    first = open_window(open_library(str(tmp_path / "library"))).window
    first.resize(820, 700)  # the screen of these tests is no wider
    first.splitter.setSizes([220, 300, 298])
    first.grid.set_tile_size(224)
    first.browse_bar.sort.setCurrentText("File size")
    QTest.mouseClick(first.browse_bar.direction, LEFT)
    sizes = first.splitter.sizes()
    first.close()

    second = open_window_as_remembered(open_window, tmp_path / "library")
    assert (second.width(), second.height()) == (820, 700)
    assert second.splitter.sizes() == sizes
    assert second.grid.tile_size() == second.browse_bar.tile_size.value() == 224
    assert second.browse_bar.browse().sort == Sort.SIZE
    assert second.browse_bar.browse().descending
    assert second.browse_bar.sort.currentText() == "File size"


def open_window_as_remembered(open_window: OpenWindow, path: Path) -> MainWindow:
    return open_window(open_library(str(path)), size=None).window


def test_a_new_library_gets_a_window_of_a_usual_size(open_window: OpenWindow, tmp_path: Path) -> None:
    window = open_window_as_remembered(open_window, tmp_path / "library")
    assert window.width() >= min(USUAL_SIZE.width(), window.screen().availableGeometry().width())
    assert min(window.splitter.sizes()) > 150
    assert window.right.width() >= window.left.width(), "the picture is larger than the list of folders"


def test_the_window_is_never_larger_than_the_screen_and_lies_on_it(open_window: OpenWindow, tmp_path: Path) -> None:
    window = open_window_as_remembered(open_window, tmp_path / "library")
    window.setMinimumSize(100, 100)  # the screen of these tests is narrower than the smallest window
    window.setGeometry(700, 600, 3000, 2000)
    keep_on_screen(window)
    assert window.screen().availableGeometry().contains(window.frameGeometry())


def test_how_picture_and_details_share_the_preview_is_remembered(person: Person, open_window: OpenWindow) -> None:
    person.click(0)
    preview = person.window.preview
    person.until(preview.metadata.isVisible)
    before = preview.view.height()
    handle = preview.splitter.handle(1)
    person.until(handle.isVisible)
    QTest.mousePress(handle, LEFT, pos=QPoint(30, 1))
    QTest.mouseMove(handle, QPoint(30, -80))
    QTest.mouseRelease(handle, LEFT, pos=QPoint(30, -80))
    assert preview.view.height() < before - 40
    height, path = preview.view.height(), person.session.library.path
    person.window.close()
    again = open_window(open_library(path))
    again.until_shown(30)
    again.click(0)
    again.until(lambda: again.window.preview.view.height() == height)


@pytest.mark.parametrize(
    "text",
    ["", "garbage \0\xff", "[General]\ngeometry=1\nsplitter=@ByteArray(x)\ntile_size=huge\nsort=luck\n"],
)
def test_what_cannot_be_read_is_forgotten_without_a_word(
    open_window: OpenWindow, tmp_path: Path, text: str
) -> None:
    library = open_library(str(tmp_path / "library"))
    (tmp_path / "library" / "window.ini").write_text(text, "latin-1")
    window = open_window(library, size=None).window
    assert window.width() >= min(USUAL_SIZE.width(), window.screen().availableGeometry().width())
    assert window.browse_bar.browse().sort == Sort.FOLDER


def test_the_query_and_the_folder_are_not_remembered_only_comfort_is(
    qtbot: QtBot, person: Person, open_window: OpenWindow
) -> None:
    path = person.session.library.path
    person.double_click(0)
    person.until_found()
    person.window.close()
    again = open_window(open_library(path))
    again.until_shown(30)
    assert again.window.searching.query is None


def test_rules_that_were_chosen_before_there_were_more_get_the_new_one(
    open_window: OpenWindow, tmp_path: Path
) -> None:
    library = open_library(str(tmp_path / "library"))
    before = '{\\"rules\\": [\\"older\\", \\"pixels\\"], \\"folders\\": []}'
    (tmp_path / "library" / "window.ini").write_text(f'[General]\nkeeping="{before}"\n')
    window = open_window(library, size=None).window
    assert window.copies.preferences.rules == (Rule.EYES, Rule.OLDER, Rule.PIXELS)
