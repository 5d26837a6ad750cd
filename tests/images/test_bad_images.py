"""The decoder against other projects' collections of bad, odd and hostile pictures."""

import multiprocessing
from collections import Counter
from concurrent.futures import TimeoutError
from pathlib import Path

import numpy as np
import pytest
from pebble import ProcessExpired, ProcessPool
from PIL import Image

from engine.images.decode import Undecodable, decode
from tests.shared_data import SHARED, needs_shared

BAD_IMAGES = SHARED / "bad_images"
SECONDS_A_FILE = 10


def attempt(path: str) -> tuple[str, str]:
    """In a worker process: ("decoded", format) or (kind of reason, reason)."""
    try:
        with open(path, "rb") as file:
            result = decode(file, 256)
    except Undecodable as found:
        return str(found.kind), found.reason
    assert result.picture.mode == "RGB"
    assert result.width * result.height > 0
    return "decoded", result.format


@needs_shared
def test_every_bad_picture_gives_a_picture_or_a_reason():
    files = sorted(str(path) for path in BAD_IMAGES.rglob("*") if path.is_file())
    assert files
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    with ProcessPool(max_workers=2, context=multiprocessing.get_context("spawn")) as pool:
        attempts = [pool.schedule(attempt, args=[path], timeout=SECONDS_A_FILE) for path in files]
        for path, future in zip(files, attempts, strict=True):
            try:
                kind, reason = future.result()
            except TimeoutError:
                kind, reason = "timeout", "took too long"
            except ProcessExpired:
                kind, reason = "crashed", "the worker died"
            except Exception as error:
                kind, reason = "wrong", repr(error)
            counts[kind] += 1
            if kind == "wrong" or not reason or not reason.isprintable():
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
