"""From bytes to an upright sRGB picture, or to a reason."""

import errno
import pickle
import subprocess
import sys
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from engine.images import decode as decoding
from engine.images.decode import Undecodable, decode
from engine.skip_kinds import SkipKind
from tests.images import picture_makers as make
from tests.images.looking import decoded, is_red_blue, is_upright, outcome, refused, shows
from tests.images.picture_makers import GREEN, jpeg, red_blue, saved

PROJECT = Path(__file__).resolve().parents[2]


# --- formats


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (jpeg(), "JPEG"),
        (jpeg(progressive=True), "JPEG"),
        (make.with_green_pages("MPO"), "JPEG"),
        (saved(red_blue(), "PNG"), "PNG"),
        (make.with_green_pages("PNG"), "PNG"),
        (saved(red_blue(), "WEBP"), "WebP"),
        (saved(red_blue(), "WEBP", lossless=True), "WebP"),
        (make.with_green_pages("WEBP"), "WebP"),
        (saved(red_blue(), "GIF"), "GIF"),
        (make.with_green_pages("GIF"), "GIF"),
        (saved(red_blue(), "BMP"), "BMP"),
        (saved(red_blue(), "TIFF"), "TIFF"),
        (make.with_green_pages("TIFF"), "TIFF"),
        (saved(red_blue(), "TIFF", big_tiff=True), "TIFF"),
        (saved(red_blue(), "TIFF", compression="tiff_lzw"), "TIFF"),
        (saved(red_blue(), "TIFF", compression="jpeg"), "TIFF"),
        (saved(red_blue(), "AVIF"), "AVIF"),
        (make.heic(), "HEIC"),
        (make.dng(red_blue(320, 240)), "RAW"),
    ],
)
def test_every_format_gives_its_first_picture(data, name):
    result = decoded(data)
    assert result.format == name
    assert is_red_blue(result.picture)


def test_to_look_at_a_jpeg_is_decoded_by_its_longer_side():
    data = jpeg(red_blue(1600, 400))
    assert decode(BytesIO(data), 400).picture.size == (1600, 400)
    by_longer = decode(BytesIO(data), 400, of_longer=True)
    assert by_longer.picture.size == (400, 100)
    assert (by_longer.width, by_longer.height) == (1600, 400)
    standing = decode(BytesIO(jpeg(red_blue(400, 1600))), 400, of_longer=True)
    assert standing.picture.size == (100, 400)


def test_a_wrong_extension_does_not_matter(tmp_path):
    path = tmp_path / "really_a_jpeg.png"
    path.write_bytes(jpeg())
    with open(path, "rb") as file:
        assert decode(file, 256).format == "JPEG"


@pytest.mark.parametrize("compression", [None, "tiff_lzw", "jpeg"])
def test_files_on_disk_decode_as_well_as_memory(tmp_path, compression):
    path = tmp_path / "picture"
    red_blue().save(path, "TIFF", compression=compression)
    with open(path, "rb") as file:
        assert is_red_blue(decode(file, 256).picture)


def test_what_is_seldom_needed_is_not_loaded():
    picture = jpeg(icc_profile=make.srgb_profile())
    script = (
        "import sys; from io import BytesIO; from engine.images.decode import decode\n"
        "decode(BytesIO(sys.stdin.buffer.read()), 64)\n"
        "print(sorted({'rawpy', 'pillow_heif', 'PIL.ImageCms', 'torch', 'PySide6'} & set(sys.modules)))"
    )
    found = subprocess.run(
        [sys.executable, "-c", script], cwd=PROJECT, input=picture, capture_output=True, check=True
    )
    assert found.stdout.strip() == b"[]"


# --- size


@pytest.mark.parametrize("name", ["JPEG", "PNG", "WEBP", "TIFF", "MPO"])
@pytest.mark.parametrize("size", [(400, 300), (801, 257), (130, 1000), (64, 48), (1, 1), (1000, 3)])
@pytest.mark.parametrize("short_side", [32, 100, 256, 5000])
def test_the_shorter_side_stays_large_enough_and_nothing_is_enlarged(name, size, short_side):
    result = decoded(saved(red_blue(*size), name), short_side)
    assert (result.width, result.height) == size
    assert min(size[0], short_side) <= result.picture.width <= size[0]
    assert min(*size, short_side) <= min(result.picture.size)


@pytest.mark.parametrize("name", ["JPEG", "PNG", "TIFF", "WEBP", "BMP"])
def test_big_pictures_come_out_small(name):
    assert min(decoded(saved(red_blue(1200, 900), name), 100).picture.size) < 200


def test_a_thumbnail_inside_a_heic_is_used_where_it_is_large_enough():
    data = make.heic(make.four_corners(800, 600), thumbnails=[400])
    for short_side, size in {256: (400, 300), 500: (800, 600)}.items():
        result = decoded(data, short_side)
        assert result.picture.size == size
        assert (result.width, result.height) == (800, 600)
        assert is_upright(result.picture)


