"""Any picture as Pillow reads it, made small and turned to 8-bit sRGB on white.

The order saves time and memory: what is needed to average pixels rightly comes first (palettes, wide
greys, transparency), then the picture is reduced, and only the small one goes through colour profiles.
"""

import struct
from collections.abc import Callable
from functools import lru_cache, partial
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops

if TYPE_CHECKING:
    from PIL import ImageCms

_16_BIT_MODES = {"I;16", "I;16L", "I;16B", "I;16N"}
_BAND_PIXELS = 1 << 21
_PROFILE_SPACES = {"L": "GRAY", "RGB": "RGB", "CMYK": "CMYK"}
# Names of the profile that most cameras and programs embed; another spelling only costs time
_SRGB_NAMES = (b"sRGB IEC61966", b"sRGB built-in")
_BITS_PER_SAMPLE, _PHOTOMETRIC, _WHITE_IS_ZERO = 258, 262, 0  # TIFF


def to_srgb(picture: Image.Image, short_side: int) -> Image.Image:
    """A new 8-bit sRGB picture, reduced as long as its shorter side stays at least `short_side`."""
    profile = picture.info.get("icc_profile")
    small = _reduced(picture, min(picture.size) // max(1, short_side))
    if small.mode in ("I", "F"):
        small = Image.fromarray(_stretched(np.asarray(small)))
    if _is_white_zero(picture):
        small = ImageChops.invert(small)
    if small.mode == "RGBA":
        small = _on_white(small)
    if isinstance(profile, bytes) and small.mode in _PROFILE_SPACES:
        small = _apply_profile(small, profile)
    if small.mode != "RGB" or small is picture:
        small = small.convert("RGB")  # a copy if it is RGB already, free of the file it came from
    small.info = {}
    return small


def _reduced(picture: Image.Image, factor: int) -> Image.Image:
    """Every `factor` × `factor` pixels averaged to one, in a mode whose values may be averaged.

    Going there band by band, since a large picture with palette or transparency would else be held
    three times.
    """
    averageable = _conversion(picture)
    if factor <= 1:
        return picture if averageable is None else averageable(picture)
    if averageable is None:
        return picture.reduce(factor)
    width, height = picture.size
    rows = max(1, _BAND_PIXELS // (width * factor)) * factor
    bands = (picture.crop((0, top, width, min(height, top + rows))) for top in range(0, height, rows))
    small: Image.Image | None = None
    for number, band in enumerate(bands):
        piece = averageable(band).reduce(factor)
        if small is None:
            small = Image.new(piece.mode, (piece.width, -(-height // factor)))
        small.paste(piece, (0, number * rows // factor))
    assert small is not None
    return small


def _conversion(picture: Image.Image) -> Callable[[Image.Image], Image.Image] | None:
    """What must be done before pixels can be averaged; None: nothing."""
    if picture.mode in _16_BIT_MODES:
        bits = getattr(picture, "tag_v2", {}).get(_BITS_PER_SAMPLE, (16,))[0]
        return partial(_narrowed, shift=4 if bits == 12 else 8)
    if picture.mode == "La":
        return lambda part: part.convert("LA").convert("RGBA")
    if picture.has_transparency_data:
        return lambda part: part.convert("RGBA")
    wanted = {"P": "RGB", "1": "L"}.get(picture.mode)
    return None if wanted is None else lambda part: part.convert(wanted)


def _on_white(picture: Image.Image) -> Image.Image:
    white = Image.new("RGB", picture.size, "white")
    white.paste(picture, mask=picture.getchannel("A"))
    return white


def _narrowed(picture: Image.Image, shift: int) -> Image.Image:
    """16-bit grey as 8-bit grey. Pillow's own conversion would clip instead of scaling."""
    return Image.fromarray((np.asarray(picture) >> shift).astype(np.uint8))


def _is_white_zero(picture: Image.Image) -> bool:
    """Pillow turns such TIFFs round by itself, but not the ones with more than 8 bits."""
    wide = picture.mode in _16_BIT_MODES or picture.mode in ("I", "F")
    return wide and getattr(picture, "tag_v2", {}).get(_PHOTOMETRIC) == _WHITE_IS_ZERO


def _stretched(values: NDArray[Any]) -> NDArray[np.uint8]:
    """Numbers of unknown scale as 0 to 255: by the usual scales if they fit one, else by their own range."""
    values = np.where(np.isfinite(values), values, 0).astype(np.float64)
    low, high = float(values.min()), float(values.max())
    if low < 0 or high > 65535:
        bottom, top = low, high
    else:
        bottom, top = 0.0, next(scale for scale in (1.0, 255.0, 65535.0) if high <= scale)
    return np.rint((values - bottom) * (255.0 / (top - bottom))).astype(np.uint8)


def _apply_profile(picture: Image.Image, profile: bytes) -> Image.Image:
    if picture.mode == "RGB" and _is_srgb(profile):
        return picture
    try:
        transform = _transform(profile, picture.mode)
        return picture if transform is None else transform.apply(picture)
    except Exception:  # a broken profile: the plain conversion is near enough
        return picture


@lru_cache(maxsize=8)  # the pictures of one camera share one profile
def _transform(profile: bytes, mode: str) -> "ImageCms.ImageCmsTransform | None":
    """From the profile to sRGB; None if the profile is for another kind of picture."""
    from PIL import ImageCms

    source = ImageCms.ImageCmsProfile(BytesIO(profile))
    if source.profile.xcolor_space.strip() != _PROFILE_SPACES[mode]:
        return None
    target = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
    return ImageCms.ImageCmsTransform(source, target, mode, "RGB")


def _is_srgb(profile: bytes) -> bool:
    """By the name in the profile, which spares loading the colour engine for nearly all pictures."""
    try:
        (count,) = struct.unpack_from(">I", profile, 128)
        for entry in range(min(count, 64)):
            tag, offset, size = struct.unpack_from(">4sII", profile, 132 + 12 * entry)
            if tag == b"desc":
                text = profile[offset : offset + min(size, 512)].replace(b"\0", b"")  # may be UTF-16
                return any(name in text for name in _SRGB_NAMES)
    except struct.error:
        pass
    return False
