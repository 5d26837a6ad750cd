"""What the window remembers from one run to the next, in the library's own folder."""

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.copies.keeping import Rule
from engine.library import open_library
from engine.store.browsing import Sort
from gui.window.main_window import MainWindow
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
    assert window.width() > 1000
    assert min(window.splitter.sizes()) > 150


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
    assert window.width() > 1000
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
