"""How tests look at pictures and at reasons."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from engine.images.decode import Decoded, Undecodable, decode
from engine.skip_kinds import SkipKind
from tests.images.picture_makers import BLUE, GREEN, RED, WHITE


def decoded(data: bytes, short_side: int = 256) -> Decoded:
    result = decode(BytesIO(data), short_side)
    assert result.picture.mode == "RGB"
    assert type(result.picture) is Image.Image, "it must not hold on to the file"
    return result


def refused(data: bytes) -> Undecodable:
    with pytest.raises(Undecodable) as caught:
        decode(BytesIO(data), 256)
    assert caught.value.reason
    assert caught.value.reason.isprintable()
    return caught.value


def outcome(data: bytes) -> SkipKind | None:
    """The kind of reason why there is no picture; None if there is one."""
    try:
        decoded(data)
    except Undecodable as found:
        return found.kind
    return None


def shows(picture: Image.Image, colours: dict[tuple[float, float], tuple[int, ...]], tolerance: int = 30) -> bool:
    """Whether the picture has about these colours at these places (fractions of width and height)."""
    for (x, y), expected in colours.items():
        found = picture.getpixel((int(x * picture.width), int(y * picture.height)))
        if max(abs(a - b) for a, b in zip(found, expected, strict=True)) > tolerance:
            return False
    return True


def is_red_blue(picture: Image.Image, tolerance: int = 30) -> bool:
    return shows(picture, {(0.2, 0.5): RED, (0.8, 0.5): BLUE}, tolerance)


def is_upright(picture: Image.Image) -> bool:
    corners = {(0.2, 0.2): RED, (0.8, 0.2): GREEN, (0.2, 0.8): BLUE, (0.8, 0.8): WHITE}
    return shows(picture, corners, 60)


def is_ramp(picture: Image.Image) -> bool:
    """Grey from black on the left to white on the right, without steps back."""
    values = np.asarray(picture)[picture.height // 2].astype(int)
    grey = (values == values[:, :1]).all()
    return bool(grey and (np.diff(values[:, 0]) >= 0).all() and values[0, 0] <= 2 and values[-1, 0] >= 253)
