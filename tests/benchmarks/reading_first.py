"""What is on screen is read first: how soon the visible tiles of a folder are there while many other pictures wait,
beside what they take alone.

    python -m tests.benchmarks.reading_first [--looked-at 2000] [--others 20000] [--rounds 3] [PHOTOS]

The pictures are made from those of the folder PHOTOS, cut and lightened by chance, or drawn. Nothing of them is
read when a window is opened on the library, as if an earlier indexing had been cut off. It is measured from the
begin of indexing to the last visible tile, alone and among the others by turns; then, while the others are read,
from opening the folder, from scrolling to its middle, and from "Find similar" on an unread picture to its hits.
"""

import argparse
import io
import os
import random
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PIL import Image, ImageEnhance
from PySide6.QtWidgets import QApplication

from engine.jobs.indexing import index
from engine.library import open_library
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.onnx_export import prepared
from engine.progress import Progress, finish
from engine.store import images, waiting_rows
from engine.worker_processes import let_long_work_stand_back
from gui.running.courtesy import Courtesy
from gui.running.garbage import GarbageCollector
from gui.running.interpreter_lock import give_way
from gui.running.job import Job
from gui.session import Session
from gui.widgets.theme import apply_theme
from gui.window.main_window import MainWindow
from tests.photo_makers import KINDS, photo

SIDE = 480
A_FOLDER = 500  # of the others
READ_BEFORE = 600  # of the others, until the folder is opened: there is a version to search with


