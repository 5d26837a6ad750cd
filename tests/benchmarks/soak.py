"""The window used at random for a while: does anything grow, is the event loop held, is anything raised?

    python tests/benchmarks/soak.py MINUTES [FOLDER] [--seed N] [--no-training]

Somebody browses, searches, labels and opens what there is to open; more pictures are indexed and two trainings run
meanwhile. Without FOLDER it makes its own pictures. Offscreen if there is no screen. Prints a line each minute.
"""

from __future__ import annotations

import argparse
import faulthandler
import gc
import logging
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PIL import Image
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication
from soak_person import Wanderer
from soak_watch import (
    HOLDS_TOLD,
    LONG_SECONDS,
    Figures,
    Heartbeat,
    Mistakes,
    children,
    kept_waiting,
    objects_by_class,
    of_python,
    of_sqlite,
    stolen,
    taken_by_import,
    widgets_by_class,
)

from engine.library import open_library
from engine.worker_processes import let_long_work_stand_back
from gui.running.courtesy import Courtesy
from gui.running.garbage import GarbageCollector
from gui.running.interpreter_lock import give_way
from gui.running.memory import give_back_early
from gui.session import Session
from gui.training.teaching import Stage
from gui.widgets.theme import apply_theme
from gui.window.main_window import MainWindow

KINDS = ("waves", "rings", "checks", "grain", "slopes")
FIRST, MORE = 40, 8  # pictures of each kind at the beginning, and each time that more come
TIMES_MORE = 4  # all together stay below the number from which a library teaches itself, which imports torch
SIZE = (1200, 800)
TRAININGS_AT = (0.3, 0.6)  # of the time
HEAVY = ("torch", "faiss", "onnxruntime", "matplotlib")
WAIT_SECONDS = 300


def main() -> int:
    arguments = _arguments()
    faulthandler.enable()
    logging.basicConfig(level=logging.WARNING)
    give_back_early()  # this and the next two, as the program does
    give_way()
    let_long_work_stand_back()
    app = QApplication(sys.argv[:1])
    apply_theme(app)
    with tempfile.TemporaryDirectory() as place:
        own = Path(place, "pictures")
        write_pictures(own, range(FIRST))
        for time_more in range(TIMES_MORE):  # now: later it would hold the event loop
            first = FIRST + MORE * time_more
            write_pictures(Path(place, f"more-{time_more}"), range(first, first + MORE))
        window = MainWindow(Session(open_library(os.path.join(place, "library"))))
        GarbageCollector(window)
        Courtesy(window)
        window.resize(1300, 850)
        window.show()
        folders = [own, *([arguments.folder] if arguments.folder else [])]
        window.session.add_folders([os.fsencode(folder.absolute()) for folder in folders])
        return Soak(window, own, arguments).run()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("minutes", type=float, metavar="MINUTES")
    parser.add_argument("folder", type=Path, nargs="?", metavar="FOLDER")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-training", action="store_true", help="nothing that imports torch")
    return parser.parse_args()


