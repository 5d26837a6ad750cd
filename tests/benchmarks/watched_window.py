"""What `watching` measures: a window on folders to which something happens."""

import os
import shutil
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from engine.images.pool import ReadingPool
from engine.jobs.checking import check
from engine.jobs.indexing import index
from engine.library import open_library
from engine.progress import finish
from engine.store import labels
from engine.watching.watcher import Watcher
from gui.running.courtesy import Courtesy
from gui.session import Session
from gui.widgets.theme import apply_theme
from gui.window.main_window import MainWindow
from tests.flows.folder_storm import Readings, Storm, difference, images_by_number, jpegs, known
from tests.photo_makers import KINDS, photo

REST_SECONDS = 30
DROPS = 12
PATIENCE = 40  # seconds until it is said that something does not settle


def measure_rest(place: Path, count: int) -> None:
    import psutil

    root = place / "many"
    for number in range(count):
        os.makedirs(root / str(number // 100) / str(number % 100))
    before = psutil.Process().memory_info().rss
    ready = threading.Event()
    watcher = Watcher(ready.set)
    watcher.start()
    began = time.monotonic()
    watcher.follow([os.fsencode(root)])
    ready.wait()
    watcher.take()
    print(f"following {count:,} folders: set up in {time.monotonic() - began:.2f} s, {watcher.followed()[0].how}")
    if why := watcher.followed()[0].why:
        print(f"  {why}")
    print(f"  memory: {(psutil.Process().memory_info().rss - before) / 1e6:.0f} MB")
    began = time.process_time()
    time.sleep(REST_SECONDS)
    spent = time.process_time() - began
    print(f"  at rest: {spent / REST_SECONDS * 1e3:.2f} ms of processor time a second")
    began = time.monotonic()
    watcher.end()
    print(f"  ending: {time.monotonic() - began:.2f} s")


class Bench:
    """A window on a folder of pictures, watched, and all that workers are given to read."""

    def __init__(self, place: Path) -> None:
        self.place, self.photos = place, place / "photos"
        self.app = QApplication.instance() or QApplication([])
        self.readings = Readings()
        read = ReadingPool.read

        def noted(pool: ReadingPool, path: bytes, *known: Any) -> Any:
            self.readings.note(path)
            return read(pool, path, *known)

        ReadingPool.read = noted  # type: ignore[method-assign]
        self.library = open_library(str(place / "library"))
        folder = self.library.add_folder(os.fsencode(self.photos))
        finish(index(self.library, [folder]))
        self.readings.clear()
        apply_theme(self.app)  # type: ignore[arg-type]
        self.window = MainWindow(Session(self.library))
        self.courtesy = Courtesy(self.window)
        self.window.resize(1200, 800)
        self.window.show()
        self.window.watch()
        self.until(lambda: self.window.session.watching.followed())
        self.settle()

    def until(self, holds: Callable[[], object], seconds: float = 300) -> None:
        end = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > end:
                raise TimeoutError
            self.app.processEvents()
            time.sleep(0.005)

    def settle(self, photos: Path | None = None) -> None:
        session = self.window.session

        def settled() -> bool:
            at_rest = session.watching.at_rest and session.job is None
            return at_rest and not difference(self.library, photos or self.photos)

        try:
            self.until(settled, PATIENCE)
        except TimeoutError:
            print(f"not settled: at rest {session.watching.at_rest}, job {session.job}")
            print("  " + "\n  ".join(difference(self.library, photos or self.photos)))

    def row_of(self, path: Path) -> int | None:
        sql = "SELECT image_id FROM files WHERE path = ? AND waiting = 0"
        row = self.library.db.execute(sql, (os.fsencode(path.relative_to(self.photos)),)).fetchone()
        return row and row[0]

    def has_tile(self, image_id: int | None) -> bool:
        model = self.window.model
        ids = model.ids().tolist()
        if image_id not in ids:
            return False
        self.window.grid.scrollTo(model.index(ids.index(image_id)))
        tile = model.tile(ids.index(image_id))
        return tile is not None and not tile.pending and tile.pixmap is not None

    def rest(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        self.until(lambda: time.monotonic() > end)

    def close(self) -> None:
        self.window.close()
        self.courtesy.end()


def save(path: Path, number: int, quality: int = 90) -> None:
    photo(KINDS[number % len(KINDS)], number).save(path, "JPEG", quality=quality)


def measure_drops(place: Path, files: int) -> None:
    """One picture after the other; the first finds no worker that is warm."""
    for number in range(files):
        path = place / "photos" / KINDS[number % len(KINDS)] / f"{number}.jpg"
        path.parent.mkdir(parents=True, exist_ok=True)
        save(path, number)
    bench = Bench(place)
    noticing = bench.window.session.watching._noticing
    assert noticing is not None
    noticing.rest()
    rows, tiles, hits = [], [], []
    for number in range(DROPS):
        path = bench.photos / f"000-dropped-{number}.jpg"
        save(path, 100_000 + number)
        began = time.monotonic()
        bench.until(lambda path=path: bench.row_of(path) is not None)
        rows.append(time.monotonic() - began)
        image_id = bench.row_of(path)
        bench.until(lambda image_id=image_id: bench.has_tile(image_id))
        tiles.append(time.monotonic() - began)
        bench.window.searching.find_similar(image_id)
        bench.until(lambda: "hit" in bench.window.query_bar.filters.result.text())
        hits.append(time.monotonic() - began)
        bench.window.searching.leave()
        bench.settle()
    for name, times in (("row stored", rows), ("tile", tiles), ("hits of it", hits)):
        rest = sorted(times[1:])
        print(
            f"from the last write to {name}: {times[0]:.2f} s at first, then {rest[len(rest) // 2]:.2f} s"
            f" (at most {rest[-1]:.2f})"
        )
    bench.close()


def weather(place: Path, files: int, seed: int) -> bool:
    """A window on a folder of so many files to which anything happens; whether the library knows it all then."""
    bench_place = place / f"storm {seed}"
    storm = Storm(bench_place / "photos", bench_place / "outside", seed, jpegs(60), distinct=seed % 2 == 0)
    storm.linked_folders = seed % 4 == 3
    storm.fill(files)
    bench = Bench(bench_place)
    library, chance = bench.library, storm.chance
    treasures = {path.stat().st_ino: bench.row_of(path) for path in chance.sample(storm.files(), files // 10)}
    storm.treasured = set(treasures)
    with library.writing() as db:
        labels.assign(db, "kept", [image_id for image_id in treasures.values() if image_id is not None])
    drive = storm.photos / "drive"
    drive.mkdir()
    began = time.monotonic()
    steps, mounted = 0, False
    for part in range(6):
        pause = chance.choice([0.0, 0.002, 0.02, 0.1])
        if part in (1, 3):
            mounted = (
                subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(drive)], capture_output=True).returncode == 0
            )
            if mounted:
                save(drive / "on it.jpg", 60_000 + part)
        elif part in (2, 4) and mounted:
            subprocess.run(["umount", str(drive)], check=True)
        if part == 5:
            grow_slowly(bench, storm)
        storm.rage(files // 12, lambda pause=pause: bench.rest(pause))
        steps += files // 12
        if chance.random() < 0.5:
            bench.settle(storm.photos)
    if mounted:
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(drive)], check=True)
        save(drive / "on it.jpg", 60_010)
    bench.settle(storm.photos)
    seconds = time.monotonic() - began
    wrong = compared(bench, storm, treasures)
    said = wrong or "as a fresh index"
    print(f"seed {seed}: {steps} deeds among {files} files, settled after {seconds:.1f} s: {said}", flush=True)
    bench.close()
    if mounted:
        subprocess.run(["umount", str(drive)], check=True)
    shutil.rmtree(bench_place)
    return not wrong


def grow_slowly(bench: Bench, storm: Storm) -> None:
    """A file that takes five seconds to be written, beside others."""
    content = storm.content()
    with open(storm.photos / "slow.jpg", "wb", buffering=0) as slow:
        for start in range(0, len(content), len(content) // 9):
            slow.write(content[start : start + len(content) // 9])
            storm.add()
            bench.rest(0.5)


def compared(bench: Bench, storm: Storm, treasures: dict[int, int | None]) -> str:
    """What is not as it should be, in a few words."""
    twice = bench.readings.too_often() - storm.disguised
    fresh = open_library(str(bench.place / "fresh"))
    finish(index(fresh, [fresh.add_folder(os.fsencode(storm.photos))]))
    here, anew = known(bench.library), known(fresh)
    fresh.close()
    wrong = [
        f"{path!r}: {here.get(path, ())[:8]}, fresh {anew.get(path, ())[:8]}"
        for path in here | anew
        if here.get(path) != anew.get(path)
    ]
    wrong += [f"{path!r} was read twice" for path in sorted(twice)]
    here_now = images_by_number(bench.library)
    for number, image_id in treasures.items():
        if labels.of_images(bench.library.db, [image_id or 0]) != {image_id: ["kept"]}:
            wrong.append(f"the label of image {image_id} is lost")
        if here_now.get(number, image_id) != image_id:
            wrong.append(f"image {image_id} is another than before")
    wrong += [f"check: {each.what}" for each in finish(check(bench.library))]
    return "; ".join(wrong)
