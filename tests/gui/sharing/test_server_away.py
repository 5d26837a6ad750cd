"""A server that goes away while a window shows its library: it is said, and taken up again by itself."""

import signal
import subprocess
import sys

import psycopg
from pytestqt.qtbot import QtBot

from engine.shared_library import SharedLibrary
from engine.store import labels
from tests.gui.labeller import give, select, until_listed
from tests.gui.person import Person
from tests.gui.sharing.conftest import is_shown


def stop(address: str, *, for_good: bool) -> None:
    """As an administrator, or a network, does."""
    with psycopg.connect(address.replace(database_of(address), "postgres"), autocommit=True) as connection:
        connection.execute(f'ALTER DATABASE "{database_of(address)}" ALLOW_CONNECTIONS {str(not for_good).lower()}')
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (database_of(address),)
        )


def start(address: str) -> None:
    with psycopg.connect(address.replace(database_of(address), "postgres"), autocommit=True) as connection:
        connection.execute(f'ALTER DATABASE "{database_of(address)}" ALLOW_CONNECTIONS true')


def database_of(address: str) -> str:
    return address.split("?")[0].rsplit("/", 1)[1]


def test_a_server_that_goes_is_said_and_taken_up_again(shared: Person, published: SharedLibrary, address: str):
    shared.until_tiles()
    names, panel = shared.names(), shared.window.library_panel
    published.close()
    stop(address, for_good=True)
    shared.until(lambda: panel.watch_line.isVisible())
    assert panel.watch_line.text() == "Not connected; trying again"
    assert "broke" in shared.said() or "cannot be reached" in shared.said()
    shared.window.model.refresh(shared.window.model.ids())  # nothing of what is shown is lost
    shared.window.browsing.refresh()
    shared.qtbot.wait(300)
    assert shared.rows() == len(names)
    assert shared.window.model.tile(0).pixmap is not None
    start(address)
    shared.until(lambda: not panel.watch_line.isVisible())
    assert shared.names() == names
    assert shared.find(names[3])[0] == names[3]
    select(shared, 0)
    give(shared, "after")
    until_listed(shared, {"after": 1})


def test_a_connection_that_breaks_for_a_moment_costs_nothing(
    shared: Person, published: SharedLibrary, address: str
):
    shared.until_tiles()
    names = shared.names()
    published.close()
    stop(address, for_good=False)
    assert shared.find(names[0])[0] == names[0]
    stop(address, for_good=False)
    select(shared, 0)
    give(shared, "ours")
    until_listed(shared, {"ours": 1})
    with published.writing() as db:
        labels.assign(db, "theirs", [1])
    until_listed(shared, {"ours": 1, "theirs": 1})


def test_a_label_that_cannot_be_stored_is_said_and_not_shown(
    shared: Person, published: SharedLibrary, address: str
):
    shared.until_tiles()
    published.close()
    stop(address, for_good=True)
    select(shared, 0)
    shared.window.labels.labelling.give({"lost": [int(shared.window.model.ids()[0])]})
    shared.until(lambda: not shared.session.storing)
    start(address)
    shared.until(lambda: not shared.window.library_panel.watch_line.isVisible())
    shared.until_idle()
    assert labels.all_labels(published.db) == {}
    assert shared.window.labels.panel.model.rowCount() == 0


def test_a_schema_of_a_newer_program_is_said_while_the_window_is_open(
    shared: Person, published: SharedLibrary, address: str
):
    shared.until_idle()
    published.server.ask("UPDATE about SET number = number + 1")
    stop(address, for_good=False)
    shared.until(lambda: "newer DualHash" in shared.said())
    assert shared.window.library_panel.watch_line.isVisible()


def test_a_window_whose_server_is_away_closes(published: SharedLibrary, address: str, qtbot: QtBot):
    published.close()
    command = [sys.executable, "-m", "gui.launch", "--library", address]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as window:
        qtbot.waitUntil(lambda: is_shown(address) or window.poll() is not None)
        stop(address, for_good=True)
        qtbot.wait(1500)
        window.send_signal(signal.SIGTERM)
        try:
            assert window.wait(60) == 0
        finally:
            window.kill()
