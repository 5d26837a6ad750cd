"""Every way to store colours and greys comes out as 8-bit sRGB on white."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image, ImageCms

from engine.images import colour
from tests.images import picture_makers as make
from tests.images.looking import decoded, is_ramp, is_red_blue, shows
from tests.images.picture_makers import BLUE, GREEN, RED, WHITE, jpeg, red_blue, saved


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
    ids=[
        "8",
        "16 png",
        "16",
        "16 big-endian",
        "16 lzw",
        "16 inverted",
        "12",
        "I",
        "I large",
        "I negative",
        "F to 1",
        "F to 255",
        "F wide",
    ],
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
    to_lab = ImageCms.buildTransform(ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), "RGB", "LAB")
    lab = ImageCms.applyTransform(red_blue(), to_lab)
    assert is_red_blue(decoded(saved(lab, "TIFF")).picture)


# --- colour profiles


def adobe_to_srgb(colour: tuple[int, int, int]) -> tuple[int, ...]:
    """By the book, with both white points at D65."""
    to_xyz = np.array(
        [[0.5767309, 0.1855540, 0.1881852], [0.2973769, 0.6273491, 0.0752741], [0.0270343, 0.0706872, 0.9911085]]
    )
    from_xyz = np.array(
        [
            [3.2404542, -1.5371385, -0.4985314],
            [-0.9692660, 1.8760108, 0.0415560],
            [0.0556434, -0.2040259, 1.0572252],
        ]
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


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P", "1"])
def test_reducing_band_by_band_gives_the_same_picture(mode, monkeypatch):
    picture = make.four_corners(500, 331).convert("RGBA")
    picture.putalpha(Image.linear_gradient("L").resize(picture.size))
    data = saved(picture.convert(mode), "PNG")
    at_once = decoded(data, 40).picture
    whole = Image.open(BytesIO(data)).convert("RGBA")
    expected = Image.alpha_composite(Image.new("RGBA", whole.size, "white"), whole).convert("RGB").reduce(8)
    assert np.abs(np.asarray(at_once).astype(int) - np.asarray(expected)).max() <= 3
    monkeypatch.setattr(colour, "_BAND_PIXELS", 10_000)
    assert decoded(data, 40).picture.tobytes() == at_once.tobytes()
