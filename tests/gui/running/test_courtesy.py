"""Other threads let the GUI thread go first, and get on all the same."""

import threading
import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from engine.library import Library
from engine.pauses import between_steps
from engine.progress import Progress, finish
from engine.store import folders
from gui.running import courtesy
from gui.running.courtesy import Courtesy


@pytest.fixture
def very_courteous(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A pause lasts until the GUI thread goes on. It has heard that others work."""
    monkeypatch.setattr(courtesy, "LONGEST_SECONDS", 180.0)
    courteous = Courtesy()
    work_in_thread([], between_steps).join()
    qtbot.waitUntil(courteous._timer.isActive)
    yield
    courteous.end()
    courteous.deleteLater()


def work_in_thread(steps: list[str], *work) -> threading.Thread:
    def run() -> None:
        for each in work:
            each()
            steps.append("done")

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def counted(number: int):
    for done in range(number):
        yield Progress(done, number, "counting")


@pytest.mark.usefixtures("very_courteous")
def test_a_step_of_long_work_waits_until_the_gui_thread_goes_on(qtbot: QtBot):
    steps: list[str] = []
    threads: list[threading.Thread] = []

    def busy() -> None:
        """On the GUI thread, in one event."""
        time.sleep(2 * courtesy.LATE_SECONDS)
        threads.append(work_in_thread(steps, lambda: finish(counted(3))))
        threads[0].join(0.2)
        steps.append("the GUI thread is done")

    QTimer.singleShot(0, busy)
    qtbot.waitUntil(lambda: len(steps) == 2)
    threads[0].join()
    assert steps == ["the GUI thread is done", "done"]


@pytest.mark.usefixtures("very_courteous")
def test_a_statement_waits_too_but_not_in_a_transaction(qtbot: QtBot, library: Library):
    read: list[object] = []

    def look() -> None:
        read.append(folders.all_folders(library.db))
        library.close_thread()

    def write() -> None:
        with library.writing() as db:
            written.set()
            assert go_on.wait(180)
            folders.add(db, b"/photos")
        library.close_thread()

    written, go_on = threading.Event(), threading.Event()
    writing = work_in_thread([], write)
    qtbot.waitUntil(written.is_set)
    threads: list[threading.Thread] = []

    def busy() -> None:
        time.sleep(2 * courtesy.LATE_SECONDS)
        threads.append(work_in_thread([], look))
        go_on.set()
        writing.join(180)  # inside its transaction it does not pause
        assert not writing.is_alive()
        threads[0].join(0.2)
        assert read == []

    QTimer.singleShot(0, busy)
    qtbot.waitUntil(lambda: len(read) == 1)
    threads[0].join()


def test_a_thread_gets_on_though_the_gui_thread_does_not(qtbot: QtBot):
    courteous = Courtesy()
    work_in_thread([], between_steps).join()
    qtbot.waitUntil(courteous._timer.isActive)
    done: list[str] = []

    def busy() -> None:
        time.sleep(2 * courtesy.LATE_SECONDS)
        thread = work_in_thread(done, lambda: finish(counted(5)))
        thread.join(180)
        done.append("the GUI thread is done")

    QTimer.singleShot(0, busy)
    qtbot.waitUntil(lambda: len(done) == 2)
    courteous.end()
    assert done == ["done", "the GUI thread is done"]


def test_the_beat_ends_with_the_work(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(courtesy, "STOP_SECONDS", 0.05)
    courteous, beats = Courtesy(), list[bool]()
    courteous._timer.timeout.connect(lambda: beats.append(True))
    for _ in range(2):
        beats.clear()  # the beat may be over before anybody looks
        work_in_thread([], between_steps).join()
        qtbot.waitUntil(lambda: bool(beats))
        qtbot.waitUntil(lambda: not courteous._timer.isActive())
    courteous.end()


@pytest.mark.usefixtures("very_courteous")
def test_the_gui_thread_does_not_wait_for_itself(qtbot: QtBot):
    done: list[bool] = []

    def busy() -> None:
        time.sleep(2 * courtesy.LATE_SECONDS)
        between_steps()  # would wait for three minutes
        done.append(True)

    QTimer.singleShot(0, busy)
    qtbot.waitUntil(lambda: done == [True])


def test_a_program_without_a_window_does_not_pause(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(courtesy, "LONGEST_SECONDS", 180.0)
    Courtesy().end()
    steps: list[str] = []

    def busy() -> None:
        time.sleep(2 * courtesy.LATE_SECONDS)
        work_in_thread(steps, between_steps).join(60)
        steps.append("the GUI thread is done")

    QTimer.singleShot(0, busy)
    qtbot.waitUntil(lambda: len(steps) == 2)
    assert steps == ["done", "the GUI thread is done"]
