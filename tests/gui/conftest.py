"""A window on a library, closed in good order when the test ends."""

from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from engine.library import Library
from gui.main_window import MainWindow
from gui.session import Session
from gui.theme import apply_theme
from tests.conftest import IndexedLibrary
from tests.gui.person import WAIT, Person

OpenWindow = Callable[[Library], Person]


@pytest.fixture
def open_window(qtbot: QtBot, qapp) -> Iterator[OpenWindow]:
    """Opens windows; at the end of the test each must close quickly and leave no thread at work."""
    opened: list[MainWindow] = []

    def open_one(library: Library) -> Person:
        apply_theme(qapp)
        window = MainWindow(Session(library))
        opened.append(window)
        window.resize(1200, 800)
        window.show()
        qtbot.waitUntil(lambda: window.browsing.state is not None, timeout=WAIT)
        return Person(qtbot, window)

    yield open_one
    for window in opened:
        window.close()
        assert not window.session.still_busy
        window.deleteLater()
    qtbot.wait(1)


@pytest.fixture
def person(open_window: OpenWindow, indexed: IndexedLibrary) -> Person:
    """Somebody before a window on the indexed library, which shows its 30 pictures."""
    somebody = open_window(indexed.library)
    somebody.until_shown(30)
    return somebody


@pytest.fixture
def newcomer(open_window: OpenWindow, library: Library, exported_onnx: str) -> Person:
    """Somebody before a window on an empty library."""
    return open_window(library)
