"""Garbage is collected on the GUI thread only.

Python collects cycles on whichever thread happens to allocate. A widget in a cycle would then be destroyed on a
worker thread, which Qt forbids: seen as a deadlock between Qt's lock of that object and Python's own.
"""

import gc
import sys

from PySide6.QtCore import QObject, QTimer

from gui.running.memory import give_back

MILLISECONDS = 1000
OLDER_EVERY = 10  # the middle generation each so many times, all of it each so many times that
MANY_MODULES = 50


class GarbageCollector(QObject):
    """Takes over from Python's own collector for as long as the program runs."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._set_imports_aside()
        self._times = 0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._on_timeout)
        self._timer.start(MILLISECONDS)

    def _set_imports_aside(self) -> None:
        """What was imported stays; no need to look at it again and again. Cycles that nobody holds any more stay
        as well, so not for a few modules."""
        gc.freeze()
        self._modules = len(sys.modules)

    def _on_timeout(self) -> None:
        # A job imports torch: with its hundred thousands of objects, a collection would take a tenth of a second.
        if len(sys.modules) >= self._modules + MANY_MODULES:
            self._set_imports_aside()
            return
        self._times += 1
        older = self._times % OLDER_EVERY == 0
        oldest = self._times % OLDER_EVERY**2 == 0
        gc.collect(2 if oldest else 1 if older else 0)
        if older:
            give_back()
