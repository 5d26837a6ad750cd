"""The picture of what differs between two pictures."""

import numpy as np
import pytest
from PIL import Image

from engine.copies.difference import Difference, difference
from tests.photo_makers import photo


def between(first: Image.Image, second: Image.Image) -> Difference:
    return difference(np.asarray(first), np.asarray(second))


@pytest.fixture
def picture() -> Image.Image:
    return photo("sunset", 1)


def test_the_same_picture_does_not_differ_and_is_shown_in_grey(picture: Image.Image):
    found = between(picture, picture)
    assert (found.share, found.turned) == (0.0, False)
    assert found.pixels.shape == (160, 224, 3)
    assert np.ptp(found.pixels.astype(int), axis=2).max() == 0


def test_what_was_changed_glows_and_nothing_else(picture: Image.Image):
    edited = picture.copy()
    edited.paste((0, 0, 255), (20, 30, 60, 50))
    found = between(picture, edited)
    glowing = found.pixels[..., 0].astype(int) - found.pixels[..., 2] > 150
    assert glowing[30:50, 20:60].mean() > 0.95
    glowing[30:50, 20:60] = False
    assert not glowing.any()
    assert found.share == pytest.approx(20 * 40 / (160 * 224), rel=0.1)


def test_a_smaller_one_is_compared_at_its_size(picture: Image.Image):
    found = between(picture, picture.resize((112, 80), Image.Resampling.BOX))
    assert found.pixels.shape == (80, 112, 3)
    assert found.share < 0.02


@pytest.mark.parametrize("way", list(Image.Transpose))
def test_one_that_lies_another_way_is_turned_first(picture: Image.Image, way: Image.Transpose):
    found = between(picture, picture.transpose(way))
    assert (found.share, found.turned) == (0.0, True)
    assert found.pixels.shape == (160, 224, 3)
