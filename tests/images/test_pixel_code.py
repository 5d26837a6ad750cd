"""The code of a picture's pixels, against a literal cosine transform; its turns; how sharp a picture is."""

import math

import numpy as np
import pytest
from PIL import Image, ImageFilter

from engine.copies.turns import TRANSPOSED, TURNS, turned_codes, turned_pixels
from engine.images.pixel_code import CODE_BYTES, FREQUENCIES, NOTHING, SIDE, code_of_square, pixel_code, sharpness
from tests.photo_makers import textured


def square(seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).uniform(0, 255, (SIDE, SIDE)).astype(np.float32)


def grey(seed: int = 2, size: tuple[int, int] = (640, 480)) -> Image.Image:
    return textured(seed, size).convert("L")


def apart(a: bytes, b: bytes) -> int:
    return (int.from_bytes(a) ^ int.from_bytes(b)).bit_count()


def literal_code(pixels_SS: np.ndarray) -> list[int]:
    """The sign of each frequency, as its definition says it."""
    values = pixels_SS.tolist()
    cosines = [
        [math.cos(math.pi * f * (2 * at + 1) / (2 * SIDE)) for at in range(SIDE)] for f in range(FREQUENCIES)
    ]
    code = []
    for row in range(FREQUENCIES):
        for column in range(FREQUENCIES):
            total = sum(
                values[y][x] * cosines[row][y] * cosines[column][x] for y in range(SIDE) for x in range(SIDE)
            )
            code.append(int(total > 0 and (row, column) != (0, 0)))
    return code


def test_the_code_is_the_signs_of_the_lowest_frequencies():
    assert np.unpackbits(code_of_square(square())).tolist() == literal_code(square())


@pytest.mark.parametrize("turn", TURNS)
def test_the_code_of_a_turned_picture_follows_from_its_code(turn: int):
    code_B = code_of_square(square())
    assert (code_of_square(turned_pixels(square(), turn)) == turned_codes(code_B[None], turn)[0]).all()


@pytest.mark.parametrize("turn", [turn for turn in TURNS if turn])
def test_pictures_are_turned_as_codes_are(turn: int):
    code_B = np.frombuffer(pixel_code(grey()), np.uint8)
    turned = pixel_code(grey().transpose(TRANSPOSED[turn]))
    assert apart(turned, turned_codes(code_B[None], turn)[0].tobytes()) <= 4
    assert apart(turned, code_B.tobytes()) > 64


def test_edits_hardly_change_the_code_and_other_pictures_have_others():
    code = pixel_code(grey())
    for edited in (
        grey().resize((200, 150)),
        grey().convert("L"),
        grey().filter(ImageFilter.GaussianBlur(4)),
    ):
        assert apart(pixel_code(edited), code) <= 12
    assert len(code) == CODE_BYTES
    assert all(apart(pixel_code(grey(seed)), code) > 90 for seed in range(10, 20))


def test_a_picture_without_anything_to_see_has_the_code_that_says_so():
    assert pixel_code(Image.new("L", (300, 200), 90)) == NOTHING


def test_a_blurred_picture_is_less_sharp_and_a_larger_one_as_sharp():
    sharp = sharpness(grey())
    assert sharpness(grey().filter(ImageFilter.GaussianBlur(3))) < 0.7 * sharp
    assert sharpness(grey().resize((160, 120))) < 0.7 * sharp
    assert sharpness(grey(size=(1280, 960)).resize((640, 480))) == pytest.approx(sharp, rel=0.3)
    assert sharpness(Image.new("L", (2, 900))) == 0
