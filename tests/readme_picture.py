"""Makes the pictures of the README: indexes and labels photos, searches, trains on the labels, and grabs the real
windows meanwhile. Takes some minutes.

python -m tests.readme_picture FOLDER resources/pictures --home /home/anna
python -m tests.readme_picture FOLDER resources/pictures --home /home/anna --review     (that picture alone)
python -m tests.readme_picture FOLDER resources/pictures --home /home/anna --map        (likewise)

FOLDER holds a folder of photos for each label; those in the README are of the public domain. They are copied into
the home folder of somebody who is not there, which is gone afterwards: its name is seen.
"""

import argparse
import io
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PIL import Image
from PySide6.QtCore import QBuffer, QEventLoop, QIODevice, Qt, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from engine.copies.groups import GroupKind
from engine.library import open_library
from engine.training.reports import EpochReport
from gui.grid.tile_reading import read_tiles
from gui.session import Session
from gui.training.teaching import Stage
from gui.training.training_dialog import TrainingDialog
from gui.widgets.theme import SPACE_M, apply_theme
from gui.window.main_window import MainWindow

REVIEWED = 3  # pictures of which there are other versions
EACH, EACH_REVIEWED = 60, 10  # of each label: enough for the library to teach itself, or to be looked through
TAKEN, APART = 1_714_816_000, 93_317  # seconds from 1970 to the first photo, and from one to the next
QUERY = "shoes-05.jpg"
FARTHEST = 110  # distance that is shown
QUERIES = 3  # in the picture of the result
SETUP_HEIGHT = 600
EVALUATION_SIZE, REVIEW_SIZE = (1320, 1000), (1320, 820)
EXACT_COLOURS = 80
SECONDS = 900  # after which nothing is waited for


def copy_photos(source: Path, folder: Path, each: int) -> None:
    """Some of each label, by names that say what they show, one after the other."""
    when = TAKEN
    for label in sorted(path for path in source.iterdir() if path.is_dir()):
        (folder / label.name).mkdir(parents=True)
        for number, photo in enumerate(sorted(label.iterdir())[:each], 1):
            place = folder / label.name / f"{label.name}-{number:02d}{photo.suffix}"
            shutil.copy(photo, place)
            os.utime(place, (when, when))
            when += APART


