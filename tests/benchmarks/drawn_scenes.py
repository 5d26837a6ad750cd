"""Draws a library of scenes to train on, in folders by kind; three kinds are flowers that differ in colour alone.

python tests/benchmarks/drawn_scenes.py FOLDER [HOW MANY OF EACH KIND, 32]
"""

import os
import sys
from collections.abc import Callable
from functools import partial

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

Random = np.random.Generator
Colour = tuple[int, int, int]
SIZE = (720, 480)


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


def draw_pictures(folder: str, each: int) -> None:
    random = np.random.default_rng(7)
    for name, kind in KINDS.items():
        os.makedirs(os.path.join(folder, name))
        for number in range(each):
            picture = kind(random).filter(ImageFilter.GaussianBlur(1.2))
            grain = random.normal(0, 5, (SIZE[1], SIZE[0], 1))
            pixels = np.clip(np.asarray(picture, np.float32) + grain, 0, 255).astype(np.uint8)
            Image.fromarray(pixels).save(os.path.join(folder, name, f"{name}-{number + 1:02d}.jpg"), quality=88)


if __name__ == "__main__":
    draw_pictures(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 32)
