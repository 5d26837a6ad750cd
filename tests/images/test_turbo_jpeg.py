"""JPEG by libjpeg-turbo's binding: the same pictures, metadata and reasons as by Pillow alone."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from engine.images import turbo_jpeg
from engine.images.decode import Decoded, Undecodable, decode
from tests.images import picture_makers as make
from tests.images.picture_makers import four_corners, jpeg
from tests.shared_data import SHARED, needs_shared

MOST_GREY_LEVELS = 1.0  # in the mean
with_binding = pytest.mark.skipif(turbo_jpeg.simplejpeg is None, reason="no wheel of simplejpeg here")


def noisy(width: int, height: int, mode: str = "RGB") -> Image.Image:
    """Colours that change from block to block, so that a wrong scale or colour space shows."""
    random = np.random.default_rng(1)
    coarse = Image.fromarray(random.integers(0, 256, (height // 16, width // 16, 3), dtype=np.uint8))
    return coarse.resize((width, height), Image.Resampling.BICUBIC).convert(mode)


def look(data: bytes, side: int) -> Decoded | tuple[str, str]:
    try:
        return decode(BytesIO(data), side)
    except Undecodable as found:
        return str(found.kind), found.reason


def same_without(data: bytes, side: int, monkeypatch: pytest.MonkeyPatch) -> bool:
    found = look(data, side)
    with monkeypatch.context() as without:
        without.setattr(turbo_jpeg, "simplejpeg", None)
        expected = look(data, side)
    if not isinstance(found, Decoded) or not isinstance(expected, Decoded):
        return found == expected
    facts = [(each.format, each.width, each.height, each.metadata, each.picture.size) for each in (found, expected)]
    pixels = [np.asarray(each.picture).astype(int) for each in (found, expected)]
    return facts[0] == facts[1] and np.abs(pixels[0] - pixels[1]).mean() <= MOST_GREY_LEVELS


PLAIN = {
    "4:2:0": jpeg(noisy(720, 528), quality=90, subsampling=2),
    "4:2:2": jpeg(noisy(720, 528), quality=90, subsampling=1),
    "4:4:4, progressive": jpeg(noisy(720, 528), quality=90, subsampling=0, progressive=True),
    "grey": jpeg(noisy(720, 528, "L"), quality=90),
    "odd sides": jpeg(noisy(720, 528).crop((0, 0, 701, 517)), quality=90),
    "lying on its side": jpeg(four_corners(720, 528), exif=make.exif_bytes(orientation=6)),
    "with a profile": jpeg(noisy(720, 528), icc_profile=make.srgb_profile()),
    "several pictures": make.with_green_pages("MPO"),
}
OTHERS = {
    "four inks": jpeg(noisy(720, 528, "CMYK"), quality=90),
    "RGB as it is": jpeg(noisy(720, 528), quality=90, keep_rgb=True),
}


@with_binding
@pytest.mark.parametrize("kind", [*PLAIN, *OTHERS])
@pytest.mark.parametrize("side", [1000, 256, 66])
def test_a_picture_is_the_same_with_the_binding_and_without(kind, side, monkeypatch):
    assert same_without((PLAIN | OTHERS)[kind], side, monkeypatch)


@with_binding
@pytest.mark.parametrize("kind", PLAIN)
def test_what_is_plain_goes_through_the_binding_in_the_size_that_pillow_would_give(kind):
    stream = BytesIO(PLAIN[kind])
    with Image.open(stream) as picture:
        picture.draft(None, (200, 200))
        found = turbo_jpeg.decoded(stream, picture)
        assert found is not None
        assert found.size == picture.size
        assert found.mode == picture.mode


@pytest.mark.parametrize("kind", OTHERS)
def test_what_is_not_plain_is_left_to_pillow(kind):
    stream = BytesIO(OTHERS[kind])
    with Image.open(stream) as picture:
        assert turbo_jpeg.decoded(stream, picture) is None


@with_binding
def test_a_file_on_disk_is_read_whole_unless_it_or_its_picture_is_too_large(tmp_path, monkeypatch):
    (tmp_path / "picture.jpg").write_bytes(PLAIN["4:2:0"])
    with open(tmp_path / "picture.jpg", "rb") as file, Image.open(file) as picture:
        assert turbo_jpeg.decoded(file, picture) is not None
        with monkeypatch.context() as smaller:
            smaller.setattr(turbo_jpeg, "MOST_PIXELS", 720 * 528 - 1)
            assert turbo_jpeg.decoded(file, picture) is None
        monkeypatch.setattr(turbo_jpeg, "MOST_BYTES", len(PLAIN["4:2:0"]) - 1)
        assert turbo_jpeg.decoded(file, picture) is None


@with_binding
@pytest.mark.parametrize("kind", ["4:2:0", "4:4:4, progressive", "grey"])
def test_damage_has_the_outcome_that_it_has_without_the_binding(kind, monkeypatch):
    whole, random = PLAIN[kind], np.random.default_rng(2)
    cut = [whole[: len(whole) * part // 8] for part in range(1, 8)]
    broken = []
    for _ in range(12):
        data = bytearray(whole)
        for at in random.integers(2, len(data), 8):
            data[at] = random.integers(256)
        broken.append(bytes(data))
    assert all(same_without(data, 256, monkeypatch) for data in [*cut, *broken, whole + b"more"])


@needs_shared
@with_binding
def test_bad_pictures_of_others_have_the_outcome_that_they_have_without_the_binding(monkeypatch):
    paths = [path for path in (SHARED / "bad_images").rglob("*.jp*g") if path.stat().st_size < 1 << 17]
    assert paths
    assert [str(path) for path in paths if not same_without(path.read_bytes(), 256, monkeypatch)] == []
