"""Garbage is collected on the GUI thread, and nowhere else."""

import gc
import sys
import threading
import weakref
from types import ModuleType

from PySide6.QtCore import QObject, QThread
from pytestqt.qtbot import QtBot

from gui.running import garbage
from gui.running.garbage import GarbageCollector


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


def test_what_a_job_imports_is_set_aside_and_not_looked_at_again(qtbot: QtBot, monkeypatch):
    monkeypatch.setattr(garbage, "MILLISECONDS", 10)
    collector = GarbageCollector()
    try:
        held = [[] for _ in range(5000)]
        frozen = gc.get_freeze_count()
        for number in range(garbage.MANY_MODULES):
            monkeypatch.setitem(sys.modules, f"made_up_{number}", ModuleType(f"made_up_{number}"))
        qtbot.waitUntil(lambda: gc.get_freeze_count() >= frozen + len(held))
        set_aside = gc.get_freeze_count()
        more = [[] for _ in range(5000)]
        where: list[QThread] = []
        cycle = Cycle()
        weakref.finalize(cycle, lambda: where.append(QThread.currentThread()))
        del cycle
        qtbot.waitUntil(lambda: bool(where))
        assert gc.get_freeze_count() < set_aside + len(more), "it is done once for an import"
    finally:
        collector.deleteLater()
        gc.unfreeze()