# --- metadata that is broken or far too large


BAD_CHUNKS = {  # made when they are wanted: half a gigabyte is packed for them
    "profile bomb": lambda: make.png_chunk(b"iCCP", b"big\0\0" + zlib.compress(bytes(200_000_000), 1)),
    "text bomb": lambda: make.png_chunk(b"zTXt", b"big\0\0" + zlib.compress(bytes(200_000_000), 1)),
    "many texts": lambda: make.png_chunk(b"zTXt", b"many\0\0" + zlib.compress(bytes(1_000_000))) * 100,
    "checksum": lambda: make.png_chunk(b"tEXt", b"Comment\0fine")[:-4] + b"oops",
    "short": lambda: make.png_chunk(b"pHYs", b"short"),
    "exif": lambda: make.png_chunk(b"eXIf", b"no TIFF at all"),
}


@pytest.mark.parametrize("name", BAD_CHUNKS)
def test_metadata_of_a_png_is_no_reason_to_skip(name):
    assert is_red_blue(decoded(make.png_with_chunk(BAD_CHUNKS[name]())).picture)


@pytest.mark.parametrize("segment", [b"\xff\xe0\0\x08JFIF\0\1", b"\xff\xe2\0\x0fICC_PROFILE\0\1"])
def test_a_broken_segment_of_a_jpeg_is_no_reason_to_skip(segment):
    data = jpeg()
    assert is_red_blue(decoded(data[:2] + segment + data[2:]).picture)


# --- RAW


@pytest.mark.parametrize("orientation", range(1, 9))
def test_raw_shows_its_preview_upright(orientation):
    upright = make.four_corners(240, 320) if orientation >= 5 else make.four_corners(320, 240)
    result = decoded(make.dng(make.as_stored(upright, orientation), orientation), 100)
    assert is_upright(result.picture)
    assert min(result.picture.size) >= 100
    sensor = (96, 128) if orientation >= 5 else (128, 96)
    assert (result.width, result.height) == sensor
    assert (result.taken_at, result.camera) == ("2021-03-04T05:06:07", "Testcam T1")


def test_a_preview_with_its_own_orientation_is_turned_once():
    stored = make.as_stored(make.four_corners(320, 240), 3)
    assert is_upright(decoded(make.dng(stored, 1, exif=make.exif_bytes(3))).picture)
    assert is_upright(decoded(make.dng(stored, 3, exif=make.exif_bytes(3))).picture)
    assert is_upright(decoded(make.dng(stored, 3, exif=make.exif_bytes(make="Testcam"))).picture)


def test_a_preview_that_stands_upright_already_is_left_so():
    assert is_upright(decoded(make.dng(make.four_corners(240, 320), 6)).picture)


def test_raw_with_a_bitmap_preview():
    result = decoded(make.dng(None))
    assert shows(result.picture, {(0.5, 0.5): GREEN})
    assert (result.width, result.height, result.format) == (128, 96, "RAW")


def test_raw_without_a_preview_says_so():
    found = refused(make.dng_without_preview())
    assert (found.kind, found.reason) == (SkipKind.UNSUPPORTED, "the RAW file holds no preview picture")


def test_raw_that_is_cut_or_unknown_has_a_reason():
    data = make.dng(red_blue(320, 240))
    for length in range(60, len(data), 977):
        assert outcome(data[:length]) in (None, SkipKind.DAMAGED, SkipKind.UNSUPPORTED)
    assert refused(b"FUJIFILMCCD-RAW 0201" + bytes(500)).kind in (SkipKind.DAMAGED, SkipKind.UNSUPPORTED)


# --- files that give no picture


def test_an_empty_file_says_so():
    assert (refused(b"").kind, refused(b"").reason) == (SkipKind.DAMAGED, "the file is empty")


@pytest.mark.parametrize("data", [b"Dear diary,\nno picture today.\n", bytes(1000), b"\x7fELF\2\1\1"])
def test_other_files_are_not_pictures(data):
    assert (refused(data).kind, refused(data).reason) == (SkipKind.NOT_A_PICTURE, "not a picture")


def test_a_format_without_decoder_is_named():
    found = refused(saved(red_blue(), "JPEG2000"))
    assert (found.kind, found.reason) == (SkipKind.UNSUPPORTED, "JPEG 2000 pictures are not supported")


