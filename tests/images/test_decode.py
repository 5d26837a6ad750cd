"""From bytes to an upright sRGB picture, or to a reason."""

import errno
import pickle
import subprocess
import sys
import zlib
from io import BytesIO

import numpy as np
import pytest
from PIL import Image, ImageCms

from engine.images import decode as decoding
from engine.images.decode import Decoded, SkipKind, Undecodable, decode
from tests.images import picture_makers as make
from tests.images.picture_makers import BLUE, GREEN, RED, WHITE, jpeg, red_blue, saved

ORIENTATIONS = range(1, 9)


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


def test_decoders_that_are_seldom_needed_are_not_loaded():
    script = (
        "import sys; from io import BytesIO; from engine.images.decode import decode\n"
        "decode(BytesIO(sys.stdin.buffer.read()), 64)\n"
        "print(sorted({'rawpy', 'pillow_heif', 'PIL.ImageCms', 'torch', 'PySide6'} & set(sys.modules)))"
    )
    found = subprocess.run([sys.executable, "-c", script], input=jpeg(), capture_output=True, check=True)
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


# --- which way is up


@pytest.mark.parametrize("name", ["JPEG", "MPO", "PNG", "WEBP", "TIFF", "AVIF"])
@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_all_orientations_come_out_upright(name, orientation):
    stored = make.as_stored(make.four_corners(96, 48), orientation)
    result = decoded(saved(stored, name, exif=make.exif_bytes(orientation)))
    assert is_upright(result.picture)
    assert result.picture.size == (result.width, result.height) == (96, 48)


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_orientation_holds_in_heic(orientation):
    stored = make.as_stored(make.four_corners(96, 64), orientation)
    result = decoded(make.heic(stored, exif=make.exif_bytes(orientation)))
    assert is_upright(result.picture)
    assert (result.width, result.height) == (96, 64)


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_orientation_holds_for_compressed_tiff(orientation):
    stored = make.as_stored(make.four_corners(96, 64), orientation)
    data = saved(stored, "TIFF", compression="tiff_lzw", tiffinfo={274: orientation})
    result = decoded(data)
    assert is_upright(result.picture)
    assert (result.width, result.height) == (96, 64)


@pytest.mark.parametrize("orientation", [5, 6, 7, 8])
def test_a_reduced_picture_is_turned_too(orientation):
    stored = make.as_stored(make.four_corners(800, 400), orientation)
    result = decoded(jpeg(stored, exif=make.exif_bytes(orientation)), 50)
    assert is_upright(result.picture)
    assert (result.width, result.height) == (800, 400)
    assert result.picture.size == (100, 50)


def test_an_orientation_in_xmp_counts_too():
    xmp = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description tiff:Orientation="6"/></x:xmpmeta>'
    result = decoded(jpeg(make.as_stored(make.four_corners(), 6), xmp=xmp))
    assert is_upright(result.picture)


# --- EXIF


def test_date_and_camera_are_read():
    exif = make.exif_bytes(taken="2024:05:31 17:03:59", make="Canon", model="Canon EOS R6")
    for name in ("JPEG", "PNG", "WEBP", "TIFF", "AVIF"):
        result = decoded(saved(red_blue(), name, exif=exif))
        assert (result.taken_at, result.camera) == ("2024-05-31T17:03:59", "Canon EOS R6"), name


@pytest.mark.parametrize(
    ("brand", "model", "camera"),
    [
        ("NIKON CORPORATION", "NIKON D750", "NIKON D750"),
        ("SONY", "ILCE-7M3", "SONY ILCE-7M3"),
        ("Apple", "iPhone 15", "Apple iPhone 15"),
        (None, "X100V", "X100V"),
        ("Leica", None, "Leica"),
        ("  ", " \t ", None),
        ("Evil\r\nCam\x1b[31m", "<b>Model\x7f</b>", "Evil Cam [31m <b>Model </b>"),
        ("A" * 5000, "B", "A" * 80),
    ],
)
def test_the_camera_is_one_short_printable_line(brand, model, camera):
    exif = Image.Exif()
    for tag, text in {0x010F: brand, 0x0110: model}.items():
        if text is not None:
            exif[tag] = text.encode()
    assert decoded(jpeg(exif=exif.tobytes())).camera == camera


