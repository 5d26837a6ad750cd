"""Small pictures from bytes: in the size asked for, and nothing where there is no picture."""

import io

import pytest
from PIL import Image
from PySide6.QtCore import QSize

from gui.widgets.decoding import decoded_jpeg, decoded_square, decoded_within, fitted


def _bytes(kind: str = "JPEG", size: tuple[int, int] = (60, 40)) -> bytes:
    """The left third red, the middle green, the right blue."""
    picture = Image.new("RGB", size, (0, 255, 0))
    third = size[0] // 3
    picture.paste((255, 0, 0), (0, 0, third, size[1]))
    picture.paste((0, 0, 255), (2 * third, 0, size[0], size[1]))
    file = io.BytesIO()
    picture.save(file, kind, quality=95)
    return file.getvalue()


def test_a_thumbnail_comes_as_it_is_or_in_the_size_asked_for(qapp):
    whole = decoded_jpeg(_bytes())
    assert whole.size() == QSize(60, 40)
    assert whole.pixelColor(5, 20).red() > 200
    assert whole.pixelColor(55, 20).blue() > 200
    assert decoded_jpeg(_bytes(), lambda size: size * 2).size() == QSize(120, 80)
    assert decoded_jpeg(_bytes(), lambda size: fitted(size, 30)).size() == QSize(30, 20)


def test_a_square_is_the_middle(qapp):
    square = decoded_square(_bytes(size=(120, 40)), 20)
    assert square.size() == QSize(20, 20)
    assert all(square.pixelColor(x, 10).green() > 200 for x in (2, 10, 17))
    upright = decoded_square(_bytes(size=(30, 90)), 15)
    assert upright.size() == QSize(15, 15)
    assert upright.pixelColor(2, 7).red() > 150
    assert upright.pixelColor(13, 7).blue() > 150


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "BMP"])
def test_other_kinds_are_made_smaller_never_larger(qapp, kind: str):
    assert decoded_within(_bytes(kind), 30).size() == QSize(30, 20)
    assert decoded_within(_bytes(kind), 300).size() == QSize(60, 40)
    assert decoded_within(_bytes(kind, (600, 2)), 30).size() == QSize(30, 1)


@pytest.mark.parametrize("data", [None, b"", b"no picture", b"\xff"])
def test_what_is_no_picture_gives_none(qapp, data: bytes | None):
    assert decoded_jpeg(data).isNull()
    assert decoded_square(data, 20).isNull()
    assert decoded_within(data, 20).isNull()
    assert decoded_jpeg(_bytes("PNG")).isNull()
