"""A small folder of pictures whose likeness is known by eye: sunsets, leaves, stripes, discs and bricks."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

KINDS = ("sunset", "leaves", "stripes", "discs", "bricks")
EACH = 6


def photo(kind: str, number: int, size: tuple[int, int] = (224, 160)) -> Image.Image:
    """The picture `number` of its kind; always the same for the same number."""
    random = np.random.default_rng([KINDS.index(kind), number])
    return _MAKERS[kind](random, size)


def write_photos(folder: Path, kinds: tuple[str, ...] = KINDS, each: int = EACH) -> None:
    """One sub-folder per kind, as in `stripes/stripes-3.jpg`."""
    for kind in kinds:
        (folder / kind).mkdir(parents=True, exist_ok=True)
        for number in range(each):
            photo(kind, number).save(folder / kind / f"{kind}-{number}.jpg", quality=90)


def _sunset(random: np.random.Generator, size: tuple[int, int]) -> Image.Image:
    """Red above, dark below, a sun somewhere."""
    width, height = size
    shade = np.linspace(1, 0.3, height)[:, None, None]
    sky = np.array([230, 70, 30]) * shade * random.uniform(0.85, 1.0) * np.ones((1, width, 1))
    picture = Image.fromarray(sky.astype(np.uint8))
    x, y = random.integers(40, width - 40), random.integers(30, height // 2)
    ImageDraw.Draw(picture).ellipse((x - 18, y - 18, x + 18, y + 18), fill=(255, 220, 120))
    return picture


def _leaves(random: np.random.Generator, size: tuple[int, int]) -> Image.Image:
    """Green blotches, as of foliage."""
    grain = random.integers(0, 256, (size[1] // 8, size[0] // 8), dtype=np.uint8)
    blotches = np.asarray(Image.fromarray(grain).resize(size, Image.Resampling.BICUBIC)).astype(float)
    rgb = np.stack([blotches * 0.35, 60 + blotches * 0.6, blotches * 0.2], axis=-1)
    return Image.fromarray(np.clip(rgb, 0, 255).astype(np.uint8))


def _stripes(random: np.random.Generator, size: tuple[int, int]) -> Image.Image:
    """Black and white, upright."""
    step = int(random.integers(14, 20))
    shift = int(random.integers(0, step))
    columns = ((np.arange(size[0]) + shift) // step % 2 * 255).astype(np.uint8)
    return Image.fromarray(np.tile(columns, (size[1], 1))).convert("RGB")


def _discs(random: np.random.Generator, size: tuple[int, int]) -> Image.Image:
    """Blue discs on pale yellow."""
    picture = Image.new("RGB", size, (250, 240, 190))
    draw = ImageDraw.Draw(picture)
    for _ in range(9):
        x, y, r = random.integers(0, size[0]), random.integers(0, size[1]), random.integers(14, 26)
        draw.ellipse((x - r, y - r, x + r, y + r), fill=(30, 60, 190))
    return picture


def _bricks(random: np.random.Generator, size: tuple[int, int]) -> Image.Image:
    """A wall of reddish-brown bricks with grey joints."""
    picture = Image.new("RGB", size, (180, 180, 175))
    draw = ImageDraw.Draw(picture)
    shift = int(random.integers(0, 30))
    for row in range(size[1] // 20 + 1):
        for column in range(-1, size[0] // 44 + 2):
            x, y = column * 44 + (22 if row % 2 else 0) - shift, row * 20
            tone = random.integers(-15, 15)
            draw.rectangle((x, y, x + 40, y + 16), fill=(150 + tone, 75 + tone, 55 + tone))
    return picture.filter(ImageFilter.GaussianBlur(0.6))


_MAKERS: dict[str, Callable[[np.random.Generator, tuple[int, int]], Image.Image]] = {
    "sunset": _sunset,
    "leaves": _leaves,
    "stripes": _stripes,
    "discs": _discs,
    "bricks": _bricks,
}