@pytest.mark.parametrize(
    "taken", ["0000:00:00 00:00:00", "2023:02:31 10:00:00", "2023:01:01 24:00:00", "    :  :     :  :  ", "soon"]
)
def test_a_date_that_is_none_is_not_known(taken):
    assert decoded(jpeg(exif=make.exif_bytes(taken=taken))).taken_at is None


GOOD_EXIF = make.exif_bytes(6, taken="2024:05:31 17:03:59", make="Canon", model="R6")
BROKEN_EXIF = [
    b"Exif\0\0",
    b"Exif\0\0garbage that is no TIFF at all",
    b"Exif\0\0II*\0\xff\xff\xff\xff",
    b"Exif\0\0II*\0\x08\0\0\0\xff\xff" + bytes(20),
    GOOD_EXIF[:20],
    GOOD_EXIF[: len(GOOD_EXIF) // 2],
    b"Exif\0\0" + make.pack_tiff({0x8769: 0xFFFFFFF0, 0x0112: (9,)}),
    b"Exif\0\0" + make.pack_tiff({0x0112: "up", 0x010F: 7, 0x0110: (1, 2, 3)}),
]


@pytest.mark.parametrize("name", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("exif", BROKEN_EXIF)
def test_broken_exif_is_no_reason_to_skip(name, exif):
    assert is_red_blue(decoded(saved(red_blue(), name, exif=exif)).picture)


@pytest.mark.parametrize("maker", [lambda exif: saved(red_blue(), "AVIF", exif=exif), make.heic_with_exif])
def test_broken_exif_is_no_reason_to_skip_avif_and_heic(maker):
    data = maker(GOOD_EXIF)
    start = data.index(b"II*\0") if b"II*\0" in data else data.index(b"MM\0*")
    for damage in (b"\xff" * 8, b"II*\0\xff\xff\xff\x7f"):
        result = decoded(data[:start] + damage + data[start + 8 :])
        assert shows(result.picture, {(0.5, 0.1): RED, (0.5, 0.9): BLUE}) or is_red_blue(result.picture)


def test_a_broken_exif_directory_in_tiff_is_no_reason_to_skip():
    pixels = red_blue().tobytes()
    size = {256: 64, 257: 48, 258: (8, 8, 8), 259: (1,), 262: (2,), 277: (3,), 278: 48, 279: len(pixels)}
    for pointer in (0xFFFFFFF0, 4, 8):
        data = make.pack_tiff(size | {273: make.Block(pixels), 34665: pointer, 34853: pointer})
        assert is_red_blue(decoded(data).picture)


# --- metadata that is broken or far too large


@pytest.mark.parametrize(
    "chunk",
    [
        make.png_chunk(b"iCCP", b"big\0\0" + zlib.compress(bytes(200_000_000), 1)),
        make.png_chunk(b"zTXt", b"big\0\0" + zlib.compress(bytes(200_000_000), 1)),
        make.png_chunk(b"zTXt", b"many\0\0" + zlib.compress(bytes(1_000_000))) * 100,
        make.png_chunk(b"tEXt", b"Comment\0fine")[:-4] + b"oops",
        make.png_chunk(b"pHYs", b"short"),
        make.png_chunk(b"eXIf", b"no TIFF at all"),
    ],
    ids=["profile bomb", "text bomb", "many texts", "checksum", "short", "exif"],
)
def test_metadata_of_a_png_is_no_reason_to_skip(chunk):
    assert is_red_blue(decoded(make.png_with_chunk(chunk)).picture)


@pytest.mark.parametrize("segment", [b"\xff\xe0\0\x08JFIF\0\1", b"\xff\xe2\0\x0fICC_PROFILE\0\1"])
def test_a_broken_segment_of_a_jpeg_is_no_reason_to_skip(segment):
    data = jpeg()
    assert is_red_blue(decoded(data[:2] + segment + data[2:]).picture)


# --- colours and depths


def greys(values: np.ndarray, **options: object) -> bytes:
    return saved(Image.fromarray(values), "TIFF", **options)


def hand_made_grey(pixels: bytes, bits: int, photometric: int) -> bytes:
    tags = {256: 256, 257: 32, 258: (bits,), 259: (1,), 262: (photometric,), 277: (1,), 278: 32}
    return make.pack_tiff(tags | {273: make.Block(pixels), 279: len(pixels)})


def packed_12_bit(values: np.ndarray) -> bytes:
    low, high = values.reshape(-1, 2).T.astype(np.uint32)
    triples = np.stack([low >> 4, (low & 15) << 4 | high >> 8, high & 255], axis=1)
    return triples.astype(np.uint8).tobytes()


RAMP_16 = make.grey_ramp_16()


@pytest.mark.parametrize(
    "data",
    [
        saved(Image.fromarray((RAMP_16 >> 8).astype(np.uint8)), "PNG"),
        saved(Image.fromarray(RAMP_16), "PNG"),
        greys(RAMP_16),
        saved(Image.frombytes("I;16B", (256, 32), RAMP_16.astype(">u2").tobytes()), "TIFF"),
        greys(RAMP_16, compression="tiff_lzw"),
        hand_made_grey((65535 - RAMP_16).tobytes(), 16, 0),
        hand_made_grey(packed_12_bit(RAMP_16 >> 4), 12, 1),
        greys(RAMP_16.astype(np.int32)),
        greys(RAMP_16.astype(np.int32) * 30000),
        greys(RAMP_16.astype(np.int32) - 40000),
        greys(RAMP_16.astype(np.float32) / 65535),
        greys(RAMP_16.astype(np.float32) / 257),
        greys(RAMP_16.astype(np.float32) * 1e6 - 3e9),
    ],
    ids=["8", "16 png", "16", "16 big-endian", "16 lzw", "16 inverted", "12", "I", "I large", "I negative"]
    + ["F 0 to 1", "F 0 to 255", "F wide"],
)
def test_grey_of_any_depth_is_scaled_not_clipped(data):
    assert is_ramp(decoded(data).picture)


def test_wide_grey_is_reduced_too():
    big = np.tile(np.linspace(0, 65535, 900).astype(np.uint16), (600, 1))
    for data in (greys(big), greys(big.astype(np.int32)), greys(big.astype(np.float32))):
        result = decoded(data, 100)
        assert result.picture.size == (150, 100)
        values = np.asarray(result.picture)[50, :, 0]
        assert values[0] < 4
        assert values[-1] > 251


def test_not_a_number_and_infinity_do_not_spoil_a_float_picture():
    values = RAMP_16.astype(np.float32) / 65535
    values[0, :3] = np.nan, np.inf, -np.inf
    assert is_ramp(decoded(greys(values)).picture)
    assert decoded(greys(np.full((4, 4), np.nan, np.float32))).picture.getpixel((0, 0)) == (0, 0, 0)


def test_16_bit_colour_keeps_its_strength():
    assert shows(decoded(make.png_16_bit_rgb()).picture, {(0, 0): (128, 0, 0), (0.5, 0): (0, 0, 128)}, 1)
    pixels = (np.asarray(red_blue()).astype("<u2") * 0x80).tobytes()
    size = {256: 64, 257: 48, 258: (16, 16, 16), 259: (1,), 262: (2,), 277: (3,), 278: 48, 279: len(pixels)}
    result = decoded(make.pack_tiff(size | {273: make.Block(pixels)}))
    assert shows(result.picture, {(0.2, 0.5): (127, 0, 0), (0.8, 0.5): (0, 0, 127)}, 1)


def half_clear() -> Image.Image:
    """Opaque red left, fully transparent (but black) right."""
    picture = Image.new("RGBA", (64, 48), (255, 0, 0, 255))
    picture.paste((0, 0, 0, 0), (32, 0, 64, 48))
    return picture


@pytest.mark.parametrize(
    "data",
    [
        saved(half_clear(), "PNG"),
        saved(half_clear(), "WEBP", lossless=True),
        saved(half_clear(), "TIFF"),
        saved(half_clear(), "AVIF"),
        saved(half_clear().quantize(), "PNG"),
        saved(half_clear(), "GIF"),
        make.heic(half_clear()),
    ],
)
def test_transparent_parts_are_white(data):
    assert shows(decoded(data).picture, {(0.2, 0.5): RED, (0.8, 0.5): WHITE})


def test_half_transparent_colours_mix_with_white():
    picture = Image.new("RGBA", (400, 400), (255, 0, 0, 128))
    for short_side in (400, 50):
        assert shows(decoded(saved(picture, "PNG"), short_side).picture, {(0.5, 0.5): (255, 127, 127)}, 2)


def test_grey_with_alpha_and_premultiplied_alpha():
    grey = Image.new("LA", (64, 48), (0, 128))
    assert shows(decoded(saved(grey, "PNG")).picture, {(0.5, 0.5): (127, 127, 127)}, 2)
    assert shows(decoded(saved(grey, "TIFF")).picture, {(0.5, 0.5): (127, 127, 127)}, 2)
    pixels = bytes([0, 128]) * (64 * 48)
    tags = {256: 64, 257: 48, 258: (8, 8), 259: (1,), 262: (1,), 277: (2,), 278: 48, 279: len(pixels)}
    data = make.pack_tiff(tags | {273: make.Block(pixels), 338: (1,)})
    assert shows(decoded(data).picture, {(0.5, 0.5): (127, 127, 127)}, 2)


def test_one_colour_may_be_declared_transparent():
    assert shows(decoded(saved(red_blue(), "PNG", transparency=BLUE)).picture, {(0.8, 0.5): WHITE, (0.2, 0.5): RED})
    grey = red_blue().convert("L")
    data = saved(grey, "PNG", transparency=grey.getpixel((60, 20)))
    assert shows(decoded(data).picture, {(0.8, 0.5): WHITE, (0.2, 0.5): (76, 76, 76)})


@pytest.mark.parametrize("name", ["PNG", "TIFF", "BMP", "GIF"])
def test_palettes_and_single_bits(name):
    assert is_red_blue(decoded(saved(red_blue().convert("P"), name)).picture)
    black_white = Image.new("1", (64, 48), 0)
    black_white.paste(1, (32, 0, 64, 48))
    result = decoded(saved(black_white, name))
    assert shows(result.picture, {(0.2, 0.5): (0, 0, 0), (0.8, 0.5): WHITE})


def test_a_palette_with_alpha_in_tiff():
    pixels = bytes([1, 255, 2, 0]) * (32 * 48)
    colour_map = np.zeros((3, 256), np.uint16)
    colour_map[0, 1] = 65535
    tags = {256: 64, 257: 48, 258: (8, 8), 259: (1,), 262: (3,), 277: (2,), 278: 48, 279: len(pixels)}
    data = make.pack_tiff(tags | {273: make.Block(pixels), 320: tuple(colour_map.ravel().tolist()), 338: (2,)})
    result = decoded(data)
    assert result.picture.getpixel((0, 0)) == RED
    assert result.picture.getpixel((1, 0)) == WHITE


def test_printing_colours_come_out_right():
    cmyk = red_blue().convert("CMYK")
    for data in (jpeg(cmyk), saved(cmyk, "TIFF"), saved(cmyk, "TIFF", compression="tiff_lzw")):
        assert is_red_blue(decoded(data).picture)


def test_luminance_and_lab_colours_come_out_right():
    assert is_red_blue(decoded(saved(red_blue().convert("YCbCr"), "TIFF")).picture)
    to_lab = ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), "RGB", "LAB"
    )
    lab = ImageCms.applyTransform(red_blue(), to_lab)
    assert is_red_blue(decoded(saved(lab, "TIFF")).picture)


