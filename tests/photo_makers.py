"""A small folder of pictures whose likeness is known by eye: sunsets, leaves, stripes, discs and bricks.

Each kind has three scenes, of which a picture has the one of its number modulo 3. Pictures of one scene are nearly
the same, and are held out together.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

KINDS = ("sunset", "leaves", "stripes", "discs", "bricks")
EACH = 6
SCENES = 3


def photo(kind: str, number: int, size: tuple[int, int] = (224, 160)) -> Image.Image:
    """The picture `number` of its kind; always the same for the same number."""
    random = np.random.default_rng([KINDS.index(kind), number])
    return _MAKERS[kind](random, size, number % SCENES)


def write_photos(folder: Path, kinds: tuple[str, ...] = KINDS, each: int = EACH) -> None:
    """One sub-folder per kind, as in `stripes/stripes-3.jpg`."""
    for kind in kinds:
        (folder / kind).mkdir(parents=True, exist_ok=True)
        for number in range(each):
            photo(kind, number).save(folder / kind / f"{kind}-{number}.jpg", quality=90)


def _sunset(random: np.random.Generator, size: tuple[int, int], scene: int) -> Image.Image:
    """Red above, dark below, a sun in the haze: over the plain, over hills, over the sea."""
    width, height = size
    x, y = random.integers(40, width - 40), random.integers(30, height // 2)
    away = np.hypot(np.arange(width)[None, :] - x, np.arange(height)[:, None] - y)[..., None]
    shade = np.linspace(1, 0.3, height)[:, None, None] * random.uniform(0.85, 1.0)
    tone = [(230, 70, 30), (190, 60, 110), (235, 130, 30)][scene]
    sky = np.array(tone) * shade + np.array([200, 170, 90]) * np.exp(-away / 18)
    picture = Image.fromarray(np.clip(sky, 0, 255).astype(np.uint8))
    draw = ImageDraw.Draw(picture)
    if scene == 0:
        draw.rectangle((0, height * 3 // 4, width, height), fill=(20, 14, 12))
    if scene == 1:
        ridge = [(x, int(height * 0.62 + 14 * np.sin(x / 19) + 9 * np.sin(x / 7))) for x in range(width)]
        draw.polygon([(0, height), *ridge, (width, height)], fill=(25, 12, 20))
    if scene == 2:
        for line in range(height // 2 + 10, height, 5):
            draw.line((0, line, width, line), fill=(90, 40, 20), width=2)
    return picture


def _leaves(random: np.random.Generator, size: tuple[int, int], scene: int) -> Image.Image:
    """Green blotches, as of foliage: leaves, larger ones, small and yellowish ones."""
    grain = [8, 16, 4][scene]
    blots = random.integers(0, 256, (size[1] // grain, size[0] // grain), dtype=np.uint8)
    blotches = np.asarray(Image.fromarray(blots).resize(size, Image.Resampling.BICUBIC)).astype(float)
    red, green = [(0.35, 0.6), (0.3, 0.7), (0.6, 0.7)][scene]
    rgb = np.stack([blotches * red, 60 + blotches * green, blotches * 0.2], axis=-1)
    return Image.fromarray(np.clip(rgb, 0, 255).astype(np.uint8))


def _stripes(random: np.random.Generator, size: tuple[int, int], scene: int) -> Image.Image:
    """Black and white, upright: broad ones, narrow ones, grey ones."""
    step = int(random.integers(*[(15, 17), (7, 8), (18, 20)][scene]))
    shift = int(random.integers(0, step))
    dark, light = [(0, 255), (0, 255), (60, 200)][scene]
    columns = np.where((np.arange(size[0]) + shift) // step % 2, light, dark).astype(np.uint8)
    return Image.fromarray(np.tile(columns, (size[1], 1))).convert("RGB")


def _discs(random: np.random.Generator, size: tuple[int, int], scene: int) -> Image.Image:
    """Blue discs on pale yellow: some, many small ones, rings."""
    picture = Image.new("RGB", size, (250, 240, 190))
    draw = ImageDraw.Draw(picture)
    for _ in range([9, 30, 9][scene]):
        x, y = random.integers(0, size[0]), random.integers(0, size[1])
        r = random.integers(*[(14, 26), (6, 11), (20, 26)][scene])
        draw.ellipse((x - r, y - r, x + r, y + r), fill=(30, 60, 190))
        if scene == 2:
            r -= 8
            draw.ellipse((x - r, y - r, x + r, y + r), fill=(250, 240, 190))
    return picture


def _bricks(random: np.random.Generator, size: tuple[int, int], scene: int) -> Image.Image:
    """A wall of reddish-brown bricks with grey joints: as they are, large ones, pale ones."""
    picture = Image.new("RGB", size, (180, 180, 175))
    draw = ImageDraw.Draw(picture)
    wide, high = [(44, 20), (66, 31), (40, 18)][scene]
    red, green, blue = [(150, 75, 55), (190, 120, 90), (210, 165, 140)][scene]
    shift = int(random.integers(0, 30))
    for row in range(size[1] // high + 1):
        for column in range(-1, size[0] // wide + 2):
            x, y = column * wide + (wide // 2 if row % 2 else 0) - shift, row * high
            tone = random.integers(-15, 15)
            draw.rectangle((x, y, x + wide - 4, y + high - 4), fill=(red + tone, green + tone, blue + tone))
    return picture.filter(ImageFilter.GaussianBlur(0.6))


_MAKERS: dict[str, Callable[[np.random.Generator, tuple[int, int], int], Image.Image]] = {
    "sunset": _sunset,
    "leaves": _leaves,
    "stripes": _stripes,
    "discs": _discs,
    "bricks": _bricks,
}


def textured(seed: int = 2, size: tuple[int, int] = (640, 480)) -> Image.Image:
    """Coarse and fine structure of all colours."""
    draw = np.random.default_rng(seed)
    layers = [
        Image.fromarray(draw.integers(0, 256, (*shape, 3), dtype=np.uint8)).resize(size, Image.Resampling.BICUBIC)
        for shape in ((5, 7), (30, 40), (160, 200))
    ]
    return Image.blend(Image.blend(layers[0], layers[1], 0.4), layers[2], 0.3)
