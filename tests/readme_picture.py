"""Makes the pictures of the README: draws some scenes, indexes them, searches and grabs the real window.

python tests/readme_picture.py resources/pictures [FOLDER for the scenes, which must not exist]
"""

import os
import sys
import tempfile
from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PIL import Image, ImageDraw, ImageFilter
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.library import open_library
from gui.main_window import MainWindow
from gui.session import Session
from gui.theme import apply_theme

Random = np.random.Generator
SIZE = (720, 480)
EACH = 18


def gradient(top: np.ndarray, bottom: np.ndarray) -> Image.Image:
    share = np.linspace(0, 1, SIZE[1])[:, None, None]
    rows = top * (1 - share) + bottom * share
    return Image.fromarray(np.broadcast_to(rows, (SIZE[1], SIZE[0], 3)).clip(0, 255).astype(np.uint8), "RGB")


def ridge(random: Random, height: float, rough: float) -> list[tuple[float, float]]:
    x = np.linspace(0, SIZE[0], 80)
    waves = sum(np.sin(x / SIZE[0] * f * 6 + random.uniform(0, 6)) / f for f in (1, 2, 4, 7, 13))
    y = height + waves * rough
    return [(0, SIZE[1]), *zip(x.tolist(), y.tolist(), strict=True), (SIZE[0], SIZE[1])]


def colour(random: Random, base: tuple[int, int, int], spread: int = 25) -> tuple[int, int, int]:
    return tuple(int(np.clip(c + random.integers(-spread, spread + 1), 0, 255)) for c in base)  # type: ignore[return-value]


def mountains(random: Random) -> Image.Image:
    picture = gradient(np.array(colour(random, (90, 150, 220))), np.array(colour(random, (235, 225, 215))))
    draw = ImageDraw.Draw(picture)
    for depth, grey in enumerate((170, 120, 70)):
        tone = colour(random, (grey - 30, grey - 10, grey))
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


def flower(random: Random) -> Image.Image:
    picture = gradient(np.array(colour(random, (60, 120, 55))), np.array(colour(random, (30, 70, 35))))
    draw = ImageDraw.Draw(picture)
    petal = colour(random, ((225, 70, 110), (250, 200, 60), (200, 120, 230))[random.integers(3)])
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


SCENES: dict[str, Callable[[Random], Image.Image]] = {
    "mountains": mountains,
    "sunsets": sunset,
    "forest": forest,
    "flowers": flower,
    "city": city,
    "beach": beach,
    "balloons": balloons,
}


def draw_scenes(folder: str) -> None:
    random = np.random.default_rng(7)
    for name, scene in SCENES.items():
        os.makedirs(os.path.join(folder, name))
        for number in range(EACH):
            picture = scene(random).filter(ImageFilter.GaussianBlur(1.2))
            grain = random.normal(0, 5, (SIZE[1], SIZE[0], 1))
            pixels = np.clip(np.asarray(picture, np.float32) + grain, 0, 255).astype(np.uint8)
            Image.fromarray(pixels).save(os.path.join(folder, name, f"{name}-{number + 1:02d}.jpg"), quality=88)


def wait(app: QApplication, seconds: float) -> None:
    for _ in range(int(seconds * 50)):
        app.processEvents()
        QTest.qWait(20)


def main() -> None:
    target = os.path.abspath(sys.argv[1])
    app = QApplication([])
    apply_theme(app)
    with tempfile.TemporaryDirectory() as place:
        photos = sys.argv[2] if len(sys.argv) > 2 else os.path.join(place, "Pictures")
        draw_scenes(photos)
        session = Session(open_library(os.path.join(place, "library")))
        window = MainWindow(session)
        window.resize(1320, 800)
        window.show()
        session.add_folder(os.fsencode(photos))
        while session.job is not None:
            wait(app, 0.2)
        wait(app, 1.5)
        window.grid.show_image(window.model.image_id(3 * EACH + 4))
        window.grid.setFocus()
        QTest.keyClick(window.grid, Qt.Key.Key_Return)
        wait(app, 2.5)
        window.grab().save(os.path.join(target, "window.png"))
        window.close()


if __name__ == "__main__":
    main()
