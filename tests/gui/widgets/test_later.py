"""Something done a moment later: once, however often it was asked for."""

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from gui.widgets.later import Later


def test_asked_for_many_times_it_is_done_once_and_then_again_when_asked_again(qtbot: QtBot) -> None:
    done: list[int] = []
    parent = QObject()
    later = Later(5, lambda: done.append(1), parent)
    for _ in range(10):
        later.soon()
    assert done == []
    qtbot.waitUntil(lambda: bool(done))
    qtbot.wait(20)
    assert done == [1]
    later.soon()
    qtbot.waitUntil(lambda: len(done) == 2)


def test_a_moment_that_has_begun_runs_out_unless_it_is_counted_anew_or_called_off(qtbot: QtBot) -> None:
    parent = QObject()
    later = Later(60_000, lambda: None, parent)
    later.soon()
    qtbot.wait(20)
    left = later.remainingTime()
    later.soon()
    assert later.remainingTime() <= left
    later.stop()
    assert not later.isActive()
