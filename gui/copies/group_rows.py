"""The groups as rows of a list, with the pictures of those on screen."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QPixmap

from engine.copies.groups import Member
from engine.copies.reviewing import ReviewGroup
from gui.copies.marks import Marks
from gui.copies.review_words import spoken
from gui.grid.tile import PictureShape, Tile
from gui.grid.tile_cache import TileCache
from gui.grid.tile_loader import TileLoader
from gui.widgets.model_index import ModelIndex

PICTURE = 112  # the side of the square that a picture is fitted into
CACHE_BYTES = 64 << 20


class GroupRows(QAbstractListModel):
    """Signals:
    pictures_came(): some that were wanted can be painted now.
    """

    pictures_came = Signal()

    def __init__(self, loader: TileLoader, marks: Marks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.groups: list[ReviewGroup] = []
        self.by_key: dict[frozenset[Member], ReviewGroup] = {}
        self.marks = marks
        self._currents: dict[frozenset[Member], Member] = {}  # the current picture of a group
        self._loader, self._cache = loader, TileCache(CACHE_BYTES)
        self._wanted: list[int] = []
        self._rows_shown: list[int] = []
        self._beside: list[int] = []  # wanted besides what the rows on screen show
        self._edge = 0
        loader.loaded.connect(self._on_loaded)

    def show_groups(self, groups: list[ReviewGroup]) -> None:
        self.beginResetModel()
        self.groups = groups
        self.by_key = {group.key: group for group in groups}
        self.endResetModel()

    def row_of(self, key: frozenset[Member]) -> int | None:
        return next((row for row, group in enumerate(self.groups) if group.key == key), None)

    # -- the current picture of a group -------------------------------------------------------------------------

    def place(self, row: int) -> int:
        """It stays the same picture when another one of the group becomes the best."""
        group = self.groups[row]
        current = self._currents.get(group.key)
        return next((place for place, each in enumerate(group.members) if each.member == current), 0)

    def set_place(self, row: int, place: int) -> None:
        group = self.groups[row]
        self._currents[group.key] = group.members[min(max(0, place), len(group.members) - 1)].member
        self.repaint_row(row)

    def repaint_row(self, row: int) -> None:
        self.dataChanged.emit(self.index(row), self.index(row))

    # -- pictures -----------------------------------------------------------------------------------------------

    def set_ratio(self, ratio: float) -> None:
        """Of the screen: device pixels per logical one."""
        edge = round(PICTURE * ratio)
        if edge != self._edge:
            self._edge = edge
            self._cache.mark_stale(self._cache.ids())
            self._loader.set_shape(PictureShape(edge, ratio))

    def want(self, image_ids: Iterable[int]) -> None:
        """The rows on screen show these; those that are not at hand will come."""
        self._rows_shown = list(image_ids)
        self._request()

    def want_beside(self, image_ids: Iterable[int]) -> None:
        """Somebody else shows these."""
        self._beside = list(image_ids)
        self._request()

    def _request(self) -> None:
        wanted = dict.fromkeys([*self._beside, *self._rows_shown])
        lacking = [image_id for image_id in wanted if self._cache.lacks(image_id)]
        if lacking != self._wanted:
            self._wanted = lacking
            self._loader.request(lacking)

    def pixmap(self, image_id: int) -> QPixmap | None:
        tile = self._cache.shown(image_id)
        return None if tile is None else tile.pixmap

    def _on_loaded(self, tiles: list[Tile]) -> None:
        for tile in tiles:
            self._cache.put(tile)
        self._wanted = [image_id for image_id in self._wanted if self._cache.lacks(image_id)]
        self.pictures_came.emit()

    # -- for Qt -------------------------------------------------------------------------------------------------

    def rowCount(self, parent: ModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.groups)

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not 0 <= index.row() < len(self.groups):
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return spoken(self.groups[index.row()], self.place(index.row()), self.marks)
        return None
