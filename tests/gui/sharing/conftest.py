"""Somebody before a window on a published library."""

from collections.abc import Callable, Iterator

import psycopg
import pytest
from pytestqt.qtbot import QtBot

from engine.shared_library import SharedLibrary, open_shared
from engine.store.postgres.connection_pool import PooledDatabase
from gui.session import Session
from gui.widgets.theme import apply_theme
from gui.window.main_window import MainWindow
from tests.gui.person import WAIT, Person
from tests.gui.window_fixtures import by_the_window
from tests.published_library import address, published, published_made, server

__all__ = ["address", "published", "published_made", "server"]

OpenShared = Callable[[str], Person]


@pytest.fixture
def open_shared_window(qtbot: QtBot, qapp, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenShared]:
    """Windows whose GUI thread must never wait for the server."""
    monkeypatch.setattr(f"{Session.__module__}.CLOSE_SECONDS", WAIT / 1000)
    qapp.setQuitOnLastWindowClosed(False)
    waited: list[str] = []
    lent = PooledDatabase._lent

    def noted(db: PooledDatabase) -> object:
        if by_the_window():
            waited.append(db.address)
        return lent(db)

    monkeypatch.setattr(PooledDatabase, "_lent", noted)
    opened: list[MainWindow] = []

    def open_one(address: str) -> Person:
        apply_theme(qapp)
        library = open_shared(address)
        window = MainWindow(Session(library))
        opened.append(window)
        window.resize(1200, 800)
        window.show()
        window.watch()
        qtbot.waitUntil(lambda: window.browsing.state is not None, timeout=WAIT)
        return Person(qtbot, window)

    yield open_one
    for window in opened:
        window.close_unasked()
        assert not window.session.still_busy
        window.deleteLater()
    qtbot.wait(1)
    assert waited == [], "the GUI thread asks the server: it would wait for it"


@pytest.fixture
def shared(published: SharedLibrary, address: str, open_shared_window: OpenShared) -> Person:
    """Somebody before a window on a published library, which shows its 30 pictures."""
    somebody = open_shared_window(address)
    somebody.until_shown(30)
    return somebody


def is_shown(address: str) -> bool:
    """A window listens to what others change."""
    sql = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'"
    with psycopg.connect(address) as connection:
        return connection.execute(sql).fetchone() == (1,)
