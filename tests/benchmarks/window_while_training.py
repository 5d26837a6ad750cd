"""The window while it trains on the CPU: from a click on a picture to its repaint, and without training.

    python tests/benchmarks/window_while_training.py PHOTOS

PHOTOS has one folder per label; it is indexed and labelled first. Offscreen unless told otherwise.
"""

import os
import statistics
import sys
import tempfile
import time
from functools import partial

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.jobs.indexing import index
from engine.jobs.labelling import label_from_folders
from engine.learning.methods import settings_of
from engine.learning.request import Request
from engine.learning.training import train
from engine.library import open_library
from engine.progress import finish
from gui.session import Session
from gui.widgets.theme import apply_theme
from gui.window.main_window import MainWindow

CLICKS = 60
ALLOWED = 100  # milliseconds


class Painted(QObject):
    """Notices when a widget is painted."""

    def __init__(self, widget: QObject) -> None:
        super().__init__()
        self.since_click = False
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.since_click |= event.type() == QEvent.Type.Paint
        return False


def idle(app: QApplication, seconds: float) -> None:
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        app.processEvents()
        time.sleep(0.002)


def clicks(app: QApplication, window: MainWindow) -> list[float]:
    """Milliseconds from each click to the repaint that it causes, some hands' breadth apart in time."""
    grid, taken = window.grid, []
    painted = Painted(grid.viewport())
    for number in range(CLICKS):
        idle(app, 0.05)
        painted.since_click = False
        place = grid.visualRect(window.model.index(number % 8, 0)).center()
        began = time.perf_counter()
        QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=place)
        while not painted.since_click:
            app.processEvents()
        taken.append(1000 * (time.perf_counter() - began))
    return taken


def told(name: str, taken: list[float]) -> None:
    worst = statistics.quantiles(taken, n=20)[-1]
    print(f"click to repaint {name}: median {statistics.median(taken):.1f} ms, 95 % within {worst:.1f} ms")


def main(photos: str, folder: str) -> None:
    library = open_library(folder)
    finish(index(library, [library.add_folder(os.fsencode(os.path.abspath(photos)))]))
    finish(label_from_folders(library))
    app = QApplication([])
    apply_theme(app)
    window = MainWindow(Session(library))
    window.resize(1300, 800)
    window.show()
    idle(app, 3)
    told("alone", clicks(app, window))
    request = Request("dualhash-stom", settings_of("dualhash-stom", epochs=2000, patience=0))
    window.session.run("Training", partial(train, library, request), changes_library=False)
    idle(app, 3)
    told(f"while training (allowed {ALLOWED} ms)", clicks(app, window))
    assert window.session.job is not None, "the training ended before the clicks did"
    window.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        main(sys.argv[1], folder)
