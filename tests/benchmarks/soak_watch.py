"""What is watched while the window is used: memory, widgets, threads, handles, exceptions, a held event loop."""

from __future__ import annotations

import ctypes
import ctypes.util
import faulthandler
import gc
import heapq
import re
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import psutil
from PySide6.QtCore import QMessageLogContext, QObject, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

BEAT_MILLISECONDS = 10
HOLDS_TOLD = 20
LONG_SECONDS = 0.08  # a hold that is counted
LOOK_SECONDS = 0.12  # one that is worth a look; looking keeps the GUI thread waiting itself, for 3 ms each time
# Where a thread waits for something to do.
IDLE = {"threading.py", "selectors.py", "connection.py", "background.py", "storing.py", "pool.py"}
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
    theirs: float  # megabytes of these processes
    used: float  # megabytes of the heaps, and
    gaps: float  # what was freed of them and not given back

    @classmethod
    def now(cls) -> Figures:
        process, others = psutil.Process(), children()
        memory = process.memory_info()
        return cls(
            memory.rss / 1e6,
            getattr(memory, "shared", 0) / 1e6,
            len(QApplication.allWidgets()),
            len(gc.get_objects()),
            process.num_threads(),
            process.num_fds() if hasattr(process, "num_fds") else process.num_handles(),
            len(others),
            sum(map(_megabytes, others)),
            *_heaps(),
        )

    def line(self) -> str:
        return (
            f"{self.megabytes:6.0f} MB ({self.shared:3.0f} of files, {self.used:3.0f} of heaps, {self.gaps:3.0f} in"
            f" their gaps), {self.widgets:5,} widgets,"
            f" {self.objects:8,} objects, {self.threads:3} threads, {self.handles:4} handles,"
            f" {self.children} processes with {self.theirs:.0f} MB"
        )


_HEAP_NAMES = (
    *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
    *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
)


class _HeapFigures(ctypes.Structure):
    """glibc's mallinfo2."""

    _fields_ = [(name, ctypes.c_size_t) for name in _HEAP_NAMES]


def of_python() -> float:
    """Thousands of blocks that Python's own allocator has handed out; its arenas are not part of the heaps."""
    return sys.getallocatedblocks() / 1000


def of_sqlite() -> float:
    """Megabytes of all connections, their pages among them; 0 where SQLite is not a library of the system."""
    name = ctypes.util.find_library("sqlite3") if sys.platform == "linux" else None
    if name is None:
        return 0.0
    used = ctypes.CDLL(name).sqlite3_memory_used
    used.restype = ctypes.c_int64
    return float(used()) / 1e6


def _heaps() -> tuple[float, float]:
    """Of glibc's allocator; 0 where another one is at work."""
    ask = getattr(ctypes.CDLL(None), "mallinfo2", None) if sys.platform == "linux" else None
    if ask is None:
        return 0.0, 0.0
    ask.restype = _HeapFigures
    told = ask()
    return (told.uordblks + told.hblkhd) / 1e6, told.fordblks / 1e6


@dataclass(frozen=True, slots=True)
class Hold:
    """A time in which the event loop did not come round."""

    began: float = 0
    seconds: float = 0
    own: float = 0  # seconds of it that the GUI thread itself computed
    all: float = 0  # and all threads of the process: few of both, and the machine was busy with something else
    stolen: float = 0  # seconds that a virtual machine did not get of its processors, which others had

    def __str__(self) -> str:
        times = (self.seconds, self.own, self.all, self.stolen)
        late, own, all_threads, stolen = (round(1000 * each) for each in times)
        others = f"; other machines had our processors for {stolen}" if stolen else ""
        return f"{late:5} ms, of which the GUI thread computed {own}, all threads together {all_threads}{others}"


@dataclass(frozen=True, slots=True)
class Stacks:
    """Where the GUI thread was, and the threads that did something meanwhile.

    Whoever looks needs Python's lock to do so: where another thread does not give it away, both the GUI thread and
    the look wait for it, and that thread is seen right behind what it did.
    """

    own: str = ""
    others: tuple[str, ...] = ()

    @classmethod
    def now(cls, thread_id: int) -> Stacks:
        """Not by the frames themselves: who holds one keeps a painter in it alive, and Qt crashes over that."""
        with tempfile.TemporaryFile() as file:
            faulthandler.dump_traceback(file, all_threads=True)
            file.seek(0)
            stacks = file.read().decode(errors="replace").split("\n\n")
        own = f"0x{thread_id:016x}"
        others = (_calls(stack) for stack in stacks if own not in stack and "Current thread" not in stack)
        return cls(
            next((_calls(stack) for stack in stacks if own in stack), ""),
            # From a list: a tuple that is still being made must not be seen by `gc.get_objects` on another thread.
            tuple([other for other in others if other and _file(other) not in IDLE]),
        )

    def __str__(self) -> str:
        return "\n       beside it ".join((self.own or "?", *self.others))


def _file(calls: str) -> str:
    """Of the innermost call."""
    return calls.partition(":")[0].rpartition("/")[2]


