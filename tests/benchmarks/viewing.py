"""The viewer: the next picture when it is decoded ahead, 24 megapixels from thumbnail to sharp beside Pillow's own
decoding in the same run, and memory after 200 pictures.

    python tests/benchmarks/viewing.py [--pictures 200] [--rounds 15] [--size 2560 1440]

The pictures are drawn: 6000 by 4000 pixels of soft colours with grain, about 7 MB each as JPEG.
"""

import argparse
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
import psutil
from PIL import Image
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.images.reading import view_file
from engine.jobs.indexing import index
from engine.library import Library, open_library
from engine.progress import finish
from gui.session import Session
from gui.widgets.theme import apply_theme
from gui.window.main_window import MainWindow

FULL = (6000, 4000)
DRAWN = 6  # the others are these with another comment, which makes them other files of the same cost
PATIENCE = 60.0


class Paints(QObject):
    """Counts what was painted."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


class Onlooker:
    """Somebody before the viewer."""

    def __init__(self, library: Library, size: tuple[int, int]) -> None:
        self.window = MainWindow(Session(library))
        self.window.resize(1200, 800)
        self.window.show()
        self.until(lambda: self.window.model.rowCount() > 0)
        self.viewer = self.window.viewer
        self.viewer.fills_screen = False
        self.size = size
        self.paints = Paints()
        for view in self.viewer.views:
            view.installEventFilter(self.paints)

    def until(self, holds) -> None:  # type: ignore[no-untyped-def]
        end = time.monotonic() + PATIENCE
        while not holds():
            QApplication.processEvents()
            if time.monotonic() > end:
                raise TimeoutError
            time.sleep(0.0005)

    def open(self, row: int) -> None:
        self.window.grid.show_image(self.window.model.image_id(row))
        QTest.keyClick(self.window.grid, Qt.Key.Key_Space)
        self.viewer.resize(*self.size)
        self.until(self.is_sharp)
        self.until(self.is_ready)

    def is_sharp(self) -> bool:
        """What is shown has a pixel for each of the screen."""
        view = self.viewer.view
        return view.has_image() and view.held().width() >= 0.99 * view.image_rect().width()

    def is_ready(self) -> bool:
        """The neighbours are decoded, too."""
        held = self.window.leafing.reading.held
        row, last = self.window.grid.currentIndex().row(), self.window.model.rowCount() - 1
        ids = [self.window.model.image_id(each) for each in (row + 1, row + 2) if each <= last]
        return all((there := held.get(each)) is not None and not there.picture.isNull() for each in ids)

    def seconds_until_painted(self, key: Qt.Key) -> tuple[float, float]:
        """From the key to the first picture on screen, and to the sharp one."""
        before, begun = self.paints.count, time.perf_counter()
        QTest.keyClick(self.viewer.view, key)
        self.until(lambda: self.viewer.view.has_image() and self.paints.count > before)
        first = time.perf_counter() - begun
        if not self.is_sharp():
            self.until(self.is_sharp)
            before = self.paints.count
            self.until(lambda: self.paints.count > before)
        return first, time.perf_counter() - begun


def draw(folder: Path, count: int) -> list[Path]:
    """As many pictures as are asked for, few of them drawn."""
    folder.mkdir()
    paths = []
    for number in range(min(DRAWN, count)):
        random = np.random.default_rng(number)
        soft = Image.fromarray(random.integers(0, 256, (20, 30, 3), dtype=np.uint8)).resize(FULL, Image.BICUBIC)
        grain = random.integers(-9, 10, (FULL[1], FULL[0], 1), dtype=np.int16)
        pixels = np.clip(np.asarray(soft, np.int16) + grain, 0, 255).astype(np.uint8)
        paths.append(folder / f"{number:04}.jpg")
        Image.fromarray(pixels).save(paths[-1], quality=88)
    for number in range(DRAWN, count):
        path = folder / f"{number:04}.jpg"
        shutil.copyfile(paths[number % DRAWN], path)
        with open(path, "ab") as file:
            file.write(b"another file %d" % number)
        paths.append(path)
    return paths


def pillow_seconds(path: Path, clock: Callable[[], float] = time.perf_counter) -> float:
    begun = clock()
    with Image.open(path) as picture:
        picture.load()
    return clock() - begun


def measure_decoding(paths: list[Path], rounds: int, longest: int) -> None:
    """What the viewer's process computes for a picture of the screen's size, beside Pillow, whatever else runs."""
    ours, pillow = [], []
    for number in range(rounds):
        path = paths[number % len(paths)]
        begun = time.process_time()
        view_file(os.fsencode(path), longest)
        ours.append(time.process_time() - begun)
        pillow.append(pillow_seconds(path, time.process_time))
    figures("decoded for the viewer, processor time", ours)
    figures("Pillow decodes the same, processor time", pillow)


def megabytes() -> tuple[float, float]:
    """Of the window, and of its worker processes together."""
    own = psutil.Process()
    workers = sum(child.memory_info().rss for child in own.children(recursive=True))
    return own.memory_info().rss / 1e6, workers / 1e6


def figures(name: str, seconds: list[float]) -> None:
    ordered = sorted(seconds)
    worst = ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]
    print(f"{name}: median {1000 * statistics.median(ordered):.0f} ms, 95 % within {1000 * worst:.0f} ms")


def measure(onlooker: Onlooker, paths: list[Path], rounds: int) -> None:
    onlooker.open(0)
    ahead = []
    for _ in range(rounds):
        ahead.append(onlooker.seconds_until_painted(Qt.Key.Key_PageDown)[1])
        onlooker.until(onlooker.is_ready)
    figures(f"next picture, decoded ahead ({rounds} times)", ahead)
    first, sharp, pillow = [], [], []
    for number in range(rounds):
        key = Qt.Key.Key_End if number % 2 == 0 else Qt.Key.Key_Home
        onlooker.window.leafing.reading.held.clear()  # nothing is decoded ahead: a jump to the other end
        small, large = onlooker.seconds_until_painted(key)
        onlooker.until(onlooker.is_ready)
        pillow.append(pillow_seconds(paths[number % len(paths)]))
        first.append(small)
        sharp.append(large)
    figures("a jump to a picture of 24 megapixels, thumbnail", first)
    figures("a jump to a picture of 24 megapixels, sharp", sharp)
    figures("Pillow decodes the same (all pixels)", pillow)
    ratios = [a / b for a, b in zip(sharp, pillow, strict=True)]
    print(f"sharp beside Pillow: median {statistics.median(ratios):.2f} times, at most {max(ratios):.2f}")


def leaf_through(onlooker: Onlooker, count: int) -> None:
    QTest.keyClick(onlooker.viewer.view, Qt.Key.Key_Home)
    for number in range(count):
        if number in (0, 20, count // 2):
            print("memory after {} pictures: {:.0f} MB, workers {:.0f} MB".format(number, *megabytes()))
        QTest.keyClick(onlooker.viewer.view, Qt.Key.Key_PageDown)
        onlooker.until(onlooker.is_sharp)
    print("memory after {} pictures: {:.0f} MB, workers {:.0f} MB".format(count, *megabytes()))
    print(f"held decoded: {onlooker.window.leafing.reading.held.bytes() / 1e6:.0f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--size", type=int, nargs=2, default=(2560, 1440))
    wanted = parser.parse_args()
    app = QApplication([])
    apply_theme(app)
    with tempfile.TemporaryDirectory() as name:
        paths = draw(Path(name) / "photos", wanted.pictures)
        measure_decoding(paths, wanted.rounds, max(wanted.size))
        library = open_library(str(Path(name) / "library"))
        folder = library.add_folder(os.fsencode(Path(name) / "photos"))
        finish(index(library, [folder]))
        onlooker = Onlooker(library, tuple(wanted.size))
        measure(onlooker, paths, wanted.rounds)
        leaf_through(onlooker, wanted.pictures)
        onlooker.viewer.close()
        onlooker.window.close_unasked()


if __name__ == "__main__":
    main()