# --- colour profiles


def adobe_to_srgb(colour: tuple[int, int, int]) -> tuple[int, ...]:
    """By the book, with both white points at D65."""
    to_xyz = np.array(
        [[0.5767309, 0.1855540, 0.1881852], [0.2973769, 0.6273491, 0.0752741], [0.0270343, 0.0706872, 0.9911085]]
    )
    from_xyz = np.array(
        [[3.2404542, -1.5371385, -0.4985314], [-0.9692660, 1.8760108, 0.0415560], [0.0556434, -0.2040259, 1.0572252]]
    )
    linear = np.clip(from_xyz @ to_xyz @ (np.array(colour) / 255) ** 2.2, 0, 1)
    encoded = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return tuple(round(v * 255) for v in encoded.tolist())


@pytest.mark.parametrize("name", ["PNG", "TIFF", "WEBP", "AVIF", "JPEG"])
def test_a_wide_profile_is_converted_to_srgb(name):
    colour = (140, 200, 150)
    expected = adobe_to_srgb(colour)
    assert expected[0] < 130, "else this test would not see a difference"
    picture = Image.new("RGB", (64, 48), colour)
    result = decoded(saved(picture, name, icc_profile=make.matrix_profile(*make.ADOBE_RGB), quality=100))
    assert shows(result.picture, {(0.5, 0.5): expected}, 3)


