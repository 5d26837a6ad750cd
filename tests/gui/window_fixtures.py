"""Windows to sit before, for the conftest of any folder: each is closed in good order when its test ends."""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import chain, repeat
from typing import Any

import pytest
from pytestqt.exceptions import TimeoutError
from pytestqt.qtbot import QtBot

from engine.errors import UserError
from engine.images.viewer import View, Viewer
from engine.library import Library
from engine.store.files import within
from gui.session import Session
from gui.widgets.theme import apply_theme
from gui.window.main_window import MainWindow
from tests.conftest import IndexedLibrary
from tests.gui.person import WAIT, Person
from tests.learning import short_trainings as shorter

OpenWindow = Callable[..., Person]
READING = ("SELECT", "WITH", "PRAGMA")
BRACKETS = (
    "BEGIN",
    "COMMIT",
    "ROLLBACK",
)  # around several readings: a change in between is told by itself


class PatientBot(QtBot):
    """Waits as long as the machine takes, which may have much else to do; pytest-qt gives up after 5 s."""

    def waitSignal(self, signal: Any, *, timeout: int = WAIT, **how: Any) -> Any:
        return super().waitSignal(signal, timeout=timeout, **how)

    def waitSignals(self, signals: Any, *, timeout: int = WAIT, **how: Any) -> Any:
        return super().waitSignals(signals, timeout=timeout, **how)

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = WAIT) -> None:
        """Less often when it takes long: half of the time of these tests is waiting for others, and looking a
        hundred times a second took a fifteenth of the processor."""
        end = time.monotonic() + timeout / 1000
        for pause in chain(repeat(10, 20), repeat(25)):
            if _is_so(callback):
                return
            if time.monotonic() > end:
                callback()  # an assertion says more
                raise TimeoutError(f"waitUntil timed out in {timeout} milliseconds")
            self.wait(pause)

    def waitActive(self, widget: Any, *, timeout: int = WAIT) -> Any:
        return super().waitActive(widget, timeout=timeout)

    def waitExposed(self, widget: Any, *, timeout: int = WAIT) -> Any:
        return super().waitExposed(widget, timeout=timeout)


def _is_so(callback: Callable[[], bool | None]) -> bool:
    """As pytest-qt understands it."""
    try:
        answer = callback()
    except AssertionError:
        return False
    assert answer in (None, True, False), f"{answer!r} is neither yes nor no"
    return answer is None or bool(answer)


@pytest.fixture
def qtbot(qapp, request: pytest.FixtureRequest) -> QtBot:
    return PatientBot(request)


def by_the_window() -> bool:
    """Whether this is called on the GUI thread, by code of the window and not of a test alone."""
    if threading.current_thread() is not threading.main_thread():
        return False
    frame = sys._getframe(1)
    while frame.f_back is not None:
        if frame.f_globals.get("__name__", "").split(".")[0] == "gui":
            return True
        frame = frame.f_back
    return False


def _only_elsewhere(writing: Callable[[Library], Any]) -> Callable[[Library], Any]:
    def checked(library: Library) -> Any:
        assert not by_the_window(), "the GUI thread writes: it would wait for whoever else writes"
        return writing(library)

    return checked


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What the window's code looks at on the disk from the GUI thread."""
    paths: list[bytes] = []
    for name in ("stat", "lstat", "scandir", "listdir"):
        monkeypatch.setattr(os, name, _noting(getattr(os, name), paths))
    return paths


def _noting(look: Callable[..., object], paths: list[bytes]) -> Callable[..., object]:
    def noting(path: object = ".", *arguments: object, **options: object) -> object:
        if isinstance(path, str | bytes) and by_the_window():
            paths.append(os.fsencode(path))
        return look(path, *arguments, **options)

    return noting


class LentViewer:
    """A viewer whose process is kept for the next window: to begin and end one for each took a sixth of a test."""

    def __init__(self, kept: Viewer) -> None:
        self._kept, self._stopped = kept, False

    def view(self, path: bytes, longest: int) -> View:
        if self._stopped:
            raise UserError("The program is closing.")
        return self._kept.view(path, longest)

    def rest(self) -> None:
        """It is not its process to end."""

    def stop(self) -> None:
        self._stopped = True


@pytest.fixture(scope="module")
def kept_viewer(processes_begin_quickly: None) -> Iterator[Viewer]:
    viewer = Viewer()
    yield viewer
    viewer.stop()


@pytest.fixture
def lent_viewers(kept_viewer: Viewer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows share one; without this each has its own, as the program has it, whose process ends with it."""
    monkeypatch.setattr(f"{Session.__module__}.Viewer", lambda: LentViewer(kept_viewer))


@pytest.fixture
def open_window(
    qtbot: QtBot, qapp, looked_at: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> Iterator[OpenWindow]:
    """Opens windows, whose GUI thread must neither write nor look into a photo folder; at the end of the test each
    must close and leave no thread at work, however long a busy machine takes for that."""
    monkeypatch.setattr(f"{Session.__module__}.CLOSE_SECONDS", WAIT / 1000)
    # Qt would post a wish to quit when the last window closes, which closes the window of the next test if that is
    # open by the time that it arrives.
    qapp.setQuitOnLastWindowClosed(False)
    for name in ("writing", "writing_thumbnails"):
        monkeypatch.setattr(Library, name, _only_elsewhere(getattr(Library, name)))
    opened: list[MainWindow] = []
    written: list[str] = []

    def note(statement: str) -> None:
        if not statement.startswith(READING) and statement not in BRACKETS and by_the_window():
            written.append(statement)

    def open_one(library: Library, size: tuple[int, int] | None = (1200, 800)) -> Person:
        apply_theme(qapp)
        for db in (library.db, library.thumbnails_db):  # the connections of this thread
            db.conn.set_trace_callback(note)
        window = MainWindow(Session(library))
        opened.append(window)
        if size is not None:
            window.resize(*size)
        window.show()
        qtbot.waitUntil(lambda: window.browsing.state is not None, timeout=WAIT)
        return Person(qtbot, window)

    yield open_one
    photos: list[bytes] = []
    for window in opened:
        photos += [folder.path for folder in window.session.library.folders()]
        window.close_unasked()  # whatever result the test has left
        assert not window.session.still_busy
        window.deleteLater()
    qtbot.wait(1)
    assert written == [], f"the GUI thread writes: it would wait for whoever else writes ({written})"
    looked = [path for path in looked_at if any(within(path, folder) for folder in photos)]
    assert looked == [], f"the GUI thread looks into a photo folder: it would wait for its drive ({looked})"


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


@pytest.fixture
def short_trainings(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a window trains is over soon: see `tests.learning.short_trainings`."""
    monkeypatch.setattr("gui.training.teaching.train_on", shorter.train_on)
    monkeypatch.setattr("gui.running.folder_jobs.teach_itself", shorter.teach_itself)