class Soak:
    def __init__(self, window: MainWindow, own: Path, arguments: argparse.Namespace) -> None:
        self._window, self._own = window, own
        self._seconds: float = arguments.minutes * 60
        self._seed: int = arguments.seed
        self._trainings = 0 if arguments.no_training else len(TRAININGS_AT)
        self._mistakes, self._heart = Mistakes(), Heartbeat()
        self._stolen = stolen()
        self._wanderer = Wanderer(window, arguments.seed)
        self._lines: list[tuple[float, Figures]] = []

    def run(self) -> int:
        """Returns the exit code: 0 if nothing was raised and nothing is left behind."""
        wait_until(self._is_idle, WAIT_SECONDS)
        self._window.labels.transfer.from_folders()
        wait(2)
        self._heart.forget()
        print(f"seed {self._seed}; after indexing and labelling:")
        self._say("0:00")
        before, kinds = widgets_by_class(), objects_by_class()
        self._wander()
        self._wanderer.stop()
        self._wanderer.close_all()
        wait_until(self._is_idle, WAIT_SECONDS)
        wait(3)
        gc.collect()
        self._say("closed")
        tell_more("widgets", before, widgets_by_class())
        tell_more("objects", kinds, objects_by_class())
        return self._close()

    def _is_idle(self) -> bool:
        return self._window.session.job is None and not self._window.session.storing

    # -- the time in between ------------------------------------------------------------------------------------

    def _wander(self) -> None:
        began, minute, more, trained = time.monotonic(), 1, 0, 0
        trainer = _Trainer(self._window)
        self._wanderer.start()
        while (gone := time.monotonic() - began) < self._seconds:
            wait(1)
            if gone >= 60 * minute:
                self._say(f"{minute}:00")
                minute += 1
            if more < TIMES_MORE and gone >= self._seconds * (more + 0.5) / TIMES_MORE:
                os.rename(self._own.with_name(f"more-{more}"), self._own / f"more-{more}")
                self._window.session.index()
                more += 1
            if trained < self._trainings and gone >= self._seconds * TRAININGS_AT[trained]:
                trainer.begin()
                trained += 1
            trainer.go_on()
        trainer.end()

    # -- what is said -------------------------------------------------------------------------------------------

    def _say(self, when: str) -> None:
        figures, heart = Figures.now(), self._heart
        self._lines.append((time.monotonic(), figures))
        heavy = " ".join(name for name in HEAVY if name in sys.modules)
        held = f"held {heart.longest_since.seconds * 1000:4.0f} ms"
        tiles = self._window.model._cache.bytes / 1e6
        kept = f"{tiles:.0f} MB of tiles, {of_sqlite():.1f} MB of SQLite, {of_python():.0f}k blocks of Python"
        mistakes = f"{len(self._mistakes.told)} mistakes"
        print(f"{when:>6} {figures.line()}, {kept}, {held}, {mistakes}; {heavy}", flush=True)
        heart.forget()

    def _tell_growth(self) -> None:
        """Of the second half: where pages, models and caches were all used before."""
        half = [figures.megabytes for _, figures in self._lines[len(self._lines) // 2 : -1]]
        if len(half) > 3:
            slope = float(np.polyfit(np.arange(len(half)), half, 1)[0])
            print(f"memory in the second half: {min(half):.0f} to {max(half):.0f} MB, {slope:+.1f} MB a minute")
        most = max(figures.megabytes for _, figures in self._lines)
        print(f"memory at the most: {most:.0f} MB")
        if "torch" in sys.modules:
            torch = taken_by_import("torch")
            print(f"of these, what `import torch` alone takes: {torch:.0f} MB; all the rest: {most - torch:.0f} MB")

    def _tell_holds(self) -> None:
        holds = sorted(self._heart.holds, key=lambda hold: -hold.seconds)
        longest, over = self._heart.longest.seconds * 1000, LONG_SECONDS * 1000
        print(f"event loop held {longest:.0f} ms at the most; {len(holds)} times over {over:.0f} ms")
        print(f"the machine kept our threads waiting for a processor {kept_waiting():.0f} s, all together")
        taken, own = stolen() - self._stolen, [hold for hold in holds if not hold.stolen]
        if taken:
            longest_own = own[0].seconds * 1000 if own else 0
            print(f"others had the processors of this virtual machine for {taken:.0f} s;")
            print(f"where they had not: held {longest_own:.0f} ms at the most, {len(own)} times over {over:.0f} ms")
        for hold in holds[:HOLDS_TOLD]:
            print(f"{hold}:\n       {self._heart.seen_in(hold)}")

    def _close(self) -> int:
        print("done:", ", ".join(f"{count} {name}" for name, count in self._wanderer.acts.most_common()))
        self._heart.stop()
        self._tell_growth()
        self._tell_holds()
        began = time.monotonic()
        self._window.close_unasked()
        self._window.deleteLater()
        wait(0.5)
        print(f"closed in {time.monotonic() - began - 0.5:.1f} s: {Figures.now().line()}")
        left = children()
        self._mistakes.stop()
        print(f"{len(self._mistakes.told)} mistakes; processes left behind: {len(left) or 'none'}")
        return 1 if self._mistakes.told or left else 0


class _Trainer:
    """A training by the buttons of its window, from Start to Accept."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._wanted = False

    def begin(self) -> None:
        self._window.labels.transfer.from_folders()  # whatever became of the labels meanwhile
        self._wanted = True

    def go_on(self) -> None:
        dialog = self._window.training.dialog
        if self._wanted and (dialog is None or not dialog.isVisible()):
            self._window.training.open()
        elif dialog is not None and dialog.teaching.stage is Stage.IDLE and self._wanted:
            if dialog.setup_page.start.isEnabled():
                dialog.setup_page.start.click()
                self._wanted = False
        elif dialog is not None and dialog.teaching.stage is Stage.TRAINED:
            dialog.result_page.accept.click()
        elif dialog is not None and dialog.teaching.stage in (Stage.ACCEPTED, Stage.FAILED):
            dialog.teaching.back_to_start()

    def end(self) -> None:
        """What still trains is let go."""
        if self._window.training.dialog is not None:
            self._window.training.dialog.teaching.cancel()


def tell_more(name: str, before: Counter[str], after: Counter[str]) -> None:
    more = (after - before).most_common(12)
    print(f"{name} more than before:", ", ".join(f"{count} {kind}" for kind, count in more) or "none")


def write_pictures(folder: Path, numbers: range) -> None:
    """One folder for each kind."""
    x, y = np.meshgrid(np.linspace(-1, 1, SIZE[0]), np.linspace(-0.7, 0.7, SIZE[1]))
    for place, kind in enumerate(KINDS):
        (folder / kind).mkdir(parents=True, exist_ok=True)
        for number in numbers:
            pixels = _pixels(kind, x, y, np.random.default_rng([place, number]))
            Image.fromarray(pixels).save(folder / kind / f"{kind}-{number}.jpg", quality=85)


def _pixels(kind: str, x: np.ndarray, y: np.ndarray, random: np.random.Generator) -> np.ndarray:
    turn, fine, shift = random.uniform(0, np.pi), random.uniform(8, 30), random.uniform(-0.5, 0.5)
    along = x * np.cos(turn) + y * np.sin(turn)
    across = y * np.cos(turn) - x * np.sin(turn)
    shade = {
        "waves": lambda: np.sin(fine * along),
        "rings": lambda: np.sin(2 * fine * np.hypot(x - shift, y)),
        "checks": lambda: np.sign(np.sin(fine * along) * np.sin(fine * across)),
        "grain": lambda: np.kron(random.uniform(-1, 1, (SIZE[1] // 20, SIZE[0] // 20)), np.ones((20, 20))),
        "slopes": lambda: np.clip(along + shift, -1, 1),
    }[kind]()
    colours = random.uniform(0, 255, (2, 3))
    share = (shade[..., None] + 1) / 2
    return (colours[0] * share + colours[1] * (1 - share)).astype(np.uint8)


def wait(seconds: float) -> None:
    """In an event loop: what runs on other threads goes on."""
    loop = QEventLoop()
    QTimer.singleShot(int(seconds * 1000), loop.quit)
    loop.exec()


def wait_until(holds: Callable[[], bool], seconds: float) -> None:
    until = time.monotonic() + seconds
    while not holds() and time.monotonic() < until:
        wait(0.2)


if __name__ == "__main__":
    sys.exit(main())
