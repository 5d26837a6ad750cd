"""The part of the grid view that knows where things are: layout, scrolling, the cursor's way.

Geometry is arithmetic, so a million images scroll and resize like ten. Selection is GridSelection's matter;
what keys, mouse and paint do is GridView's.

It is a QListView for screen readers alone, to which Qt shows as a list only what is a QListView by class. Of that
class nothing that lays out items must ever run (140 ms for each resize of 100,000 images), so those methods go to
QAbstractItemView directly.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from gui.grid.geometry import LINE_GAP, GridGeometry
from gui.grid.group_header import header_height
from gui.grid.grouped_geometry import GroupedGeometry
from gui.grid.image_model import ImageModel
from gui.grid.tile import PictureShape
from gui.grid.tile_delegate import TileDelegate
from gui.grid.view_place import Anchor
from gui.widgets.model_index import ModelIndex

Hint = QAbstractItemView.ScrollHint
Cursor = QAbstractItemView.CursorAction

SMALLEST, USUAL, LARGEST = 96, 160, 320


class GridSurface(QListView):
    """Lays out an ImageModel and scrolls it.

    Signals:
        tile_size_changed(int): the edge of a picture in logical pixels.
    """

    tile_size_changed = Signal(int)

    def __init__(self, model: ImageModel, parent: QWidget | None = None):
        super().__init__(parent)
        self._images = model
        self._tile_size = USUAL
        self._geometry = GridGeometry()
        self._grouped: GroupedGeometry | None = None  # the same, while there are groups
        self._way: tuple[int, int] | None = None  # where Up or Down led, and the column that they keep to
        self._anchor: Anchor | None = None
        self._downwards = True
        self._laying_out = False
        self._set_up()
        self.setModel(model)
        self.updateGeometries()

    def _set_up(self) -> None:
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QAbstractItemView.Shape.NoFrame)

    # -- a changed list ---------------------------------------------------------------------------------------

    def rowsInserted(self, parent: ModelIndex, start: int, end: int) -> None:
        QAbstractItemView.rowsInserted(self, parent, start, end)
        self.updateGeometries()
        self.viewport().update()

    def dataChanged(self, first: ModelIndex, last: ModelIndex, roles: Sequence[int] = ()) -> None:
        QAbstractItemView.dataChanged(self, first, last, roles)

    # -- layout -----------------------------------------------------------------------------------------------

    def tile_size(self) -> int:
        return self._tile_size

    def set_tile_size(self, size: int) -> None:
        """The edge of a picture in logical pixels. The current image stays in view, else the one at the top."""
        size = max(SMALLEST, min(LARGEST, size))
        if size == self._tile_size:
            return
        current = self.visualRect(self.currentIndex())
        held = current.intersects(self.viewport().rect())
        self._tile_size = size
        self.updateGeometries()
        if held:
            centre = self._geometry.rect(self.currentIndex().row()).center()
            self.verticalScrollBar().setValue(centre.y() - current.center().y())
            self.scrollTo(self.currentIndex())
        self.viewport().update()
        self.tile_size_changed.emit(size)

    def updateGeometries(self) -> None:
        view = self.viewport()
        self._set_geometry()
        ratio = view.devicePixelRatioF()
        self._images.set_shape(PictureShape(round(self._tile_size * ratio), ratio))
        bar = self.verticalScrollBar()
        # A scroll bar that comes or goes resizes the viewport, which calls this method from within itself.
        outer, self._laying_out = self._laying_out, True
        bar.setSingleStep(max(16, self._geometry.pitch // 4))
        bar.setPageStep(max(1, view.height()))
        bar.setRange(0, max(0, self._geometry.content_height - view.height()))
        bar.setValue(self._anchored_value())
        self._laying_out = outer
        QAbstractItemView.updateGeometries(self)
        self._contents_moved()

    def _set_geometry(self) -> None:
        tile = TileDelegate.tile_size(self._tile_size, self.font())
        count, width = self._images.rowCount(), self.viewport().width()
        groups, self._grouped = self._images.groups(), None
        if groups is not None and count:
            header = header_height(self.font())
            self._grouped = GroupedGeometry(count, width, tile.width(), tile.height(), groups.starts, header)
        self._geometry = self._grouped or GridGeometry(count, width, tile.width(), tile.height())

    def doItemsLayout(self) -> None:
        QAbstractItemView.doItemsLayout(self)  # calls updateGeometries

    def _anchor_here(self) -> Anchor | None:
        place = self._geometry.place_at(self.verticalOffset())
        if place is None:
            return None
        row, hidden = place
        return Anchor(self._images.image_id(row), row, hidden)

    def _anchored_value(self) -> int:
        """The scroll position that has the anchor image on the top line again."""
        anchor, images = self._anchor, self._images
        if anchor is None:
            return 0
        if anchor.row >= images.rowCount() or images.image_id(anchor.row) != anchor.image_id:
            row = images.row_of(anchor.image_id)
            if row is None:
                return self.verticalOffset()
            anchor.row = row
        return self._geometry.offset_of(anchor.row, anchor.hidden)

    def _contents_moved(self) -> None:
        """What is on screen may have changed: ask for it, a page in the direction of travel, half a page behind."""
        if not self.isVisible():
            return
        geometry, top, height = self._geometry, self.verticalOffset(), self.viewport().height()
        seen = geometry.lines_touching(top, top + height - 1)
        page = len(seen)
        below = geometry.rows_of_lines(range(seen.stop, seen.stop + (page if self._downwards else page // 2)))
        above = geometry.rows_of_lines(
            range(max(0, seen.start - (page // 2 if self._downwards else page)), seen.start)
        )
        around = (below, above[::-1]) if self._downwards else (above[::-1], below)
        self._images.want(geometry.rows_of_lines(seen), around)

    def resizeEvent(self, event: QResizeEvent) -> None:
        QAbstractItemView.resizeEvent(self, event)  # calls updateGeometries
        self.viewport().update()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.updateGeometries()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometries()
            self.viewport().update()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self.updateGeometries()
        return done

    # -- scrolling --------------------------------------------------------------------------------------------

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().scroll(0, dy)
        self._repaint_top_header(dy)
        if self._laying_out:
            return  # updateGeometries ends with _contents_moved
        self._downwards = dy < 0
        # Kept until the next scroll, so that a window made narrow and wide again shows what it did before.
        self._anchor = self._anchor_here()
        self._contents_moved()

    def _repaint_top_header(self, dy: int) -> None:
        """It stays where it is while all else moves."""
        if self._grouped is not None:
            top = QRect(0, 0, self.viewport().width(), self._grouped.header)
            self.viewport().update(top)
            self.viewport().update(top.translated(0, dy))

    def header_rect(self, group: int) -> QRect:
        """On the viewport. The header of the group at the top stays there, until the next one pushes it out."""
        grouped = self._grouped
        if grouped is None:
            return QRect()
        top = grouped.top_of_group(group) - self.verticalOffset()
        if top < 0:
            top = min(0, grouped.top_of_group(group + 1) - self.verticalOffset() - grouped.header)
        return QRect(0, top, self.viewport().width(), grouped.header)

    def _group_at(self, point: QPoint) -> int | None:
        """The group whose header is there."""
        if self._grouped is None or not self._grouped.count:
            return None
        seen = self._groups_on_screen()
        return next((group for group in seen if self.header_rect(group).contains(point)), None)

    def _groups_on_screen(self) -> range:
        if self._grouped is None:
            return range(0)
        top = self.verticalOffset()
        return self._grouped.groups_touching(top, top + self.viewport().height() - 1)

    def scrollTo(self, index: ModelIndex, hint: Hint = Hint.EnsureVisible) -> None:
        if not 0 <= index.row() < self._geometry.count:
            return
        above = LINE_GAP + (self._grouped.header if self._grouped is not None else 0)
        rect = self._geometry.rect(index.row()).adjusted(0, -above, 0, LINE_GAP)
        top, bottom = rect.top(), rect.bottom() + 1 - self.viewport().height()
        value = self.verticalOffset()
        if hint == Hint.PositionAtCenter:
            value = (top + bottom) // 2
        elif hint == Hint.PositionAtBottom:
            value = bottom
        elif hint == Hint.PositionAtTop or value > top or bottom > top:
            value = top
        elif value < bottom:
            value = bottom
        self.verticalScrollBar().setValue(value)

    def visualRect(self, index: ModelIndex) -> QRect:
        if not 0 <= index.row() < self._geometry.count:
            return QRect()
        return self._geometry.rect(index.row()).translated(0, -self.verticalOffset())

    def indexAt(self, point: QPoint) -> QModelIndex:
        row = self._tile_at(point)
        return QModelIndex() if row is None else self._images.index(row)

    def _tile_at(self, point: QPoint) -> int | None:
        """The row of the tile that one sees there; a header covers what is below it."""
        return None if self._group_at(point) is not None else self._row_at(point)

    def _row_at(self, point: QPoint) -> int | None:
        return self._geometry.row_at(point.x(), point.y() + self.verticalOffset())

    def horizontalOffset(self) -> int:
        return 0

    def verticalOffset(self) -> int:
        return self.verticalScrollBar().value()

    def isIndexHidden(self, index: ModelIndex) -> bool:
        return False

    def moveCursor(self, action: Cursor, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        geometry = self._geometry
        if not geometry.count:
            return QModelIndex()
        row = self.currentIndex().row()
        if row < 0:
            return self._images.index(min(geometry.count - 1, self._rows_on_screen().start))
        page = max(1, self.viewport().height() // geometry.pitch) * geometry.pitch
        lines = {Cursor.MoveUp: -1, Cursor.MoveDown: 1, Cursor.MovePageUp: -page, Cursor.MovePageDown: page}
        steps = {Cursor.MoveLeft: -1, Cursor.MovePrevious: -1, Cursor.MoveRight: 1, Cursor.MoveNext: 1}
        ends = {Cursor.MoveHome: 0, Cursor.MoveEnd: geometry.count - 1}
        if action in lines:
            target = self._lines_away(row, lines[action])
        else:
            self._way = None
            target = ends.get(action, row + steps.get(action, 0))
        return self._images.index(max(0, min(geometry.count - 1, target)))

    def _lines_away(self, row: int, pixels: int) -> int:
        """The same column in a line further on; the last image of a line in which that column is empty. The next
        such step goes on in the column that the first one began in."""
        geometry = self._geometry
        column = self._way[1] if self._way is not None and self._way[0] == row else geometry.column_of(row)
        rows = geometry.rows_of_line(geometry.lines_away(geometry.line_of(row), pixels))
        target = min(rows.start + column, rows.stop - 1)
        self._way = target, column
        return target

    def _rows_on_screen(self) -> range:
        top = self.verticalOffset()
        return self._geometry.rows_of_lines(self._geometry.lines_touching(top, top + self.viewport().height() - 1))
