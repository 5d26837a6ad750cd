"""The quality that a JPEG was written with, told from its tables."""

import io
import os
from pathlib import Path

import pytest
from PIL import Image

from engine.images.jpeg_quality import quality_at, quality_of
from tests.photo_makers import photo


def written(picture: Image.Image, **how: object) -> io.BytesIO:
    file = io.BytesIO()
    picture.save(file, "JPEG", **how)
    file.seek(0)
    return file


@pytest.mark.parametrize("quality", [5, 30, 49, 50, 60, 75, 85, 90, 95, 98, 100])
def test_the_quality_that_was_asked_for_is_found(quality: int):
    assert quality_of(written(photo("leaves", 1), quality=quality)) == quality


@pytest.mark.parametrize("how", [{"progressive": True}, {"optimize": True}, {"exif": b"Exif\0\0" + bytes(60_000)}])
def test_however_else_it_is_written(how: dict):
    assert quality_of(written(photo("leaves", 1), quality=83, **how)) == 83
    assert quality_of(written(photo("leaves", 1).convert("L"), quality=83, **how)) == 83


def test_tables_of_another_program_get_the_nearest_quality():
    usual = Image.open(written(photo("leaves", 1), quality=80)).quantization
    own = {number: [value + value // 8 for value in table] for number, table in usual.items()}
    assert 74 <= (quality_of(written(photo("leaves", 1), qtables=own)) or 0) <= 80


def test_what_is_no_jpeg_or_is_cut_short_has_none(tmp_path: Path):
    png = tmp_path / "a.png"
    photo("leaves", 1).save(png)
    data = written(photo("leaves", 1), quality=80).getvalue()
    for number, broken in enumerate(
        (b"", b"\xff\xd8", data[:40], data[:2] + b"\xff" * 500, b"\xff\xd8\xff\xe0\0\0")
    ):
        assert quality_of(io.BytesIO(broken)) is None, number
    assert quality_at(os.fsencode(png), 1, 1) is None
    assert quality_at(os.fsencode(tmp_path / "gone.jpg"), 1, 1) is None
    assert quality_at(os.fsencode(tmp_path), 1, 1) is None
