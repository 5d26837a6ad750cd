"""Every view and dialog, in the smallest window, in both languages, light and dark: nothing is cut off, every text
stands apart from its ground, everything that acts is reached by Tab and read out by the words that are seen.

All of it in one walk for each language, as the walk takes longer than looking.
"""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from gui.language import use_language
from gui.widgets.theme import choose_scheme
from tests.conftest import IndexedLibrary
from tests.copied_library import copied, copied_made
from tests.gui.cut_off import cut_off
from tests.gui.every_view import look_at_every_view
from tests.gui.keyboard_walk import misnamed, walked
from tests.gui.painted_text import faint_texts
from tests.gui.window_fixtures import OpenWindow

__all__ = ["copied", "copied_made"]  # fixtures

SMALLEST = (820, 520)
SETTLING = 5  # times that what waits is done, until all is laid out


@pytest.fixture
def as_before(qapp: QApplication) -> Iterator[None]:
    yield
    use_language("en")
    choose_scheme(qapp, None)


@pytest.mark.usefixtures("short_trainings")
@pytest.mark.parametrize(("language", "scheme"), [("en", Qt.ColorScheme.Light), ("de", Qt.ColorScheme.Dark)])
def test_every_view_can_be_read_and_used_without_a_mouse(
    qapp: QApplication,
    language: str,
    scheme: Qt.ColorScheme,
    copied: IndexedLibrary,
    open_window: OpenWindow,
    as_before: None,
) -> None:
    use_language(language)
    person = open_window(copied.library, SMALLEST)
    choose_scheme(qapp, scheme)
    found: list[str] = []

    def look(name: str, window: QWidget) -> None:
        window.activateWindow()
        person.until(window.isActiveWindow)
        for _ in range(SETTLING):
            QApplication.processEvents()
        walk = walked(window)
        for looked in (cut_off(window), faint_texts(window), walk.out_of_reach, misnamed(window, walk.reached)):
            found.extend(f"{name}: {sentence}" for sentence in looked)

    look_at_every_view(person, look)
    assert not found, "\n".join(dict.fromkeys(found))
