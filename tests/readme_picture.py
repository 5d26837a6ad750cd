"""Makes the pictures of the README: draws some scenes, indexes and labels them, searches, trains on the labels, and
grabs the real windows meanwhile. Takes about a minute.

python tests/readme_picture.py resources/pictures [FOLDER for the scenes, which must not exist]
"""

import io
import os
import sys
import tempfile
from collections.abc import Callable
from functools import partial

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PIL import Image, ImageDraw, ImageFilter
from PySide6.QtCore import QBuffer, QEventLoop, QIODevice, Qt, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.library import open_library
from engine.training.reports import EpochReport
from gui.grid.tile_reading import read_tiles
from gui.session import Session
from gui.training.teaching import Stage
from gui.training.training_dialog import TrainingDialog
from gui.widgets.theme import SPACE_M, apply_theme
from gui.window.main_window import MainWindow

Random = np.random.Generator
Colour = tuple[int, int, int]
SIZE = (720, 480)
EACH = 24  # of each kind: enough labelled pictures that some are set aside for the curve of mAP
QUERY = "roses-05.jpg"
FARTHEST = 80  # distance that is shown
QUERIES = 3  # in the picture of the result
SETUP_HEIGHT = 520
EVALUATION_SIZE = (1500, 1120)
EXACT_COLOURS = 80
SECONDS = 300  # after which nothing is waited for


def gradient(top: np.ndarray, bottom: np.ndarray) -> Image.Image:
    share = np.linspace(0, 1, SIZE[1])[:, None, None]
    rows = top * (1 - share) + bottom * share
    return Image.fromarray(np.broadcast_to(rows, (SIZE[1], SIZE[0], 3)).clip(0, 255).astype(np.uint8), "RGB")


def ridge(random: Random, height: float, rough: float) -> list[tuple[float, float]]:
    x = np.linspace(0, SIZE[0], 80)
    waves = sum(np.sin(x / SIZE[0] * f * 6 + random.uniform(0, 6)) / f for f in (1, 2, 4, 7, 13))
    y = height + waves * rough
    return [(0, SIZE[1]), *zip(x.tolist(), y.tolist(), strict=True), (SIZE[0], SIZE[1])]


def colour(random: Random, base: Colour, spread: int = 25) -> Colour:
    return tuple(int(np.clip(c + random.integers(-spread, spread + 1), 0, 255)) for c in base)  # type: ignore[return-value]


def mountains(random: Random, near: Colour = (40, 60, 70)) -> Image.Image:
    picture = gradient(np.array(colour(random, (90, 150, 220))), np.array(colour(random, (235, 225, 215))))
    draw = ImageDraw.Draw(picture)
    for depth in range(3):
        tone = colour(random, tuple(c + (2 - depth) * (170 - c) // 3 for c in near))  # type: ignore[arg-type]
        draw.polygon(ridge(random, 200 + 80 * depth, 70 - 12 * depth), fill=tone)
    return picture


def sunset(random: Random) -> Image.Image:
    picture = gradient(np.array(colour(random, (70, 50, 110))), np.array(colour(random, (255, 150, 70))))
    draw = ImageDraw.Draw(picture)
    x, y, r = random.integers(150, 570), random.integers(230, 300), random.integers(30, 60)
    draw.ellipse((x - r, y - r, x + r, y + r), fill=colour(random, (255, 235, 170), 10))
    draw.rectangle((0, 330, *SIZE), fill=colour(random, (60, 45, 80)))
    for _ in range(60):
        w, line = random.integers(10, 70), random.integers(335, 480)
        left = x + random.normal(0, 40) - w / 2
        draw.line((left, line, left + w, line), fill=colour(random, (250, 170, 100)), width=2)
    return picture


def forest(random: Random) -> Image.Image:
    picture = gradient(np.array(colour(random, (200, 225, 215))), np.array(colour(random, (60, 100, 60))))
    draw = ImageDraw.Draw(picture)
    for _ in range(90):
        x, base, tall = random.integers(-30, 750), random.integers(300, 490), random.integers(120, 260)
        green = colour(random, (25, 85, 45))
        for level in range(4):
            wide = (60 - 11 * level) * tall / 200
            top = base - tall * (0.45 + 0.18 * level)
            draw.polygon([(x - wide, top + tall * 0.35), (x, top), (x + wide, top + tall * 0.35)], fill=green)
    return picture


def flower(random: Random, petals: Colour) -> Image.Image:
    picture = gradient(np.array(colour(random, (60, 120, 55))), np.array(colour(random, (30, 70, 35))))
    draw = ImageDraw.Draw(picture)
    petal = colour(random, petals)
    for _ in range(random.integers(1, 4)):
        x, y, r = random.integers(180, 540), random.integers(140, 340), random.integers(60, 120)
        for angle in np.arange(0, 2 * np.pi, np.pi / 5):
            px, py = x + r * np.cos(angle), y + r * np.sin(angle)
            draw.ellipse((px - r * 0.5, py - r * 0.5, px + r * 0.5, py + r * 0.5), fill=petal)
        draw.ellipse((x - r * 0.45, y - r * 0.45, x + r * 0.45, y + r * 0.45), fill=colour(random, (235, 190, 60)))
    return picture


def city(random: Random) -> Image.Image:
    picture = gradient(np.array((12, 14, 40)), np.array(colour(random, (60, 45, 85))))
    draw = ImageDraw.Draw(picture)
    x = -10
    while x < SIZE[0]:
        wide, tall = int(random.integers(45, 95)), int(random.integers(140, 380))
        draw.rectangle((x, SIZE[1] - tall, x + wide, SIZE[1]), fill=colour(random, (28, 30, 48), 8))
        for wx in range(x + 7, x + wide - 8, 14):
            for wy in range(SIZE[1] - tall + 10, SIZE[1] - 10, 20):
                if random.random() < 0.5:
                    draw.rectangle((wx, wy, wx + 6, wy + 9), fill=colour(random, (250, 220, 130)))
        x += wide + int(random.integers(2, 12))
    return picture


def beach(random: Random) -> Image.Image:
    picture = gradient(np.array(colour(random, (130, 195, 240))), np.array(colour(random, (225, 240, 248))))
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 200, *SIZE), fill=colour(random, (30, 130, 175)))
    draw.polygon(ridge(random, 350, 18), fill=colour(random, (235, 215, 165)))
    for _ in range(random.integers(2, 6)):
        x, y = random.integers(80, 640), random.integers(360, 440)
        draw.pieslice((x - 60, y - 60, x + 60, y + 60), 180, 360, fill=colour(random, (225, 80, 70), 60))
        draw.line((x, y, x, y + 50), fill=(90, 70, 60), width=4)
    return picture


