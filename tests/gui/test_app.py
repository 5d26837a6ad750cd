"""What we got wrong: said once, in the window's own thread, with all that a report needs."""

import logging
import sys
import threading

import pytest
from PySide6.QtCore import QThread
from PySide6.QtWidgets import QMessageBox

from gui.app import _Reporter
from tests.gui.person import Person


@pytest.fixture
def reporter(newcomer: Person) -> _Reporter:
    return _Reporter(newcomer.window, "/var/log/<b>dualhash</b>.log")


def fail(reporter: _Reporter, text: str) -> None:
    try:
        raise ZeroDivisionError(text)
    except ZeroDivisionError:
        kind, error, trace = sys.exc_info()
        assert kind is not None
        assert error is not None
        reporter.report(kind, error, trace)


def test_a_mistake_in_any_thread_is_logged_and_shown_in_the_window(
    newcomer: Person, reporter: _Reporter, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.CRITICAL):
        thread = threading.Thread(target=fail, args=(reporter, "in a thread"))
        thread.start()
        thread.join()
    newcomer.until(lambda: newcomer.window.findChildren(QMessageBox))
    (box,) = newcomer.window.findChildren(QMessageBox)
    assert box.thread() is QThread.currentThread()
    assert "Your pictures and labels are safe." in box.text()
    assert "ZeroDivisionError: in a thread" in box.detailedText()
    assert "ZeroDivisionError: in a thread" in caplog.text
    box.close()


def test_further_mistakes_are_logged_but_not_shown(
    newcomer: Person, reporter: _Reporter, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.CRITICAL):
        for number in range(5):
            fail(reporter, f"number {number}")
    newcomer.until(lambda: newcomer.window.findChildren(QMessageBox))
    newcomer.qtbot.wait(10)
    (box,) = newcomer.window.findChildren(QMessageBox)
    assert "number 0" in box.detailedText()
    assert "number 4" in caplog.text
    box.close()
