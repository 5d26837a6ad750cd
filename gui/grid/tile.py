"""What travels from the library to a tile: bytes as fetched, then a decoded picture fitted to a shape."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

# Pictures smaller than the tile are enlarged, but not without end: an icon blown up to 320 px tells nobody more.
MAX_ENLARGEMENT = 5.0
PICTURE_CORNER = 5.0


@dataclass(frozen=True, slots=True)
class TileData:
    """One image as fetched. `pending`: not yet read by the index job; `missing`: its file is not there now."""

    image_id: int
    name: str
    jpeg: bytes | None
    missing: bool
    pending: bool
    labels: tuple[int, ...] = ()  # by id
    files: int = 1  # that hold it: copies


@dataclass(slots=True)
class Tile:
    """One image decoded and fitted, ready to become a pixmap in the GUI thread."""

    image_id: int
    name: str
    image: QImage | None
    missing: bool
    pending: bool
    edge: int = 0  # of the shape it was fitted to
    labels: tuple[int, ...] = ()
    files: int = 1


@dataclass(frozen=True, slots=True)
class PictureShape:
    """The square a picture is fitted into, in device pixels, and the device pixels per logical one."""

    edge: int = 160
    ratio: float = 1.0

    def fitted(self, native: QSize) -> QSize:
        width, height = max(1, native.width()), max(1, native.height())
        scale = min(self.edge / width, self.edge / height, MAX_ENLARGEMENT * self.ratio)
        return QSize(max(1, round(width * scale)), max(1, round(height * scale)))

    @property
    def corner(self) -> float:
        return PICTURE_CORNER * self.ratio