def balloons(random: Random) -> Image.Image:
    picture = gradient(np.array(colour(random, (110, 175, 235))), np.array(colour(random, (215, 235, 250))))
    draw = ImageDraw.Draw(picture)
    for _ in range(random.integers(3, 8)):
        x, y, r = random.integers(60, 660), random.integers(60, 320), random.integers(30, 75)
        tone = colour(random, ((230, 60, 60), (245, 190, 50), (90, 90, 210), (70, 170, 90))[random.integers(4)])
        draw.ellipse((x - r, y - r, x + r, y + r * 1.2), fill=tone)
        low = y + r * 1.6
        draw.polygon([(x - r * 0.5, y + r), (x + r * 0.5, y + r), (x + 8, low), (x - 8, low)], fill=tone)
        draw.rectangle((x - 10, y + r * 1.6, x + 10, y + r * 1.6 + 16), fill=(120, 85, 50))
    return picture


# Some kinds look much alike; that a person wants them apart, only the labels say.
KINDS: dict[str, Callable[[Random], Image.Image]] = {
    "balloons": balloons,
    "beach": beach,
    "city": city,
    "forest": forest,
    "hills": partial(mountains, near=(50, 75, 40)),
    "mountains": mountains,
    "roses": partial(flower, petals=(225, 70, 110)),
    "sunflowers": partial(flower, petals=(250, 200, 60)),
    "sunsets": sunset,
    "violets": partial(flower, petals=(200, 120, 230)),
}


def draw_pictures(folder: str) -> None:
    random = np.random.default_rng(7)
    for name, kind in KINDS.items():
        os.makedirs(os.path.join(folder, name))
        for number in range(EACH):
            picture = kind(random).filter(ImageFilter.GaussianBlur(1.2))
            grain = random.normal(0, 5, (SIZE[1], SIZE[0], 1))
            pixels = np.clip(np.asarray(picture, np.float32) + grain, 0, 255).astype(np.uint8)
            Image.fromarray(pixels).save(os.path.join(folder, name, f"{name}-{number + 1:02d}.jpg"), quality=88)


class Pictures:
    """Goes through the window as a person would, and grabs what is seen."""

    def __init__(self, app: QApplication, window: MainWindow, target: str) -> None:
        self._app, self._window, self._target = app, window, target
        self._while_training: QPixmap | None = None

    def make(self, photos: str) -> None:
        self._window.session.add_folder(os.fsencode(photos))
        self._until(self._is_idle)
        self._window.labels.transfer.from_folders()
        self._until(self._is_idle)
        self._search()
        self._train()
        self._window.model_versions.show()
        self._wait(1.5)
        self._save(self._window.grab(), "versions.png")
        self._evaluate()

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
        self._save(self._window.grab(), "evaluation.png")

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
        last = page.rows[:QUERIES][-1]
        dialog.resize(
            dialog.width(), dialog.height() + last.geometry().bottom() + SPACE_M - page.scroll_area.height()
        )
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
    target = os.path.abspath(sys.argv[1])
    app = QApplication([])
    apply_theme(app)
    with tempfile.TemporaryDirectory() as place:
        photos = sys.argv[2] if len(sys.argv) > 2 else os.path.join(place, "Pictures")
        if os.path.exists(photos):
            sys.exit(f"{photos} exists already; name a folder that does not.")
        draw_pictures(photos)
        window = MainWindow(Session(open_library(os.path.join(place, "library"))))
        window.resize(1320, 820)
        window.show()
        Pictures(app, window, target).make(photos)
        window.close_unasked()  # the result of its training may still wait


if __name__ == "__main__":
    main()
