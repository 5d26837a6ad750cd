"""The tiles at hand, by image id, as pixmaps; the least recently shown go first when the bound is reached."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtGui import QPixmap

from gui.grid.tile import Tile

# What a tile costs beside its pixels, so that a million tiles without a picture are bounded too.
TILE_OVERHEAD = 1024


@dataclass(slots=True)
class CachedTile:
    """A tile as shown. `stale`: still good to look at, but to be asked for again."""

    image_id: int
    name: str
    pixmap: QPixmap | None
    missing: bool
    pending: bool
    edge: int
    stale: bool = False
    labels: tuple[int, ...] = ()
    files: int = 1  # that hold it: copies

    @property
    def bytes(self) -> int:
        if self.pixmap is None:
            return TILE_OVERHEAD
        return TILE_OVERHEAD + 4 * self.pixmap.width() * self.pixmap.height()


class TileCache:
    """Least recently used tiles, bounded by their pixels' bytes. GUI thread only."""

    def __init__(self, limit: int):
        self.limit = limit
        self.bytes = 0
        self._tiles: OrderedDict[int, CachedTile] = OrderedDict()

    def __len__(self) -> int:
        return len(self._tiles)

    def ids(self) -> list[int]:
        return list(self._tiles)

    def shown(self, image_id: int) -> CachedTile | None:
        """The tile, counted as used just now."""
        tile = self._tiles.get(image_id)
        if tile is not None:
            self._tiles.move_to_end(image_id)
        return tile

    def peek(self, image_id: int) -> CachedTile | None:
        return self._tiles.get(image_id)

    def lacks(self, image_id: int) -> bool:
        tile = self._tiles.get(image_id)
        return tile is None or tile.stale

    def put(self, tile: Tile) -> None:
        pixmap = None if tile.image is None else QPixmap.fromImage(tile.image)
        old = self._tiles.pop(tile.image_id, None)
        if old is not None:
            self.bytes -= old.bytes
        new = CachedTile(
            *(tile.image_id, tile.name, pixmap, tile.missing, tile.pending, tile.edge),
            labels=tile.labels,
            files=tile.files,
        )
        self._tiles[tile.image_id] = new
        self.bytes += new.bytes
        while self.bytes > self.limit and len(self._tiles) > 1:
            self.bytes -= self._tiles.popitem(last=False)[1].bytes

    def mark_stale(self, ids: Iterable[int]) -> None:
        for image_id in ids:
            if image_id in self._tiles:
                self._tiles[image_id].stale = True
