"""JPEG decoded by libjpeg-turbo with the whole file at hand, where its binding is installed.

Pillow has the same library inside but feeds it piece by piece and copies row by row, which costs a tenth of the
time. Only what is plain is decoded here, three colours or grey with 8 bits, and only if the decoder has nothing to
remark; all else stays with Pillow, whose outcome and reasons count. So the pictures are the same, to the pixel
where both have the same version of the library.
"""

from io import SEEK_END, BytesIO
from typing import BinaryIO

from PIL import Image

try:
    import simplejpeg
except ImportError:  # no wheel for this system
    simplejpeg = None

MOST_BYTES = 64 << 20  # of a file that is not in memory already
MOST_PIXELS = 32 << 20  # of the decoded picture, which is held twice for a moment
_COLOUR_SPACES = {"RGB": "RGB", "L": "GRAY"}
_COMPONENTS = {"RGB": 3, "L": 1}
_YCBCR = 1  # by Adobe's marker


def decoded(stream: BinaryIO, picture: Image.Image) -> Image.Image | None:
    """The pixels of `picture`, which Pillow has opened from `stream` but not loaded, in the size that it would be
    loaded in; None: Pillow is to do it."""
    if simplejpeg is None or not _is_plain(picture):
        return None
    data = _whole(stream)
    if data is None:
        return None
    width, height = picture.size
    try:
        pixels_HWC = simplejpeg.decode_jpeg(
            data, _COLOUR_SPACES[picture.mode], min_width=width, min_height=height, strict=True
        )
    except (ValueError, MemoryError):  # damaged, or of a kind that the binding does not know
        return None
    if pixels_HWC.shape[:2] != (height, width):
        return None
    found = Image.frombuffer(picture.mode, (width, height), pixels_HWC, "raw", picture.mode, 0, 1)
    found.info = picture.info
    return found


def _is_plain(picture: Image.Image) -> bool:
    return (
        getattr(picture, "layers", 0) == _COMPONENTS.get(picture.mode)
        and picture.info.get("adobe_transform", _YCBCR) == _YCBCR
        and picture.width * picture.height <= MOST_PIXELS
    )


def _whole(stream: BinaryIO) -> "bytes | memoryview | None":
    if type(stream) is BytesIO:
        return stream.getbuffer()
    if stream.seek(0, SEEK_END) > MOST_BYTES:
        return None
    stream.seek(0)
    return stream.read()
