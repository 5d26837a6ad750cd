"""The images a grid shows, as ids in one array, with their distances and the tiles at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import (
    QAbstractListModel,
    QByteArray,
    QMimeData,
    QModelIndex,
    QObject,
    Qt,
    Signal,
)

from engine.arrays import Ids
from engine.search.nearness import NearnessScale
from engine.store.label_list import Label, by_name
from gui.grid.nearness_words import WORDS
from gui.grid.row_groups import RowGroups
from gui.grid.tile import PictureShape, Tile
from gui.grid.tile_cache import CachedTile, TileCache
from gui.grid.tile_loader import TileLoader
from gui.language import tr, tr_n
from gui.widgets.file_manager import file_url
from gui.widgets.model_index import ModelIndex
from gui.widgets.plain_text import printable

# Gives the paths of images, in any order; images without a path are left out.
PathsOf = Callable[[Sequence[int]], Sequence[bytes]]

CACHE_BYTES = 64 * 1024 * 1024
IDS_MIME_TYPE = "application/x-dualhash-image-ids"
SCANS_BEFORE_INDEX = 16
STAYING_SHARE = 0.75
_FLAGS = (
    Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemIsDragEnabled
    | Qt.ItemFlag.ItemNeverHasChildren
)

MOST_DRAGGED = 2000


class TileRole(IntEnum):
    IMAGE_ID = Qt.ItemDataRole.UserRole + 1
    DISTANCE = Qt.ItemDataRole.UserRole + 2
    TILE = Qt.ItemDataRole.UserRole + 3
    NAME = Qt.ItemDataRole.UserRole + 4
    MISSING = Qt.ItemDataRole.UserRole + 5
    PENDING = Qt.ItemDataRole.UserRole + 6


class ImageModel(QAbstractListModel):
    """Rows are images; nothing here costs time per row beyond one pass of numpy.

    `keeps_place` says after a reset whether the new list continues the old one, so that a view stays where it was.

    Signals:
        near_changed(): other rows are on screen or around it.
    """

    near_changed = Signal()

    def __init__(
        self,
        loader: TileLoader,
        paths_of: PathsOf | None = None,
        cache_bytes: int = CACHE_BYTES,
        parent: QObject | None = None,
    ):
        super().__init__(parent)
        self._loader = loader
        self._paths_of = paths_of
        self._cache = TileCache(cache_bytes)
        self._shape = PictureShape()
        self._ids: Ids = np.empty(0, np.int64)
        self._distances: npt.NDArray[np.generic] | None = None
        self._decided: Mapping[int, bool] = {}
        self._groups: RowGroups | None = None
        self.scale: NearnessScale | None = None
        self._by_id: tuple[Ids, npt.NDArray[np.intp]] | None = None
        self._scans = 0
        self._near: dict[int, int] = {}  # image id -> row, of the rows on screen and around them, in order of need
        self._labels: dict[int, Label] = {}
        self.keeps_place = False
        loader.loaded.connect(self._on_loaded)

    # -- the list ---------------------------------------------------------------------------------------------

    def set_images(
        self,
        ids: Sequence[int] | Ids,
        distances: Sequence[float] | npt.NDArray[np.generic] | None = None,
        *,
        keep_place: bool | None = None,
        decided: Mapping[int, bool] | None = None,
        groups: RowGroups | None = None,
        scale: NearnessScale | None = None,
    ) -> None:
        """Show these images. Cached tiles stay. Whether the view keeps its place is seen from the ids, or said.
        `decided` are those that were said to be the same as the query, or not; `groups` in which groups they are
        shown, if in any; `scale` says how near the distances are."""
        new = np.array(ids, np.int64)
        new_distances = None if distances is None else np.array(distances)
        if new_distances is not None and len(new_distances) != len(new):
            raise ValueError(f"{len(new)} ids but {len(new_distances)} distances")
        continues = _continues(self._ids, new, ranked=new_distances is not None or self._distances is not None)
        self.beginResetModel()
        self.keeps_place = continues if keep_place is None else keep_place
        self._ids, self._distances, self._decided = new, new_distances, decided or {}
        self._groups, self.scale = groups, scale
        self._forget_rows()
        self._near = {}
        self.endResetModel()

    def append(self, ids: Sequence[int] | Ids, distances: Sequence[float] | None = None) -> None:
        """Add images at the end; their ids must be new."""
        if len(ids) == 0:
            return
        if (distances is None) != (self._distances is None) and len(self._ids):
            raise ValueError("Either all pictures have a distance or none has")
        if distances is not None and len(distances) != len(ids):
            raise ValueError(f"{len(ids)} ids but {len(distances)} distances")
        first = len(self._ids)
        self.beginInsertRows(QModelIndex(), first, first + len(ids) - 1)
        self._ids = np.concatenate([self._ids, np.asarray(ids, np.int64)])
        if distances is not None:
            old = np.empty(0, np.asarray(distances).dtype) if self._distances is None else self._distances
            self._distances = np.concatenate([old, np.asarray(distances)])
        self._forget_rows()
        self.endInsertRows()

    def refresh(self, ids: Sequence[int] | Ids) -> None:
        """These images changed (say, a pending one was read): ask for their tiles again, show the old meanwhile."""
        changed = np.sort(np.asarray(ids, np.int64))  # perhaps a whole library: `isin` would take much longer
        cached = np.array(self._cache.ids() + list(self._near), np.int64)
        found = np.searchsorted(changed, cached, "right") > np.searchsorted(changed, cached, "left")
        affected = cached[found].tolist()
        self._loader.forget(affected)
        self._cache.mark_stale(affected)
        self._ask()

    def refresh_copies(self) -> None:
        """Images with several files may stand for others of them now."""
        self._loader.forget(self._near)  # nobody knows yet how many files those have
        tiles = (self._cache.peek(image_id) for image_id in self._cache.ids())
        self._cache.mark_stale([tile.image_id for tile in tiles if tile is not None and tile.files > 1])
        self._ask()

    def refresh_pending(self) -> None:
        """Images near the screen that were not read yet may be by now: ask for their tiles again."""
        tiles = [self._cache.peek(image_id) for image_id in self._near]
        if pending := [tile.image_id for tile in tiles if tile is not None and tile.pending]:
            self.refresh(pending)

    def set_labels(self, labels: Iterable[Label]) -> None:
        """How the labels are called and coloured now; which image has which comes with the tiles."""
        known = {label.id: label for label in labels}
        if known != self._labels:
            self._labels = known
            for row in self._near.values():
                self.dataChanged.emit(self.index(row), self.index(row))

    def labels_of(self, tile: CachedTile) -> tuple[Label, ...]:
        """By name, as the list of labels has them."""
        found = [self._labels[label_id] for label_id in tile.labels if label_id in self._labels]
        return tuple(sorted(found, key=by_name) if len(found) > 1 else found)

    # -- looking things up ------------------------------------------------------------------------------------

    def ids(self) -> Ids:
        """All ids in row order. Not to be written to."""
        return self._ids

    def groups(self) -> RowGroups | None:
        return self._groups

    def image_id(self, row: int) -> int:
        return int(self._ids[row])

    def set_cache_bytes(self, limit: int) -> None:
        """How much memory tiles may take; those that are too many go with the next one that comes."""
        self._cache.limit = limit

    def nearness(self, row: int) -> str:
        """The distance in words; nothing if there is none, or nobody knows."""
        distance = self.distance(row)
        return "" if distance is None or self.scale is None else tr(WORDS[self.scale.of(distance)])

    def distance(self, row: int) -> float | int | None:
        return None if self._distances is None else self._distances[row].item()

    def decided(self, row: int) -> bool | None:
        """Whether it was said to be the same as the query; None if nobody said anything."""
        return self._decided.get(self.image_id(row)) if self._decided else None

    def row_of(self, image_id: int) -> int | None:
        """Its row, or None. A few lookups scan the array (0.5 ms for a million); many build an index (30 ms)."""
        if self._by_id is None and self._scans < SCANS_BEFORE_INDEX:
            self._scans += 1
            found = np.flatnonzero(self._ids == image_id)
            return int(found[0]) if len(found) else None
        row = int(self.rows_of(np.array([image_id], np.int64))[0])
        return None if row < 0 else row

    def rows_of(self, ids: Sequence[int] | Ids) -> npt.NDArray[np.intp]:
        """The row of each id, -1 for those that are not here."""
        wanted = np.asarray(ids, np.int64)
        if not len(self._ids):
            return np.full(len(wanted), -1, np.intp)
        if self._by_id is None:
            order = np.argsort(self._ids)
            self._by_id = self._ids[order], order
        in_order, order = self._by_id
        at = np.minimum(np.searchsorted(in_order, wanted), len(in_order) - 1)
        return np.where(in_order[at] == wanted, order[at], -1)

    def _forget_rows(self) -> None:
        self._by_id = None
        self._scans = 0

    # -- tiles ------------------------------------------------------------------------------------------------

    def tile(self, row: int) -> CachedTile | None:
        """The tile to paint now, if it is here; counts as used."""
        return self._cache.shown(int(self._ids[row]))

    def set_shape(self, shape: PictureShape) -> None:
        """Pictures are shown at this size from now on; those at hand serve until the new ones come."""
        if shape != self._shape:
            self._shape = shape
            self._loader.set_shape(shape)
            self._cache.mark_stale(self._cache.ids())
            self._ask()

    def want(self, visible: range, around: Sequence[range] = ()) -> None:
        """Load what is visible first, then what is around it as far as the cache holds it without loss."""
        fits = self._cache.limit * 3 // 4 // (4 * self._shape.edge**2)
        rows = list(visible)
        for more in around:
            rows.extend(more[: max(0, fits - len(rows))])
        self._near = dict(zip(self._ids[rows].tolist(), rows, strict=True)) if rows else {}
        self._ask()
        self.near_changed.emit()

    def near(self) -> Mapping[int, int]:
        """The images on screen and then those around it, each with its row."""
        return self._near

    def _ask(self) -> None:
        self._loader.request([i for i in self._near if self._cache.lacks(i)])

    def _on_loaded(self, tiles: list[Tile]) -> None:
        for tile in tiles:
            self._cache.put(tile)
            row = self._near.get(tile.image_id)
            if row is not None:
                index = self.index(row)
                self.dataChanged.emit(index, index)

    # -- what Qt asks -----------------------------------------------------------------------------------------

    def rowCount(self, parent: ModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._ids)

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = index.row()
        if not 0 <= row < len(self._ids):
            return None
        if role == TileRole.IMAGE_ID:
            return self.image_id(row)
        if role == TileRole.DISTANCE:
            return self.distance(row)
        tile = self._cache.peek(self.image_id(row))
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._spoken(row, tile)
        if role == TileRole.TILE:
            return tile
        if role == TileRole.NAME:
            return tile.name if tile else ""
        if role == TileRole.MISSING:
            return bool(tile and tile.missing)
        if role == TileRole.PENDING:
            return bool(tile and tile.pending)
        return None

    def _spoken(self, row: int, tile: CachedTile | None) -> str:
        parts = [tile.name if tile and tile.name else tr("Picture {name}", name=self.image_id(row))]
        if self._groups is not None and (title := self._groups.title_at(row)) is not None:
            parts.append(tr("first of {group}", group=title))
        distance = self.distance(row)
        if distance is not None:
            words = self.nearness(row)
            parts += [*([words] if words else []), tr("distance {distance:g}", distance=distance)]
        if (same := self.decided(row)) is not None:
            parts.append(tr("the same") if same else tr("not the same"))
        if tile and (labels := self.labels_of(tile)):
            names = ", ".join(printable(label.name) for label in labels)
            parts.append(tr_n("labels {names}", "label {names}", len(labels), names=names))
        if tile and tile.files > 1:
            parts.append(tr_n("{n:,} files", "{n:,} file", tile.files))
        if tile and tile.missing:
            parts.append(tr("missing"))
        if tile and tile.pending:
            parts.append(tr("not yet read"))
        return ", ".join(parts)

    def flags(self, index: ModelIndex) -> Qt.ItemFlag:
        return _FLAGS if index.isValid() else Qt.ItemFlag.NoItemFlags

    def supportedDragActions(self) -> Qt.DropAction:
        return Qt.DropAction.CopyAction  # originals are never moved by us

    def mimeTypes(self) -> list[str]:
        return ["text/uri-list", IDS_MIME_TYPE]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        return self.mime_data_of([self.image_id(index.row()) for index in indexes])

    def mime_data_of(self, ids: Sequence[int]) -> QMimeData:
        """The images' files as URLs for other programs, and their ids for ourselves."""
        data = QMimeData()
        data.setData(IDS_MIME_TYPE, QByteArray(",".join(map(str, ids)).encode()))
        # Nobody drags more on purpose, and reading the paths of a whole library would keep the mouse waiting.
        paths = self._paths_of(ids[:MOST_DRAGGED]) if self._paths_of else ()
        urls = [file_url(path) for path in paths]
        if urls:
            data.setUrls(urls)
        return data


def _continues(old: Ids, new: Ids, *, ranked: bool) -> bool:
    """Whether a view of `old` should stay where it was when it becomes `new`.

    Some images came or went: yes. Most are gone, or hits stand in another order (so it is another query): no.
    """
    shared = min(len(old), len(new))
    if not shared:
        return False
    if np.array_equal(old[:shared], new[:shared]):
        return True
    if len(new) < STAYING_SHARE * len(old):
        return False
    staying = np.isin(old, new)
    if np.count_nonzero(staying) < STAYING_SHARE * len(old):
        return False
    return not ranked or np.array_equal(old[staying], new[np.isin(new, old)])
