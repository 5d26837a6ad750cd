"""A held event loop is seen, with where it was held; opening what is large does not hold it."""

import subprocess
import sys
import threading
import time

from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from tests.benchmarks.soak_watch import Heartbeat, Stacks, kept_waiting

START = """
import sys
from gui.window.main_window import MainWindow
assert "gui.training.training_dialog" not in sys.modules
from PySide6.QtCore import QThread
from PySide6.QtWidgets import QApplication
from engine.library import open_library
from gui.session import Session

class Watching:
    def find_spec(self, name, path, target=None):
        if name == "gui.training.training_dialog":
            print("on the GUI thread" if QThread.currentThread() is app.thread() else "on another thread")

app = QApplication([])
window = MainWindow(Session(open_library(sys.argv[1])))
window.show()
sys.meta_path.insert(0, Watching())
window.training.open()
while window.training.dialog is None:
    app.processEvents()
print("visible", window.training.dialog.isVisible())
window.close_unasked()
"""


class Holding:
    """Holds the event loop up until that was seen, and who computed beside it."""

    def __init__(self, heart: Heartbeat) -> None:
        self.heart = heart
        self.over = False

    def hold_the_loop_up(self) -> None:
        began, patience = self.heart.beat_at, time.monotonic() + 60
        while not self.was_seen(self.heart.looks_since(began)) and time.monotonic() < patience:
            time.sleep(0.02)
        self.over = True

    @staticmethod
    def was_seen(looks: list[Stacks]) -> bool:
        return any(
            "hold_the_loop_up" in look.own and any("busy_beside_it" in other for other in look.others)
            for look in looks
        )


def busy_beside_it(done: threading.Event) -> None:
    while not done.is_set():
        sum(range(1000))


def test_a_hold_is_told_with_its_place_and_with_who_computed_meanwhile(qtbot: QtBot) -> None:
    done = threading.Event()
    beside = threading.Thread(target=busy_beside_it, args=(done,))
    beside.start()
    heart = Heartbeat()
    holding = Holding(heart)
    QTimer.singleShot(0, holding.hold_the_loop_up)
    qtbot.waitUntil(lambda: holding.over and len(heart.holds) > 0)
    done.set()
    beside.join()
    heart.stop()
    assert heart.longest in heart.holds
    [hold] = [each for each in heart.holds if holding.was_seen(heart.looks_in(each))]
    assert hold.own < hold.all
    assert heart.seen_in(hold) in heart.looks_in(hold)


def test_the_system_says_how_long_threads_waited_for_a_processor() -> None:
    assert kept_waiting() >= (0 if sys.platform != "linux" else 1e-9)


def test_the_training_window_is_imported_when_it_is_wanted_and_off_the_gui_thread(tmp_path) -> None:
    command = [sys.executable, "-c", START, str(tmp_path / "library")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout.split("\n")[:2] == ["on another thread", "visible True"]
