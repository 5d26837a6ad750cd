"""Garbage is collected on the GUI thread, and nowhere else."""

import gc
import threading
import weakref

from PySide6.QtCore import QObject, QThread
from pytestqt.qtbot import QtBot

from gui import garbage
from gui.garbage import GarbageCollector


class Cycle:
    def __init__(self) -> None:
        self.own = self


def test_cycles_are_collected_by_the_timer_and_not_by_allocating_threads(qtbot: QtBot, monkeypatch):
    monkeypatch.setattr(garbage, "MILLISECONDS", 10)
    collector = GarbageCollector()
    try:
        assert not gc.isenabled()
        where: list[QThread] = []
        cycle = Cycle()
        weakref.finalize(cycle, lambda: where.append(QThread.currentThread()))
        del cycle
        busy = threading.Thread(target=lambda: [Cycle() for _ in range(5000)])
        busy.start()
        busy.join()
        assert where == []
        qtbot.waitUntil(lambda: bool(where))
        assert where == [QObject().thread()]
    finally:
        collector.deleteLater()
        gc.unfreeze()
