"""How fluid the picture grid is: repaint times while scrolling, resizing and resetting, and resident memory.

    QT_QPA_PLATFORM=offscreen python tests/benchmarks/grid_scrolling.py --images 100000 [--groups 2000]

Real view, model and loader over small JPEGs made on the spot, so that neither disk nor database is measured.
A scrolling step is what a person waits for: the scroll bar moves and the window has been repainted, while the
loader's thread fetches and decodes.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from collections.abc import Callable, Sequence
from statistics import median, quantiles

import numpy as np
import psutil
from PySide6.QtCore import QBuffer, QEventLoop, QIODevice, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QLinearGradient, QPainter
from PySide6.QtWidgets import QApplication

from gui.grid.grid_view import GridView
from gui.grid.image_model import ImageModel
from gui.grid.row_groups import RowGroups
from gui.grid.tile import TileData
from gui.grid.tile_loader import TileLoader

PICTURES = 64
FRAME_MILLISECONDS = 16


def make_jpegs() -> list[bytes]:
    """Gradients with speckles, 320 px, of about the weight of a real thumbnail."""
    rng = random.Random(7)
    jpegs = []
    for _ in range(PICTURES):
        image = QImage(320, rng.choice([180, 214, 240, 320]), QImage.Format.Format_RGB32)
        gradient = QLinearGradient(0, 0, image.width(), image.height())
        gradient.setColorAt(0, QColor.fromHsv(rng.randrange(360), 160, 220))
        gradient.setColorAt(1, QColor.fromHsv(rng.randrange(360), 200, 90))
        painter = QPainter(image)
        painter.fillRect(image.rect(), gradient)
        painter.setPen(Qt.PenStyle.NoPen)
        for _ in range(250):
            painter.setBrush(QColor.fromHsv(rng.randrange(360), rng.randrange(256), rng.randrange(256)))
            painter.drawEllipse(rng.randrange(320), rng.randrange(320), 12, 12)
        painter.end()
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(buffer, "JPG", 85)
        jpegs.append(bytes(buffer.data().data()))
    return jpegs


def make_groups(images: int, groups: int) -> RowGroups:
    """Of all sizes."""
    starts = np.sort(np.random.default_rng(2).choice(np.arange(1, images), groups - 1, replace=False))
    return RowGroups(np.concatenate([[0], starts]), [f"Saturday, {group} July 2024" for group in range(groups)])


class Bench:
    def __init__(self, images: int, size: tuple[int, int], tile_size: int, groups: int = 0):
        jpegs = make_jpegs()
        self.fetched = 0

        def fetch(ids: Sequence[int]) -> list[TileData]:
            self.fetched += len(ids)
            return [TileData(i, f"IMG_{i:07d}.jpg", jpegs[i % PICTURES], False, False) for i in ids]

        self.loader = TileLoader(fetch)
        self.model = ImageModel(self.loader)
        self.view = GridView(self.model)
        self.view.set_tile_size(tile_size)
        self.view.resize(*size)
        self.view.show()
        ids = np.random.default_rng(1).permutation(images)
        distances = np.arange(images) % 257
        in_groups = make_groups(images, groups) if groups else None
        self.reset_ms = self.timed(lambda: self.model.set_images(ids, distances, groups=in_groups))
        self.settle(500)

    def settle(self, milliseconds: int) -> None:
        loop = QEventLoop()
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()

    def timed(self, change: Callable[[], object]) -> float:
        """Until the change is on screen."""
        start = time.perf_counter()
        change()
        QApplication.processEvents()
        return (time.perf_counter() - start) * 1000

    def repaint_ms(self) -> list[float]:
        """All tiles on screen painted anew, loaded and idle."""
        return [self.timed(self.view.viewport().repaint) for _ in range(100)]

    def scroll_ms(self, pixels: int, steps: int) -> list[float]:
        """Scroll at 60 steps a second, as a held key or a wheel does, while tiles come in."""
        bar, times = self.view.verticalScrollBar(), []
        for _ in range(steps):
            target = bar.value() + pixels
            times.append(self.timed(lambda target=target: bar.setValue(target if target < bar.maximum() else 0)))
            self.settle(max(1, FRAME_MILLISECONDS - round(times[-1])))
        return times

    def jump_ms(self, steps: int) -> list[float]:
        """The scroll bar dragged about: nothing on screen is at hand."""
        bar, rng, times = self.view.verticalScrollBar(), random.Random(3), []
        for _ in range(steps):
            target = rng.randrange(bar.maximum())
            times.append(self.timed(lambda target=target: bar.setValue(target)))
            self.settle(FRAME_MILLISECONDS)
        return times

    def resize_ms(self) -> list[float]:
        width, height = self.view.width(), self.view.height()
        widths = [width - 7 * step for step in range(1, 41)]
        return [self.timed(lambda w=w: self.view.resize(w, height)) for w in widths]


def summary(times: list[float]) -> dict[str, float]:
    return {
        "median_ms": round(median(times), 2),
        "p95_ms": round(quantiles(times, n=20)[-1], 2),
        "max_ms": round(max(times), 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--images", type=int, default=100_000)
    parser.add_argument("--size", type=int, nargs=2, default=(1600, 1000), metavar=("W", "H"))
    parser.add_argument("--groups", type=int, default=0)
    parser.add_argument("--tile-size", type=int, default=160)
    parser.add_argument("--steps", type=int, default=400)
    arguments = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    QApplication([])
    process = psutil.Process()
    before = process.memory_info().rss
    bench = Bench(arguments.images, tuple(arguments.size), arguments.tile_size, arguments.groups)
    figures = {
        "images": arguments.images,
        "groups": arguments.groups,
        "tiles_on_screen": len(bench.view._rows_on_screen()),
        "reset_ms": round(bench.reset_ms, 2),
        "repaint_all": summary(bench.repaint_ms()),
        "scroll_60px": summary(bench.scroll_ms(60, arguments.steps)),
        "scroll_page": summary(bench.scroll_ms(arguments.size[1], arguments.steps // 2)),
        "jump": summary(bench.jump_ms(arguments.steps // 4)),
        "resize": summary(bench.resize_ms()),
        "fetched": bench.fetched,
        "resident_mb": round(process.memory_info().rss / 1e6, 1),
        "grown_mb": round((process.memory_info().rss - before) / 1e6, 1),
    }
    start = time.perf_counter()
    bench.loader.stop()
    figures["stop_ms"] = round((time.perf_counter() - start) * 1000, 2)
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
