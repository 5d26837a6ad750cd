"""The decoder against other projects' collections of bad, odd and hostile pictures."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.images.decode import Undecodable, decode
from engine.images.pool import ReadingPool
from engine.images.reading import Unread
from engine.metadata import is_within_bounds
from tests.shared_data import SHARED, needs_shared

BAD_IMAGES = SHARED / "bad_images"


def attempt(path: str) -> tuple[str, str]:
    """In a worker process: ("decoded", format) or (kind of reason, reason)."""
    try:
        with open(path, "rb") as file:
            result = decode(file, 256)
    except Undecodable as found:
        return str(found.kind), found.reason
    assert result.picture.mode == "RGB"
    assert result.width * result.height > 0
    assert is_within_bounds(result.metadata)
    return "decoded", result.format


@needs_shared
def test_every_bad_picture_gives_a_picture_or_a_reason():
    files = sorted(str(path) for path in BAD_IMAGES.rglob("*") if path.is_file())
    assert files
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    with ReadingPool(2, "efficientnet_lite0", None) as pool:
        attempts = [pool._schedule(attempt, path) for path in files]
        for path, future in zip(files, attempts, strict=True):
            result = future.result()
            kind, reason = (result.kind, result.reason) if isinstance(result, Unread) else result
            counts[kind] += 1
            if "reading it failed" in reason or not reason or not reason.isprintable():
                wrong.append(f"{path}: {reason}")
            elif kind in ("timeout", "crashed"):
                print(f"{kind}: {path}")
    print(dict(counts))
    assert not wrong
    assert counts["decoded"] > len(files) // 3


def mean_difference(picture: Image.Image, other: Image.Image) -> float:
    return float(np.abs(np.asarray(picture).astype(int) - np.asarray(other.resize(picture.size))).mean())


@needs_shared
@pytest.mark.parametrize("shape", ["Landscape", "Portrait"])
def test_the_sample_pictures_of_all_orientations_look_the_same(shape):
    def decoded(number: int) -> Image.Image:
        path: Path = BAD_IMAGES / "exif-orientation" / f"{shape}_{number}.jpg"
        with open(path, "rb") as file:
            result = decode(file, 200)
        assert (result.width > result.height) == (shape == "Landscape")
        return result.picture

    first = decoded(1)
    for number in (0, *range(2, 9)):
        assert mean_difference(first, decoded(number)) < 6, number
    assert mean_difference(first, first.transpose(Image.Transpose.ROTATE_180)) > 20, "the measure sees a turn"