def add_versions(folder: Path) -> None:
    """Of some pictures smaller, more compressed and cut versions, as they come to lie in a library."""
    web, phone = folder / "for the web", folder / "from the phone"
    web.mkdir()
    phone.mkdir()
    for photo in sorted(folder.glob("*/*-07.jpg"))[:REVIEWED]:
        with Image.open(photo) as picture:
            width, height = picture.size
            picture.resize((width // 2, height // 2)).save(web / f"{photo.stem}-small.jpg", quality=70)
            picture.save(phone / f"{photo.stem} (1).jpg", quality=60)
            part = picture.crop((width // 16, height // 16, width - width // 16, height - height // 16))
            part.save(phone / f"{photo.stem}-cut.jpg", quality=85)
        later = photo.stat().st_mtime + 40 * APART
        for version in (*web.glob(f"{photo.stem}*"), *phone.glob(f"{photo.stem}*")):
            os.utime(version, (later, later))


class Pictures:
    """Goes through the window as a person would, and grabs what is seen."""

    def __init__(self, app: QApplication, window: MainWindow, target: str) -> None:
        self._app, self._window, self._target = app, window, target
        self._while_training: QPixmap | None = None

    def make(self, photos: Path) -> None:
        self._add(photos)
        self._window.labels.transfer.from_folders()
        self._until(self._is_idle)
        self._search()
        self._look()
        self._map()
        self._train()
        self._window.model_versions.show()
        self._wait(1.5)
        self._save(self._window.grab(), "versions.png")
        self._evaluate()
        self._review(photos)

    def make_map(self, photos: Path) -> None:
        self._add(photos)
        self._window.labels.transfer.from_folders()
        self._until(self._is_idle)
        self._map()

    def make_review(self, photos: Path) -> None:
        self._add(photos)
        self._review(photos)

    def _add(self, photos: Path) -> None:
        self._window.session.add_folder(os.fsencode(photos))
        self._until(self._is_idle)
        self._wait(2)
        self._until(self._is_idle)  # it has taught itself, too

    def _evaluate(self) -> None:
        """The built-in version, and the new one over it."""
        page = self._window.evaluation
        self._window.resize(*EVALUATION_SIZE)
        self._window.evaluating.show()
        self._wait(2)
        for combo in (page.first, page.second):
            combo.setCurrentIndex(combo.count() - 1)
            combo.activated.emit(combo.currentIndex())
            self._wait(2)
        self._until(lambda: len(page.evaluations) > 1)
        self._wait(1)
        last = page.sheet.curve.mapTo(page.sheet, page.sheet.curve.rect().bottomLeft()).y()
        self._make_higher(self._window, last + SPACE_M - page.scroll_area.height())
        self._save(self._window.grab(), "evaluation.png")

    def _map(self) -> None:
        """Zoomed until there are thumbnails among the dots, and what lies around one picture selected."""
        window, view = self._window, self._window.map.page.view
        window.resize(*REVIEW_SIZE)
        window.map.show()
        self._until(lambda: self._is_idle() and len(view.colouring.kinds) > 1)
        while not view.thumb_rows()[1]:
            QTest.keyClick(view, Qt.Key.Key_Plus)
        tiles = read_tiles(window.session.library, view.image_ids.tolist())
        row = next(row for row, tile in enumerate(tiles) if tile.name == QUERY)
        apart_N2 = view.places_N2 - view.places_N2[row]
        view.select_rows(np.array([row]))  # the current one
        view.select_rows(np.flatnonzero((apart_N2**2).sum(axis=1) < (100 / view.frame.scale) ** 2))
        self._wait(3)
        self._save(window.grab(), "map.png")
        window.turns.back_to_grid()

    def _review(self, photos: Path) -> None:
        """Near-copies, which come into the library last: they are no pictures to learn from."""
        add_versions(photos)
        window = self._window
        window.resize(*REVIEW_SIZE)
        window.session.index()
        self._until(self._is_idle)
        window.copies.show()
        window.copies.page.bar.choose(GroupKind.NEAR_COPIES)
        self._wait(2)
        self._until(lambda: self._is_idle() and len(window.copies.rows.groups) >= REVIEWED)
        window.copies.page.view.step_picture(1)
        self._wait(2)
        self._save(window.grab(), "review.png")

    def _search(self) -> None:
        window = self._window
        self._wait(1.5)
        tiles = read_tiles(window.session.library, window.model.ids().tolist())
        window.grid.show_image(next(tile.image_id for tile in tiles if tile.name == QUERY))
        window.grid.setFocus()
        QTest.keyClick(window.grid, Qt.Key.Key_Return)
        self._wait(3)
        window.query_bar.filters.slider.track.high.setValue(FARTHEST)
        self._wait(1.5)
        self._save(window.grab(), "window.png")

    def _look(self) -> None:
        """Two of the hits, side by side in the viewer."""
        window, viewer = self._window, self._window.viewer
        viewer.fills_screen = False
        window.leafing.open_beside()
        self._until(lambda: viewer.bar.name.text() == QUERY)
        self._wait(2)
        self._save(viewer.grab(), "viewer.png")
        viewer.close()
        window.searching.leave()
        self._wait(1)

    def _train(self) -> None:
        self._window.training.open()
        self._until(lambda: self._window.training.dialog is not None)
        dialog = self._window.training.dialog
        assert dialog is not None
        dialog.setup_page.name.setText("By my labels")
        self._until(dialog.setup_page.start.isEnabled)
        usual = dialog.size()
        dialog.resize(usual.width(), SETUP_HEIGHT)
        self._wait(0.5)
        self._save(dialog.grab(), "training-setup.png")
        dialog.resize(usual)
        dialog.teaching.epoch_ended.connect(self._on_epoch_ended)
        dialog.setup_page.start.click()
        self._until(lambda: dialog.teaching.stage in (Stage.TRAINED, Stage.FAILED))
        if dialog.teaching.stage is Stage.FAILED or self._while_training is None:
            sys.exit(f"The training failed: {dialog.teaching.problem}")
        self._save(self._while_training, "training-running.png")
        self._make_room_for_queries(dialog)
        self._save(dialog.grab(), "training-result.png")
        dialog.result_page.accept.click()
        self._until(lambda: dialog.teaching.stage is Stage.ACCEPTED)
        dialog.close()

    def _on_epoch_ended(self, epoch: EpochReport) -> None:
        """When most of the epochs are done there is something to see; it may end early, so the last one counts."""
        dialog = self._window.training.dialog
        if dialog is not None and epoch.epoch <= 0.8 * epoch.epochs:
            self._while_training = dialog.grab()

    def _make_room_for_queries(self, dialog: TrainingDialog) -> None:
        """As high as it takes to see some of those that gained, and no part of the next."""
        self._wait(1)
        page = dialog.result_page
        last = page.rows[:QUERIES][-1].geometry().bottom()
        self._make_higher(dialog, last + SPACE_M - page.scroll_area.height())

    def _make_higher(self, window: QWidget, pixels: int) -> None:
        window.resize(window.width(), window.height() + pixels)
        self._wait(1)

    def _is_idle(self) -> bool:
        return self._window.session.job is None

    def _until(self, holds: Callable[[], bool]) -> None:
        for _ in range(SECONDS * 10):
            self._wait(0.1)
            if holds():
                return
        sys.exit(f"This does not come about: {holds}")

    def _wait(self, seconds: float) -> None:
        """In an event loop of its own: QTest.qWait keeps Python from running in any other thread meanwhile."""
        loop = QEventLoop()
        QTimer.singleShot(int(seconds * 1000), loop.quit)
        loop.exec()

    def _save(self, grabbed: QPixmap, name: str) -> None:
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        grabbed.save(buffer, "PNG")
        picture = Image.open(io.BytesIO(buffer.data().data())).convert("RGB")
        with_few_colours(picture).save(os.path.join(self._target, name), optimize=True)


def with_few_colours(picture: Image.Image) -> Image.Image:
    """In 256 colours: a fraction of the size. Those of even areas, which the window has, stay as they are."""
    pixels_HWC = np.asarray(picture, np.float32)
    here = pixels_HWC[1:, 1:]
    even_HW = (here == pixels_HWC[:-1, :-1]).all(axis=2) & (here == pixels_HWC[1:, :-1]).all(axis=2)
    even_HW &= (here == pixels_HWC[:-1, 1:]).all(axis=2)
    tones, counts = np.unique(here[even_HW], axis=0, return_counts=True)
    exact = tones[np.argsort(-counts)[:EXACT_COLOURS]].astype(np.uint8)
    others = picture.quantize(256 - len(exact), Image.Quantize.MEDIANCUT).getpalette() or []
    palette_P3 = np.concatenate([exact.ravel(), np.array(others, np.uint8)]).reshape(-1, 3)
    tones_P3 = palette_P3.astype(np.float32)
    lengths_P = (tones_P3**2).sum(axis=1) / 2
    nearest_HW = np.stack([np.argmin(lengths_P - row_WC @ tones_P3.T, axis=1) for row_WC in pixels_HWC])
    few = Image.fromarray(nearest_HW.astype(np.uint8), "L")
    few.putpalette(palette_P3.tobytes())
    return few


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=os.path.abspath)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--review", action="store_true")
    parser.add_argument("--map", action="store_true")
    told = parser.parse_args()
    app = QApplication([])
    apply_theme(app)
    told.home.mkdir(parents=True)  # it must not be there: all of it goes in the end
    try:
        photos = told.home / "Pictures"
        copy_photos(told.source, photos, EACH_REVIEWED if told.review else EACH)
        window = MainWindow(Session(open_library(str(told.home / "library"))))
        window.resize(1320, 820)
        window.show()
        pictures = Pictures(app, window, told.target)
        make = pictures.make_map if told.map else pictures.make_review if told.review else pictures.make
        make(photos)
        window.close_unasked()  # the result of its training may still wait
    finally:
        shutil.rmtree(told.home)


if __name__ == "__main__":
    main()
