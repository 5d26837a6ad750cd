"""Opening a shared library: by the menu in a window of its own, and by the command line."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.shared_library import SharedLibrary
from gui.settings.choices import Choices, ColourTheme
from gui.sharing.open_dialog import OpenSharedDialog
from gui.sharing.part import OPEN
from gui.window.window_state import WindowState
from tests.gui.person import Person
from tests.gui.sharing.conftest import is_shown


@pytest.fixture
def dialog(qtbot: QtBot) -> OpenSharedDialog:
    made = OpenSharedDialog([])
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def opened_by(newcomer: Person) -> Iterator[Person]:
    """Whose window opened another one, which is closed as a click would close it."""
    yield newcomer
    for window in newcomer.window.sharing.windows:
        window.terminate()
        assert window.wait() == 0


def test_an_address_or_a_service_can_be_opened_and_nothing_else(dialog: OpenSharedDialog, qtbot: QtBot):
    assert not dialog.open_button.isEnabled()
    for typed, usable in (("postgresql://host/db", True), ("archive", True), ("/photos", False), ("a b", False)):
        dialog.place.setEditText(typed)
        assert dialog.open_button.isEnabled() is usable


def test_a_server_that_cannot_be_reached_is_said_without_the_password(
    dialog: OpenSharedDialog, qtbot: QtBot, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    dialog.place.setEditText(f"postgresql://me:hushhush@/db?host={tmp_path}")
    qtbot.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
    assert "Reaching postgresql://me:***@" in dialog.state.text()
    qtbot.waitUntil(lambda: "cannot be reached" in dialog.state.text())
    assert "hushhush" not in dialog.state.text() + caplog.text
    assert dialog.isVisible()
    assert dialog.open_button.isEnabled(), "it can be tried again"


def test_a_service_that_does_not_exist_is_said(dialog: OpenSharedDialog, qtbot: QtBot):
    dialog.place.setEditText("no-such-service")
    qtbot.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "no-such-service" in dialog.state.text() and "cannot be" in dialog.state.text())


def test_a_database_that_holds_no_library_is_said(dialog: OpenSharedDialog, qtbot: QtBot, address: str):
    dialog.connect_to(address)
    qtbot.waitUntil(lambda: "No library is published" in dialog.state.text())
    assert dialog.isVisible()


def test_without_psycopg_it_is_said_what_to_install(
    dialog: OpenSharedDialog, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    dialog.connect_to("postgresql://host/db")
    qtbot.waitUntil(lambda: "pip install 'dualhash[postgres]'" in dialog.state.text())


def test_what_was_given_up_opens_nothing(dialog: OpenSharedDialog, qtbot: QtBot, published: SharedLibrary):
    opened: list[object] = []
    dialog.opened.connect(opened.append)
    dialog.connect_to(published.address)
    asked = dialog._connecting
    dialog.place.setEditText("postgresql://elsewhere/db")
    with qtbot.waitSignal(asked.opened):
        pass
    assert opened == []
    assert dialog.isVisible()
    assert dialog.state.text() == ""


def test_the_menu_opens_a_window_of_its_own_and_keeps_no_password(opened_by: Person, published: SharedLibrary):
    window, address = opened_by.window, published.address.replace("postgres@", "postgres:hushhush@")
    published.close()
    window.choosing._on_chosen(replace(Choices(), theme=ColourTheme.DARK))
    window.menus.by_text[OPEN].trigger()
    dialog = window.sharing.dialog
    dialog.place.setEditText(address)
    dialog.open_button.click()
    opened_by.until(lambda: window.sharing.dialog is None)
    assert "opens in a window of its own" in opened_by.said()
    assert "hushhush" not in opened_by.said()
    opened_by.until(lambda: is_shown(address))
    assert window.session.library.address == "", "one's own stays open"
    assert WindowState(published.path).choices().theme == ColourTheme.DARK, "it looks as this one does"
    window.menus.by_text[OPEN].trigger()
    assert window.sharing.dialog.place.currentText() == published.address, (
        "to be opened again, without the password"
    )
    window.sharing.dialog.reject()
    stored = Path(window.session.library.path, "window.ini").read_text()
    assert "hushhush" not in stored
    assert "postgres@" in stored


def test_the_command_line_opens_the_window_on_an_address(published: SharedLibrary, qtbot: QtBot):
    published.close()
    command = [sys.executable, "-m", "gui.launch", "--library", published.address]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as window:
        qtbot.waitUntil(lambda: is_shown(published.address) or window.poll() is not None)
        window.send_signal(signal.SIGTERM)
        assert window.wait() == 0
        assert "Traceback" not in window.stderr.read()