def test_an_srgb_profile_changes_nothing():
    picture = Image.new("RGB", (64, 48), (140, 200, 150))
    result = decoded(saved(picture, "PNG", icc_profile=make.srgb_profile()))
    assert result.picture.tobytes() == picture.tobytes()


def test_a_printing_profile_is_obeyed():
    cmyk = Image.new("CMYK", (64, 48), (0, 255, 255, 0))
    profile = make.cmyk_profile_that_prints_red_as_green()
    for data in (jpeg(cmyk, icc_profile=profile), saved(cmyk, "TIFF", icc_profile=profile)):
        assert shows(decoded(data).picture, {(0.5, 0.5): GREEN}, 40)


@pytest.mark.parametrize("mode", ["RGB", "CMYK", "L"])
def test_a_profile_that_is_broken_or_of_another_kind_is_left_aside(mode):
    picture = red_blue().convert(mode)
    plain = decoded(saved(picture, "TIFF")).picture.tobytes()
    other = make.cmyk_profile_that_prints_red_as_green() if mode != "CMYK" else make.srgb_profile()
    for profile in (b"no profile", make.matrix_profile(*make.ADOBE_RGB)[:200], bytes(4000), other):
        assert decoded(saved(picture, "TIFF", icc_profile=profile)).picture.tobytes() == plain


