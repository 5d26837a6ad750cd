"""What is watched while the window is used: memory, widgets, threads, handles, exceptions, a held event loop."""

from __future__ import annotations

import faulthandler
import gc
import re
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from dataclasses import dataclass
from types import TracebackType

import psutil
from PySide6.QtCore import QMessageLogContext, QObject, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

BEAT_MILLISECONDS = 10
LONG_SECONDS = 0.1  # a hold that is worth a look at where it is
HARMLESS = ("This plugin does not support",)  # what Qt says without a screen


@dataclass(frozen=True, slots=True)
class Figures:
    """What there is at one moment."""

    megabytes: float  # resident
    shared: float  # of these, what files hold: libraries, databases that are mapped
    widgets: int
    objects: int
    threads: int
    handles: int
    children: int

    @classmethod
    def now(cls) -> Figures:
        process = psutil.Process()
        memory = process.memory_info()
        return cls(
            memory.rss / 1e6,
            getattr(memory, "shared", 0) / 1e6,
            len(QApplication.allWidgets()),
            len(gc.get_objects()),
            process.num_threads(),
            process.num_fds() if hasattr(process, "num_fds") else process.num_handles(),
            len(children()),
        )

    def line(self) -> str:
        return (
            f"{self.megabytes:6.0f} MB ({self.shared:3.0f} of files), {self.widgets:5,} widgets,"
            f" {self.objects:8,} objects, {self.threads:3} threads, {self.handles:4} handles,"
            f" {self.children} processes"
        )


@dataclass(frozen=True, slots=True)
class Hold:
    """A time in which the event loop did not come round, and where the GUI thread was in it."""

    seconds: float
    own: float  # seconds of it that the GUI thread itself computed
    all: float  # and all threads of the process: few of both, and the machine was busy with something else
    place: str


class Heartbeat(QObject):
    """A timer that should fire each 10 ms; what comes later was held. Must be made on the GUI thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.longest = self.longest_since = Hold(0, 0, 0, "")
        self.holds: list[Hold] = []
        self._thread_id = threading.get_ident()
        self._beat_at, self._own_at, self._all_at = time.monotonic(), time.thread_time(), time.process_time()
        self._place = ""
        self._ended = threading.Event()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._on_beat)
        self._timer.start(BEAT_MILLISECONDS)
        self._looking = threading.Thread(target=self._look, name="looking at holds", daemon=True)
        self._looking.start()

    def forget(self) -> None:
        """Begin anew with the longest of this minute."""
        self.longest_since = Hold(0, 0, 0, "")

    def stop(self) -> None:
        self._timer.stop()
        self._ended.set()
        self._looking.join()

    def _on_beat(self) -> None:
        now, own, all_threads = time.monotonic(), time.thread_time(), time.process_time()
        late = now - self._beat_at - BEAT_MILLISECONDS / 1000
        hold = Hold(late, own - self._own_at, all_threads - self._all_at, self._place)
        self._beat_at, self._own_at, self._all_at, self._place = now, own, all_threads, ""
        if hold.seconds > LONG_SECONDS:
            self.holds.append(hold)
        self.longest = max(self.longest, hold, key=_seconds)
        self.longest_since = max(self.longest_since, hold, key=_seconds)

    def _look(self) -> None:
        """Where the GUI thread is when it is late."""
        while not self._ended.wait(0.02):
            beat_at = self._beat_at
            if time.monotonic() - beat_at < LONG_SECONDS * 0.7:
                continue
            place = _place_of(self._thread_id)
            if self._beat_at == beat_at and place:
                self._place = place


def _seconds(hold: Hold) -> float:
    return hold.seconds


def _place_of(thread_id: int) -> str:
    """Not by the frames themselves: who holds one keeps a painter in it alive, and Qt crashes over that."""
    with tempfile.TemporaryFile() as file:
        faulthandler.dump_traceback(file, all_threads=True)
        file.seek(0)
        stacks = file.read().decode(errors="replace").split("\n\n")
    own = next((stack for stack in stacks if f"0x{thread_id:016x}" in stack), "")
    lines = [re.sub(r'^  File ".*?([^/]*)", line (\d+) in ', r"\1:\2 ", line) for line in own.splitlines()[1:7]]
    return " < ".join(lines)


class Mistakes:
    """What was raised and nobody caught, in whatever thread, and what Qt complained of, until `stop`."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self._hook, self._thread_hook = sys.excepthook, threading.excepthook
        sys.excepthook, threading.excepthook = self._on_raised, self._on_raised_in_thread
        self._handler = qInstallMessageHandler(self._on_message)

    def stop(self) -> None:
        sys.excepthook, threading.excepthook = self._hook, self._thread_hook
        qInstallMessageHandler(self._handler)

    def _on_raised(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        self._tell("".join(traceback.format_exception(kind, error, trace)))

    def _on_raised_in_thread(self, raised: threading.ExceptHookArgs) -> None:
        self._tell(f"{raised.thread}: {''.join(traceback.format_exception(raised.exc_value))}")

    def _on_message(self, kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        if kind not in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg) and not text.startswith(HARMLESS):
            self._tell(f"Qt: {text}")

    def _tell(self, text: str) -> None:
        self.told.append(text)
        print(text, file=sys.stderr, flush=True)


def children() -> list[psutil.Process]:
    """Processes that this one has started, but for the tracker of Python itself, which ends with it."""
    return [each for each in psutil.Process().children(recursive=True) if _is_ours(each)]


def _is_ours(process: psutil.Process) -> bool:
    try:
        return "resource_tracker" not in " ".join(process.cmdline())
    except psutil.Error:  # it has just ended
        return False


def widgets_by_class() -> Counter[str]:
    return Counter(type(widget).__name__ for widget in QApplication.allWidgets())


def objects_by_class() -> Counter[str]:
    """Those that Python's collector knows, without the ones that were set aside (see gui.running.garbage)."""
    gc.collect()
    return Counter(type(each).__name__ for each in gc.get_objects())
