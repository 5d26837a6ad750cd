"""Windows to sit before, for the conftest of any folder: each is closed in good order when its test ends."""

from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from engine.library import Library
from gui.main_window import MainWindow
from gui.session import Session
from gui.theme import apply_theme
from tests.conftest import IndexedLibrary
from tests.gui.person import WAIT, Person

OpenWindow = Callable[..., Person]


@pytest.fixture
def open_window(qtbot: QtBot, qapp) -> Iterator[OpenWindow]:
    """Opens windows; at the end of the test each must close quickly and leave no thread at work."""
    opened: list[MainWindow] = []

    def open_one(library: Library, size: tuple[int, int] | None = (1200, 800)) -> Person:
        apply_theme(qapp)
        window = MainWindow(Session(library))
        opened.append(window)
        if size is not None:
            window.resize(*size)
        window.show()
        qtbot.waitUntil(lambda: window.browsing.state is not None, timeout=WAIT)
        return Person(qtbot, window)

    yield open_one
    for window in opened:
        window.close_unasked()  # whatever result the test has left
        assert not window.session.still_busy
        window.deleteLater()
    qtbot.wait(1)


@pytest.fixture
def person(indexed: IndexedLibrary, open_window: OpenWindow) -> Person:
    """Somebody before a window on the indexed library, which shows its 30 pictures."""
    somebody = open_window(indexed.library)
    somebody.until_shown(30)
    return somebody


@pytest.fixture
def newcomer(library: Library, exported_onnx: str, open_window: OpenWindow) -> Person:
    """Somebody before a window on an empty library."""
    return open_window(library)