def _calls(stack: str) -> str:
    """The innermost ones, without the steps of an import."""
    lines = [line for line in stack.splitlines()[1:] if "<frozen importlib" not in line]
    return " < ".join(re.sub(r'^  File ".*?([^/]*/[^/]*)", line (\d+) in ', r"\1:\2 ", line) for line in lines[:7])


class Heartbeat(QObject):
    """A timer that should fire each 10 ms; what comes later was held. Must be made on the GUI thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.longest = self.longest_since = Hold()
        self.holds: list[Hold] = []
        self._looks: dict[float, list[Stacks]] = {}  # by the beat before it
        self._thread_id = threading.get_ident()
        self.beat_at, self._own_at, self._all_at = time.monotonic(), time.thread_time(), time.process_time()
        self._stolen_at = stolen()
        self._ended = threading.Event()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._on_beat)
        self._timer.start(BEAT_MILLISECONDS)
        self._looking = threading.Thread(target=self._look, name="looking at holds", daemon=True)
        self._looking.start()

    def looks_in(self, hold: Hold) -> list[Stacks]:
        """All of them, in their order: the last may have come when what held the loop was already over."""
        return self.looks_since(hold.began)

    def looks_since(self, beat_at: float) -> list[Stacks]:
        return list(self._looks.get(beat_at, ()))

    def seen_in(self, hold: Hold) -> Stacks:
        """Where the GUI thread was at most looks, and the last one at it there."""
        looks = self.looks_in(hold)
        places = Counter(look.own for look in looks)
        return max(reversed(looks), key=lambda look: places[look.own], default=Stacks())

    def forget(self) -> None:
        """Begin anew with the longest of this minute. What was seen is kept of the longest of all alone, or looking
        on would take more memory than the window."""
        self.longest_since = Hold()
        longest = {hold.began for hold in heapq.nlargest(HOLDS_TOLD, self.holds, key=_seconds)}
        self._looks = {began: looks for began, looks in list(self._looks.items()) if began in longest}

    def stop(self) -> None:
        self._timer.stop()
        self._ended.set()
        self._looking.join()

    def _on_beat(self) -> None:
        now, own, all_threads = time.monotonic(), time.thread_time(), time.process_time()
        late = now - self.beat_at - BEAT_MILLISECONDS / 1000
        taken = stolen()
        hold = Hold(self.beat_at, late, own - self._own_at, all_threads - self._all_at, taken - self._stolen_at)
        self.beat_at, self._own_at, self._all_at, self._stolen_at = now, own, all_threads, taken
        if hold.seconds > LONG_SECONDS:
            self.holds.append(hold)
        self.longest = max(self.longest, hold, key=_seconds)
        self.longest_since = max(self.longest_since, hold, key=_seconds)

    def _look(self) -> None:
        """At all threads when the GUI thread is late. The looks before its beat count; the first one after it if
        there was none, where both had to wait for a third thread."""
        beat_at = self.beat_at
        while not self._ended.wait(0.02):
            if time.monotonic() - beat_at > LOOK_SECONDS:
                seen = Stacks.now(self._thread_id)
                if self.beat_at == beat_at or beat_at not in self._looks:
                    self._looks.setdefault(beat_at, []).append(seen)
            beat_at = self.beat_at


def _seconds(hold: Hold) -> float:
    return hold.seconds


def stolen() -> float:
    """Seconds for which this machine, if it is a virtual one, did not get its processors, all of them together."""
    return float(getattr(psutil.cpu_times(), "steal", 0.0))


def kept_waiting() -> float:
    """Seconds that the threads of this process have waited for a processor so far, together: how busy the machine
    is with other things. 0 where the system does not say."""
    nanoseconds = 0
    for thread in Path("/proc/self/task").glob("*/schedstat"):
        with suppress(OSError):  # it has just ended
            nanoseconds += int(thread.read_text().split()[1])
    return nanoseconds / 1e9


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


def taken_by_import(module: str) -> float:
    """Megabytes that importing it takes in a process that does nothing else, beyond numpy."""
    code = (
        "import numpy, psutil\n"
        "def taken(): return psutil.Process().memory_info().rss\n"
        f"before = taken(); import {module}; print((taken() - before) / 1e6)"
    )
    return float(subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE).stdout)


def children() -> list[psutil.Process]:
    """Processes that this one has started, but for the tracker of Python itself, which ends with it."""
    return [each for each in psutil.Process().children(recursive=True) if _is_ours(each)]


def _is_ours(process: psutil.Process) -> bool:
    try:
        return "resource_tracker" not in " ".join(process.cmdline())
    except psutil.Error:  # it has just ended
        return False


def _megabytes(process: psutil.Process) -> float:
    try:
        return process.memory_info().rss / 1e6
    except psutil.Error:  # it has just ended
        return 0


def widgets_by_class() -> Counter[str]:
    return Counter(type(widget).__name__ for widget in QApplication.allWidgets())


def objects_by_class() -> Counter[str]:
    """Those that Python's collector knows, without the ones that were set aside (see gui.running.garbage)."""
    gc.collect()
    return Counter(type(each).__name__ for each in gc.get_objects())
