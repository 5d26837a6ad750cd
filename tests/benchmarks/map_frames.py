"""How fluid the map is: the view with so many places, moved and zoomed; what a frame takes, and memory."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
import psutil
from PySide6.QtWidgets import QApplication

from engine.arrays import Vectors
from gui.grid.tile import TileData
from gui.grid.tile_loader import TileLoader
from gui.map.colouring import by_names
from gui.map.map_frame import spacing_of
from gui.map.map_view import MapView
from gui.widgets.theme import apply_theme
from tests.benchmarks.grid_scrolling import make_jpegs

FRAME = 0.016
SIZE = 1200, 800


def measure_frames(places_N2: Vectors, frames: int) -> None:
    app = QApplication([])
    apply_theme(app)
    jpegs = make_jpegs()

    def fetch(ids: Sequence[int]) -> list[TileData]:
        return [TileData(i, f"{i}.jpg", jpegs[i % len(jpegs)], missing=False, pending=False) for i in ids]

    view = MapView(lambda: TileLoader(fetch))
    view.resize(*SIZE)
    view.show()
    view.show_places(np.arange(len(places_N2)), places_N2, spacing_of(places_N2))
    kind_N = np.arange(len(places_N2)) % 10
    view.show_colouring(by_names(kind_N, [f"kind {kind}" for kind in range(10)], [None] * 10, "none"))
    middle = places_N2[len(places_N2) // 2]
    print(f"{len(places_N2):,} pictures in {SIZE[0]} × {SIZE[1]}:")
    for name, selected, zoomed in (
        ("moved, whole", False, 1.0),
        ("moved, whole, a fifth selected", True, 1.0),
        ("moved, among dots", False, 6.0),
        ("moved, among thumbnails", False, 40.0),
    ):
        view.select_rows(np.flatnonzero(kind_N < 2) if selected else np.empty(0, np.int64))
        view.frame.fit()
        view.frame.zoom(zoomed)
        view.frame.centre = middle.copy() if zoomed > 1 else view.frame.centre
        _report(
            name, [_frame(app, view, lambda n: view.frame.pan(7 * (-1) ** (n // 60), 3), n) for n in range(frames)]
        )
    view.frame.fit()
    factor = 1.03
    _report("zoomed in", [_frame(app, view, lambda n: view.frame.zoom(factor, 700, 300), n) for n in range(150)])
    _report(
        "zoomed out", [_frame(app, view, lambda n: view.frame.zoom(1 / factor, 700, 300), n) for n in range(150)]
    )
    print(f"  memory: {psutil.Process().memory_info().rss / 2**20:.0f} MB")
    view.thumbs.stop()


def _frame(app: QApplication, view: MapView, move: object, number: int) -> tuple[float, float]:
    assert callable(move)
    began, computed = time.perf_counter(), time.thread_time()
    move(number)
    view.repaint()
    frame = time.perf_counter() - began, time.thread_time() - computed
    app.processEvents()
    time.sleep(0.004)  # others have their turn, as on a screen that shows 60 frames a second
    return frame


def _report(name: str, frames: list[tuple[float, float]]) -> None:
    taken, computed = np.array(frames).T
    print(
        f"  {name}: {100 * (taken <= FRAME).mean():.1f} % of {len(frames)} frames within 16 ms,"
        f" median {1000 * np.median(taken):.1f} ms; computed {1000 * np.median(computed):.1f} ms,"
        f" {100 * (computed <= FRAME).mean():.1f} % within 16 ms",
        flush=True,
    )
