"""Thumbnails of the map, and the larger one of the picture under the mouse: by their ids, within bounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QPixmap

from gui.grid.tile import PictureShape, Tile
from gui.grid.tile_cache import TileCache
from gui.grid.tile_loader import TileLoader

BYTES = 48 << 20
LARGE_BYTES = 4 << 20
LARGE = 168  # pixels

MakeLoader = Callable[[], TileLoader]


class MapThumbs(QObject):
    """Signals:
    loaded(): some are there that were not.
    """

    loaded = Signal()

    def __init__(self, make_loader: MakeLoader, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._small, self._large = make_loader(), make_loader()
        self._tiles, self._large_tiles = TileCache(BYTES), TileCache(LARGE_BYTES)
        self._shape = PictureShape(0)
        self._asked: list[int] = []
        self._small.loaded.connect(self._on_loaded)
        self._large.loaded.connect(self._on_large_loaded)

    def want(self, image_ids: Sequence[int], size: int, ratio: float) -> None:
        """These are on screen, in this size; what is not at hand is loaded."""
        shape = PictureShape(round(size * ratio), ratio)
        if image_ids and shape != self._shape:
            self._shape = shape
            self._tiles.mark_stale(self._tiles.ids())
            self._small.set_shape(shape)
            self._asked = []
        lacking = [image_id for image_id in image_ids if self._tiles.lacks(image_id)]
        if lacking != self._asked:
            self._asked = lacking
            self._small.request(lacking)

    def of(self, image_id: int) -> QPixmap | None:
        tile = self._tiles.shown(image_id)
        return None if tile is None else tile.pixmap

    @staticmethod
    def shape(pixmap: QPixmap, size: int) -> tuple[int, int]:
        """Width and height of it within a square of this side."""
        width, height = pixmap.width(), pixmap.height()
        longest = max(width, height, 1)
        return max(1, size * width // longest), max(1, size * height // longest)

    def large(self, image_id: int, ratio: float) -> tuple[str, QPixmap | None]:
        """Name and picture; empty while they are not there."""
        tile = self._large_tiles.shown(image_id)
        if tile is None:
            self._large.set_shape(PictureShape(round(LARGE * ratio), ratio))
            self._large.request([image_id])
            return "", None
        return tile.name, tile.pixmap

    def refresh(self) -> None:
        """Pictures may be others now."""
        self._tiles.mark_stale(self._tiles.ids())
        self._large_tiles = TileCache(LARGE_BYTES)
        self._asked = []

    def stop(self) -> None:
        self._small.stop()
        self._large.stop()

    def _on_loaded(self, tiles: list[Tile]) -> None:
        for tile in tiles:
            self._tiles.put(tile)
        self.loaded.emit()

    def _on_large_loaded(self, tiles: list[Tile]) -> None:
        for tile in tiles:
            self._large_tiles.put(tile)
        self.loaded.emit()
