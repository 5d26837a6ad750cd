"""Two pictures correlated where they show the same: parts, borders, tilts; and what only looks alike."""

import numpy as np
import pytest
from PIL import Image, ImageOps

from engine.copies.alignment import correlations
from engine.copies.small_pictures import as_they_lie
from tests.photo_makers import textured


def grey(seed: int = 2) -> Image.Image:
    return textured(seed, (128, 96)).convert("L")


EDITED = {
    "the same": grey(),
    "cut out": grey().crop((30, 20, 120, 85)),
    "border": ImageOps.expand(grey(), 10, 255),
    "on a wide screen": ImageOps.pad(grey(), (300, 110), color=0),
    "smaller and darker": grey().resize((64, 48)).point(lambda value: value // 2),
    "tilted": grey().rotate(3, Image.Resampling.BICUBIC).crop((10, 8, 118, 88)),
}


@pytest.mark.parametrize("name", EDITED)
def test_what_shows_the_same_correlates_wherever_it_lies(name: str):
    for a, b in ((grey(), EDITED[name]), (EDITED[name], grey())):
        assert correlations(a, b).mean > 0.85


def test_other_pictures_and_plain_surfaces_do_not():
    for other in (grey(3), grey(4), Image.new("L", (128, 96), 90), Image.new("L", (128, 2), 90)):
        assert correlations(grey(), other).mean < 0.6
        assert correlations(other, grey()).mean < 0.6
    plain = Image.new("L", (50, 50), 200)
    assert correlations(plain, plain).mean == as_they_lie(plain, plain).whole == 0


def test_light_and_dark_alone_are_not_enough():
    draw = np.random.default_rng(1)
    patches, *details = (
        Image.fromarray(draw.integers(0, 256, shape, dtype=np.uint8)).resize((128, 96), Image.Resampling.BICUBIC)
        for shape in ((3, 4), (24, 32), (24, 32))
    )
    seen = correlations(*(Image.blend(patches, each, 0.35) for each in details))
    assert seen.whole > 0.7 > seen.mean


def test_as_they_lie_pictures_are_compared_as_squares():
    assert as_they_lie(grey(), grey().resize((50, 90))).whole > 0.98
    assert abs(as_they_lie(grey(), grey(3)).whole) < 0.5
