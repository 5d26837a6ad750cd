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
        tile = TileDelegate.tile_size(self._tile_size, self.font())
        view = self.viewport()
        self._geometry = GridGeometry(self._images.rowCount(), view.width(), tile.width(), tile.height())
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

    def doItemsLayout(self) -> None:
        QAbstractItemView.doItemsLayout(self)  # calls updateGeometries

    def _anchor_here(self) -> Anchor | None:
        geometry = self._geometry
        line, hidden = divmod(self.verticalOffset(), geometry.pitch)
        row = line * geometry.columns
        if row >= geometry.count:
            return None
        return Anchor(self._images.image_id(row), row, hidden / geometry.pitch)

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
        return round((anchor.row // self._geometry.columns + anchor.hidden) * self._geometry.pitch)

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
        if self._laying_out:
            return  # updateGeometries ends with _contents_moved
        self._downwards = dy < 0
        # Kept until the next scroll, so that a window made narrow and wide again shows what it did before.
        self._anchor = self._anchor_here()
        self._contents_moved()

    def scrollTo(self, index: ModelIndex, hint: Hint = Hint.EnsureVisible) -> None:
        if not 0 <= index.row() < self._geometry.count:
            return
        rect = self._geometry.rect(index.row()).adjusted(0, -LINE_GAP, 0, LINE_GAP)
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
        row = self._row_at(point)
        return QModelIndex() if row is None else self._images.index(row)

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
        page = max(1, self.viewport().height() // geometry.pitch)
        lines = {Cursor.MoveUp: -1, Cursor.MoveDown: 1, Cursor.MovePageUp: -page, Cursor.MovePageDown: page}
        steps = {Cursor.MoveLeft: -1, Cursor.MovePrevious: -1, Cursor.MoveRight: 1, Cursor.MoveNext: 1}
        ends = {Cursor.MoveHome: 0, Cursor.MoveEnd: geometry.count - 1}
        if action in lines:
            target = self._lines_away(row, lines[action])
        else:
            target = ends.get(action, row + steps.get(action, 0))
        return self._images.index(max(0, min(geometry.count - 1, target)))

    def _lines_away(self, row: int, lines: int) -> int:
        """The same column some lines further; on the last line the last image if that column is empty there."""
        geometry = self._geometry
        line, column = divmod(row, geometry.columns)
        line = max(0, min(geometry.lines - 1, line + lines))
        return min(geometry.count - 1, line * geometry.columns + column)

    def _rows_on_screen(self) -> range:
        top = self.verticalOffset()
        return self._geometry.rows_of_lines(self._geometry.lines_touching(top, top + self.viewport().height() - 1))