WHOLE = {
    "JPEG": jpeg(),
    "progressive JPEG": jpeg(progressive=True),
    "PNG": saved(Image.effect_noise((64, 48), 90), "PNG"),
    "WebP": saved(red_blue(), "WEBP", lossless=True),
    "GIF": saved(Image.effect_noise((64, 48), 90), "GIF"),
    "BMP": saved(red_blue(), "BMP"),
    "TIFF": saved(red_blue(), "TIFF"),
    "TIFF with LZW": saved(Image.effect_noise((64, 48), 90), "TIFF", compression="tiff_lzw"),
    "AVIF": saved(red_blue(), "AVIF"),
    "HEIC": make.heic(),
}


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
@pytest.mark.parametrize("name", WHOLE)
def test_a_file_that_is_cut_short_says_so(name, share):
    data = WHOLE[name]
    found = refused(data[: int(len(data) * share)])
    assert (found.kind, found.reason) == (SkipKind.DAMAGED, "the file is cut short")


@pytest.mark.parametrize("length", [20, 40, 70])
def test_a_png_cut_in_its_header_says_so(length):
    data = saved(Image.effect_noise((64, 48), 90), "PNG", icc_profile=make.srgb_profile())
    assert refused(data[:length]).reason == "the file is cut short"


@pytest.mark.parametrize("name", WHOLE)
def test_whatever_is_missing_there_is_a_picture_or_a_reason(name):
    data = WHOLE[name]
    for length in range(1, len(data), max(1, len(data) // 60)):
        assert outcome(data[:length]) in (None, SkipKind.DAMAGED, SkipKind.NOT_A_PICTURE)


BOMBS = make.bombs()


@pytest.mark.parametrize("name", BOMBS)
def test_a_picture_far_too_large_is_refused_by_its_header(name):
    found = refused(BOMBS[name])
    assert found.kind is SkipKind.TOO_LARGE
    assert found.reason.startswith("too large (")


@pytest.mark.parametrize("name", ["PNG", "BMP", "TIFF", "WebP"])
def test_the_reason_tells_the_size(name):
    assert refused(BOMBS[name]).reason == "too large (100000 × 100000 pixels)"


def test_a_jpeg_may_have_more_pixels_since_it_is_decoded_smaller():
    assert decoded(make.jpeg_bomb(15_000)).width == 15_000


@pytest.mark.skipif(sys.platform != "linux", reason="reads the peak from /proc")
def test_bombs_take_little_memory():
    script = """
import pickle, sys
from io import BytesIO
from engine.images.decode import Undecodable, decode
bombs = pickle.load(sys.stdin.buffer)  # made elsewhere: an encoder's own peak would hide what we look for
def peak():  # getrusage would begin with the peak of the parent process
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))
before = peak()
for data in bombs:
    try:
        decode(BytesIO(data), 256)
    except Undecodable:
        pass
print(peak() - before)
"""
    bombs = pickle.dumps(list(BOMBS.values()))
    run = subprocess.run([sys.executable, "-c", script], cwd=PROJECT, input=bombs, capture_output=True, check=True)
    assert int(run.stdout) < 100_000, "kilobytes"


def test_the_size_limit_is_about_pixels_not_sides():
    thin = saved(Image.new("1", (60_000, 10)), "PNG")
    assert decoded(thin).width == 60_000


def test_huge_files_are_not_read_whole(monkeypatch):
    monkeypatch.setattr(decoding, "MAX_BYTES", 100)
    assert refused(make.heic()).kind is SkipKind.TOO_LARGE
    assert is_red_blue(decoded(jpeg()).picture)


class FailingDisk(BytesIO):
    """Gives its first bytes, then fails as a dying disk does."""

    def __init__(self, data: bytes, error: Exception) -> None:
        super().__init__(data)
        self.error = error

    def read(self, size: int | None = -1, /) -> bytes:
        if self.tell() + (size or 0) > 5000 or size == -1:
            raise self.error
        return super().read(size)


def test_a_failing_disk_is_not_a_damaged_picture():
    data = saved(Image.effect_noise((200, 200), 90), "PNG")
    with pytest.raises(Undecodable) as caught:
        decode(FailingDisk(data, OSError(errno.EIO, "Input/output error")), 256)
    assert caught.value.kind is SkipKind.UNREADABLE


@pytest.mark.parametrize("name", ["TIFF", "PNG", "AVIF", "WEBP", "JPEG"])
@pytest.mark.parametrize(
    "error", [ValueError, SyntaxError, RuntimeError, MemoryError, RecursionError, ZeroDivisionError, AssertionError]
)
def test_whatever_a_decoder_raises_becomes_a_reason(error, name):
    data = saved(Image.effect_noise((200, 200), 90), name)
    with pytest.raises(Undecodable) as caught:
        decode(FailingDisk(data, error("<b>text\nfrom the file</b>")), 256)
    assert caught.value.reason.isprintable()
    assert "text" not in caught.value.reason
    assert caught.value.__context__ is None


def test_a_reason_travels_between_processes():
    found = pickle.loads(pickle.dumps(refused(b"")))
    assert (type(found), found.kind, found.reason) == (Undecodable, SkipKind.DAMAGED, "the file is empty")


def test_kinds_are_plain_words():
    assert [str(kind) for kind in SkipKind] == [kind.name.lower() for kind in SkipKind]
