"""Small pictures decoded on a background thread.

QImageReader.read gives up Python's lock, so that the GUI thread goes on meanwhile; QImage.fromData and
QImage.scaled keep it until they are done.
"""

from collections.abc import Callable

from PySide6.QtCore import QBuffer, QIODevice, QRect, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from engine.pauses import between_steps

JPEG_START = b"\xff\xd8"


def decoded_jpeg(jpeg: bytes | None, sized: Callable[[QSize], QSize] | None = None) -> QImage:
    """A thumbnail, in the size that `sized` makes of its own; a null image if there is none in it."""
    return _read(jpeg, b"jpg", sized) if jpeg and jpeg.startswith(JPEG_START) else QImage()


def decoded_within(data: bytes | None, edge: int) -> QImage:
    """A picture of any kind that Qt knows, made smaller if its longer side is longer than this."""
    return _read(data, b"", lambda size: fitted(size, edge)) if data else QImage()


def decoded_square(jpeg: bytes | None, side: int) -> QImage:
    """The middle of a thumbnail."""

    def covering(size: QSize) -> QSize:
        return size.scaled(side, side, Qt.AspectRatioMode.KeepAspectRatioByExpanding)

    return _read(jpeg, b"jpg", covering, side) if jpeg and jpeg.startswith(JPEG_START) else QImage()


def fitted(size: QSize, edge: int) -> QSize:
    """Never larger than it is."""
    if max(size.width(), size.height()) <= edge:
        return size
    return size.scaled(edge, edge, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1))


def _read(data: bytes, kind: bytes, sized: Callable[[QSize], QSize] | None, middle: int | None = None) -> QImage:
    """`middle`: only a square of this side in the middle of it."""
    between_steps()
    buffer = QBuffer()
    buffer.setData(data)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, kind)
    size = reader.size()
    if sized is not None and size.isValid():
        wanted = sized(size)
        reader.setScaledSize(wanted)
        if middle is not None:
            corner = (wanted.width() - middle) // 2, (wanted.height() - middle) // 2
            reader.setScaledClipRect(QRect(*corner, middle, middle))
    return reader.read()
