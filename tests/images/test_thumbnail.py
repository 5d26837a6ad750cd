"""Thumbnails: their size, and that they take fewer bytes where no tile shows it."""

import io

import numpy as np
import pytest
from PIL import Image

from engine.images import thumbnail


def photo(longest: int) -> Image.Image:
    """Colours, and detail of all sizes, the weaker the finer it is."""
    random, side = np.random.default_rng(5), longest
    frequencies = np.maximum(np.hypot(*np.meshgrid(np.fft.fftfreq(side), np.fft.fftfreq(side))), 1 / side)
    planes = []
    for strength in (40, 12, 12):
        waves = np.fft.fft2(random.standard_normal((side, side))) / frequencies**1.3
        plane = np.fft.ifft2(waves).real
        planes.append(128 + strength * (plane - plane.mean()) / plane.std())
    pixels = np.stack(planes, axis=2)[: side * 3 // 4]
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8), "YCbCr").convert("RGB")


def of_the_standard(picture: Image.Image) -> bytes:
    """As thumbnails were until they had tables of their own."""
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=80)
    return out.getvalue()


def error_in_a_tile(jpeg: bytes, picture: Image.Image, edge: int) -> float:
    """How far the tile is from the picture itself at that size, in grey levels."""
    size = edge, round(edge * picture.height / picture.width)
    with Image.open(io.BytesIO(jpeg)) as opened:
        shown = np.asarray(opened.convert("RGB").resize(size, Image.Resampling.LANCZOS), np.float64)
    return float(np.abs(shown - np.asarray(picture.resize(size, Image.Resampling.LANCZOS), np.float64)).mean())


@pytest.mark.parametrize(("longest", "share"), [(400, 0.85), (480, 0.65), (512, 0.6)])
def test_the_larger_a_thumbnail_the_more_bytes_are_spared_and_no_tile_of_usual_size_shows_it(
    longest: int, share: float
):
    picture = photo(longest)
    jpeg, before = thumbnail.as_jpeg(picture), of_the_standard(picture)
    assert len(jpeg) < share * len(before)
    assert error_in_a_tile(jpeg, picture, 160) <= error_in_a_tile(before, picture, 160)


def test_what_is_shown_pixel_for_pixel_is_kept_more_finely_than_what_is_made_smaller():
    errors = []
    for longest in (320, 512):
        picture = photo(longest)
        errors.append(error_in_a_tile(thumbnail.as_jpeg(picture), picture, longest))
    assert errors[0] < 0.85 * errors[1]


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ((200, 100), (200, 100)),
        ((512, 384), (512, 384)),
        ((1000, 750), (334, 250)),
        ((750, 1000), (250, 334)),
        ((639, 10), (512, 8)),
        ((4000, 3000), (334, 250)),
    ],
)
def test_its_longer_side_is_long_enough_for_the_largest_tile(size: tuple[int, int], expected: tuple[int, int]):
    assert thumbnail.small(Image.new("RGB", size)).size == expected


def test_one_line_of_pixels_and_a_grey_picture_are_thumbnails_too():
    for size in ((1, 1), (1, 500), (512, 1)):
        with Image.open(io.BytesIO(thumbnail.as_jpeg(Image.new("RGB", size, (9, 99, 199))))) as opened:
            assert opened.size == size
            assert np.abs(np.asarray(opened.convert("RGB"))[0, 0].astype(int) - (9, 99, 199)).max() <= 6