# --- RAW


@pytest.mark.parametrize("orientation", ORIENTATIONS)
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
        try:
            decode(BytesIO(data[:length]), 64)
        except Undecodable as found:
            assert found.kind in (SkipKind.DAMAGED, SkipKind.UNSUPPORTED)
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


@pytest.mark.parametrize("name", WHOLE)
def test_whatever_is_missing_there_is_a_picture_or_a_reason(name):
    data = WHOLE[name]
    for length in range(1, len(data), max(1, len(data) // 60)):
        try:
            decoded(data[:length])
        except Undecodable as found:
            assert found.kind in (SkipKind.DAMAGED, SkipKind.NOT_A_PICTURE)


BOMBS = {
    "PNG": make.png_bomb(100_000),
    "GIF": make.gif_bomb(60_000),
    "BMP": make.bmp_bomb(100_000),
    "JPEG": make.jpeg_bomb(60_000),
    "WebP": make.webp_bomb(100_000),
    "TIFF": make.tiff_bomb(100_000),
    "AVIF": make.avif_bomb(60_000),
    "HEIC": make.heic_bomb(60_000),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_picture_far_too_large_is_refused_by_its_header(name):
    found = refused(BOMBS[name])
    assert found.kind is SkipKind.TOO_LARGE
    assert found.reason.startswith("too large (")


def test_the_reason_tells_the_size():
    assert refused(BOMBS["PNG"]).reason == "too large (100000 × 100000 pixels)"


def test_bombs_take_little_memory():
    script = (
        "import resource, sys\n"
        "from io import BytesIO\n"
        "from tests.images.test_decode import BOMBS, decode, jpeg, Undecodable\n"
        "import pillow_heif\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "for data in BOMBS.values():\n"
        "    try: decode(BytesIO(data), 256)\n"
        "    except Undecodable: pass\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
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


@pytest.mark.parametrize(
    "error", [ValueError, SyntaxError, RuntimeError, MemoryError, RecursionError, ZeroDivisionError, AssertionError]
)
def test_whatever_a_decoder_raises_becomes_a_reason(error):
    data = saved(Image.effect_noise((200, 200), 90), "TIFF")
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
