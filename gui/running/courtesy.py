"""Other threads pause between two steps of their work while the GUI thread is held up.

Python runs one thread at a time. Beside two others that compute, the GUI thread gets a third of the time and waits
for its turn anew with each widget that it paints: what takes 50 ms took 400.
"""

import threading
import time

from PySide6.QtCore import QObject, QTimer, Signal

from engine.pauses import pause_by

BEAT_MILLISECONDS = 10  # of the GUI thread, as long as other threads work
LATE_SECONDS = 0.025  # a beat that comes later is held up
LONGEST_SECONDS = 0.15  # of a pause, and
GOING_ON_SECONDS = 0.01  # what a thread does before the next: it gets on even if the GUI thread never rests
STOP_SECONDS = 1.0  # the beat ends when nobody has worked for so long


class Courtesy(QObject):
    """For as long as it lives. Must be made on the GUI thread."""

    _wanted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._gui_thread = threading.get_ident()
        self._asked_at = self._beat_at = time.monotonic()
        self._beats = False
        self._beaten = threading.Event()
        self._of_thread = threading.local()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._on_beat)
        self._wanted.connect(self._on_wanted)
        pause_by(self._pause)

    def end(self) -> None:
        pause_by(None)
        self._timer.stop()
        self._beaten.set()

    def _pause(self) -> None:
        """Runs on the thread that works."""
        now = time.monotonic()
        self._asked_at = now
        if threading.get_ident() == self._gui_thread:
            return
        if not self._beats:
            self._beats = True
            self._wanted.emit()
        elif now - self._beat_at > LATE_SECONDS and now > getattr(self._of_thread, "goes_on_until", 0.0):
            self._beaten.clear()
            self._beaten.wait(LONGEST_SECONDS)
            self._of_thread.goes_on_until = time.monotonic() + GOING_ON_SECONDS

    def _on_wanted(self) -> None:
        self._beat_at = time.monotonic()
        self._timer.start(BEAT_MILLISECONDS)

    def _on_beat(self) -> None:
        self._beat_at = time.monotonic()
        self._beaten.set()
        if self._beat_at - self._asked_at > STOP_SECONDS:
            self._timer.stop()
            self._beats = False