def make_pictures(place: Path, source: Path | None, looked_at: int, others: int) -> None:
    names = sorted(path for path in source.rglob("*") if path.suffix.lower() in (".jpg", ".jpeg")) if source else []
    chance = random.Random(0)
    for number in range(looked_at + others):
        if number < looked_at:
            path = place / "opened" / f"{number}.jpg"
        else:
            path = place / "among" / str(number // A_FOLDER) / f"{number}.jpg"
        path.parent.mkdir(parents=True, exist_ok=True)
        picture = altered(names[number % len(names)], chance) if names else photo(KINDS[number % 5], number)
        stream = io.BytesIO()
        picture.save(stream, "JPEG", quality=80)
        path.write_bytes(stream.getvalue() + b"%d" % number)  # some may look the same, but none is a copy


def altered(path: Path, chance: random.Random) -> Image.Image:
    with Image.open(path) as opened:
        opened.draft("RGB", (SIDE, SIDE))
        picture = opened.convert("RGB")
    picture.thumbnail((SIDE, SIDE))
    x, y = (round(chance.uniform(0, 0.2) * length) for length in picture.size)
    part = picture.crop((x, y, picture.width - y // 2, picture.height - x // 2))
    return ImageEnhance.Brightness(part).enhance(chance.uniform(0.8, 1.2))


def make_library(path: Path, folders: list[Path], pictures: int) -> None:
    """All is found and nothing read."""
    library = open_library(str(path))
    added = [library.add_folder(os.fsencode(folder)) for folder in folders]
    work = index(library, added)
    while waiting_rows.count(library.db, [folder.id for folder in added]) < pictures:
        next(work)
    work.close()
    library.close()


class Bench:
    """A window on a copy of such a library."""

    def __init__(self, place: Path, library: str) -> None:
        copied = shutil.copytree(place / library, place / "library", dirs_exist_ok=True)
        self.opened = os.fsencode(place / "opened")
        self.app = QApplication.instance() or QApplication([])
        apply_theme(self.app)  # type: ignore[arg-type]
        self.library = open_library(str(copied))
        self.window = MainWindow(Session(self.library))
        GarbageCollector(self.window)  # or another thread may destroy the window before
        self.courtesy = Courtesy(self.window)
        self.window.resize(1280, 800)
        self.window.show()
        self.done = 0
        self.reading_from: float | None = None
        self.window.session.job_started.connect(self._on_job_started)
        self.until(lambda: self.window.browsing.state is not None)

    def _on_job_started(self, job: Job) -> None:
        job.progressed.connect(self._on_progressed)

    def _on_progressed(self, progress: Progress) -> None:
        if progress.note == "Reading pictures":
            self.done = progress.done
            self.reading_from = self.reading_from or time.monotonic()

    def until(self, holds: Callable[[], object], seconds: float = 600) -> float:
        """How long it took."""
        began = time.monotonic()
        while not holds():
            if time.monotonic() - began > seconds:
                raise TimeoutError
            self.app.processEvents()
            time.sleep(0.005)
        return time.monotonic() - began

    def open_folder(self) -> None:
        self.window.browsing.show_folder(self.opened)

    def is_open(self) -> bool:
        found = images.one(self.library.db, self.window.model.image_id(0)) if self.window.model.rowCount() else None
        return found is not None and found.path.startswith(self.opened)

    def visible(self) -> range:
        return self.window.grid._rows_on_screen()

    def unread(self, place_from_end: int) -> int:
        """One of the others that will be read as one of the last of all: what the grid shows goes before them."""
        sql = "SELECT image_id FROM files WHERE waiting = 1 AND instr(path, x'2F') ORDER BY id DESC"
        row = self.library.db.execute(f"{sql} LIMIT 1 OFFSET {place_from_end}").fetchone()
        if row is None:
            raise SystemExit("all others have been read by now: ask for more of them (--others)")
        return int(row[0])

    def all_there(self) -> bool:
        tiles = [self.window.model.tile(row) for row in self.visible()]
        there = [tile is not None and not tile.pending and tile.pixmap is not None for tile in tiles]
        return bool(there) and all(there) and self.is_open()

    def close(self) -> None:
        self.window.close()
        self.courtesy.end()
        self.window.deleteLater()
        self.app.processEvents()
        shutil.rmtree(self.library.path)


def from_the_begin(place: Path, library: str) -> tuple[float, float]:
    """Seconds to the last visible tile of the folder: from the begin of indexing, and from its first report."""
    bench = Bench(place, library)
    bench.open_folder()
    bench.until(bench.is_open)
    bench.window.session.index()
    began = time.monotonic()
    bench.until(bench.all_there)
    ended = time.monotonic()
    bench.close()
    return ended - began, ended - (bench.reading_from or began)


def while_others_are_read(place: Path) -> tuple[float, float, list[float], list[int]]:
    """Seconds to the visible tiles of the folder, of its middle, and to the hits of two unread pictures, each with
    how many pictures waited to be read when it was asked for."""
    bench = Bench(place, "both")
    bench.window.session.index()
    bench.until(lambda: bench.done >= READ_BEFORE)
    bench.open_folder()
    opened = bench.until(bench.all_there)
    bar = bench.window.grid.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    scrolled = bench.until(bench.all_there)
    searched, waiting = [], []
    for place_from_end in (1, 2):
        unread = bench.unread(place_from_end)
        assert images.is_pending(bench.library.db, unread)  # while it is searched with, indexing may read it
        waiting.append(waiting_rows.count(bench.library.db, [folder.id for folder in bench.library.folders()]))
        bench.window.searching.find_similar(unread)
        searched.append(bench.until(lambda: not bench.window.searching.is_under_way))
        assert bench.window.model.rowCount()
    bench.close()
    return opened, scrolled, searched, waiting


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", nargs="?", type=Path)
    parser.add_argument("--looked-at", type=int, default=2000)
    parser.add_argument("--others", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    give_way()
    let_long_work_stand_back()
    finish(prepared(EFFICIENTNET_LITE0))
    place = Path(tempfile.mkdtemp()).resolve()
    try:
        make_pictures(place, given.photos, given.looked_at, given.others)
        make_library(place / "alone", [place / "opened"], given.looked_at)
        make_library(place / "both", [place / "among", place / "opened"], given.looked_at + given.others)
        measure(place, given.rounds)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def measure(place: Path, rounds: int) -> None:
    ratios = []
    for turn in range(rounds):
        (alone, alone_read), (among, among_read) = (from_the_begin(place, name) for name in ("alone", "both"))
        ratios.append(among / alone)
        print(
            f"round {turn + 1}: visible tiles alone after {alone:.2f} s (reading {alone_read:.2f}),"
            f" among the others {among:.2f} s (reading {among_read:.2f}); ratio {ratios[-1]:.2f}"
        )
        opened, scrolled, searched, waiting = while_others_are_read(place)
        print(
            f"  while the others are read: opened {opened:.2f} s, scrolled to the middle {scrolled:.2f} s; hits of"
            f" an unread picture {searched[0]:.2f} s while {waiting[0]:,} wait (a worker is started for it), of the"
            f" next {searched[1]:.2f} s while {waiting[1]:,} wait"
        )
    print(f"ratio, median of {rounds}: {statistics.median(ratios):.2f} (wanted: at most 2)")


if __name__ == "__main__":
    main()
