"""How the map is painted: dots, thumbnails, lines to what is alike, the lasso, the picture under the mouse."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QImage,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from engine.arrays import Ids, Mask, Numbers, Rows, Vectors
from gui.map.colouring import OTHERS, Colouring
from gui.map.dot_raster import DotInks, Inks, raster
from gui.map.map_frame import MapFrame
from gui.map.map_legend import legend_pixmap
from gui.map.map_thumbs import LARGE, MakeLoader, MapThumbs
from gui.map.thumb_choice import ThumbChoice, thumb_size
from gui.widgets.focus_ring import paint_focus_ring
from gui.widgets.theme import CORNER, SPACE_M, SPACE_S, colours

MOST_PIXELS = 5_000_000  # of dots, painted in screen pixels; beyond that in those of the window
FEW = 5000  # pictures: their dots are larger
FRAME = 2.0
CURRENT = 3.0


class MapSurface(QWidget):
    """Shows arrays; what is chosen by mouse and keys is added by MapView."""

    def __init__(self, make_loader: MakeLoader, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.frame = MapFrame()
        self.thumbs = MapThumbs(make_loader, self)
        self.thumbs.loaded.connect(self.update)
        self.image_ids: Ids = np.empty(0, np.int64)
        self.places_N2: Vectors = np.empty((0, 2), np.float32)
        self._x_N: Vectors = np.empty(0, np.float32)  # the same as columns, which are quicker
        self._y_N: Vectors = np.empty(0, np.float32)
        self._ink_N: Inks = np.empty(0, np.uint32)
        self._legend: tuple[object, QPixmap] = None, QPixmap()
        self._legend_corner = 0  # of `_corners`
        self.selected_N: Mask = np.empty(0, np.bool_)
        self.colouring = Colouring(np.empty(0, np.uint8), ())
        self.spacing = 1.0
        self.current: int | None = None  # row
        self.hovered: int | None = None  # row
        self.alike: Rows = np.empty(0, np.int64)  # rows to which lines lead from the current one
        self.lasso: list[QPointF] = []
        self._rank_N: Numbers = np.empty(0, np.int64)
        self._chosen = ThumbChoice()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def sizeHint(self) -> QSize:
        return QSize(600, 400)

    def show_places(self, image_ids: Ids, places_N2: Vectors, spacing: float) -> None:
        """Another map, or one with more pictures or fewer; what is selected stays so as far as it is there.
        `spacing` is how far neighbours lie apart."""
        kept = set(self.image_ids[self.selected_N].tolist())
        current = None if self.current is None else int(self.image_ids[self.current])
        colouring = _same_colours(self.image_ids, self.colouring, image_ids)
        self.image_ids, self.places_N2 = image_ids, np.ascontiguousarray(places_N2, np.float32)
        self._x_N, self._y_N = np.ascontiguousarray(self.places_N2.T)
        self.selected_N = np.isin(image_ids, np.fromiter(kept, np.int64, len(kept)))
        self.current = None if current is None else self.row_of(current)
        self.hovered, self.alike = None, np.empty(0, np.int64)
        self._colour(colouring)
        self._chosen = ThumbChoice()
        self._rank_N = np.random.default_rng(0).permutation(len(image_ids))
        self.spacing = spacing
        self.frame.show(self.places_N2, self.spacing)
        self.update()

    def show_colouring(self, colouring: Colouring) -> None:
        if len(colouring.number_N) == len(self.image_ids):  # else it is of another map
            self._colour(colouring)
            self.update()

    def _colour(self, colouring: Colouring) -> None:
        inks = np.full(256, OTHERS.rgb(), np.uint32)
        inks[1 : len(colouring.kinds) + 1] = [kind.colour.rgb() for kind in colouring.kinds]
        self.colouring, self._ink_N = colouring, inks[colouring.number_N]

    def row_of(self, image_id: int) -> int | None:
        found = np.flatnonzero(self.image_ids == image_id)
        return int(found[0]) if len(found) else None

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.frame.resize(self.width(), self.height())

    # -- painting -----------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if len(self.image_ids):
            self._paint_dots(painter)
            self._paint_alike(painter)
            self._paint_thumbs(painter)
            self._paint_current(painter)
            self._paint_legend(painter)
            self._paint_lasso(painter)
            self._paint_hovered(painter)
        else:
            painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.Base))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # all around the view it takes a millisecond
        painter.setBrush(Qt.BrushStyle.NoBrush)
        paint_focus_ring(painter, self)
        painter.end()

    def _paint_dots(self, painter: QPainter) -> None:
        ratio = self.devicePixelRatioF()
        if self.width() * self.height() * ratio * ratio > MOST_PIXELS:
            ratio = 1.0
        size, scale = (round(self.width() * ratio), round(self.height() * ratio)), np.float32(ratio)
        x_N, y_N = self.frame.across(self._x_N) * scale, self.frame.down(self._y_N) * scale
        roles = QPalette.ColorRole.Base, QPalette.ColorRole.WindowText
        inks = DotInks(*(self.palette().color(role).rgb() for role in roles))
        radius = round(self.dot_radius() * ratio)
        dots = raster(x_N, y_N, self._ink_N, self.selected_N, size, radius, inks)
        image = QImage(dots.pixels.data, *size, 4 * dots.stride, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        painter.drawImage(QPointF(0, 0), image)

    def _paint_legend(self, painter: QPainter) -> None:
        """Drawn once; only when something about it is another, again."""
        ratio, size = self.devicePixelRatioF(), (self.width(), self.height())
        key = self.colouring, self.palette().cacheKey(), self.font(), size, ratio
        if self._legend[0] != key:
            self._legend = key, legend_pixmap(self.colouring.kinds, size[1], ratio, self.font(), self.palette())
            if self.frame.fitted:  # else somebody is at work here, and it stays where it is
                self._legend_corner = self._emptiest_corner()
        if not self._legend[1].isNull():
            painter.drawPixmap(self._corners()[self._legend_corner], self._legend[1])

    def _corners(self) -> list[QPointF]:
        """Where the legend can lie; at best in the first."""
        size = self._legend[1].deviceIndependentSize()
        right, bottom = self.width() - size.width() - SPACE_M, self.height() - size.height() - SPACE_M
        return [QPointF(x, y) for y in (bottom, SPACE_M) for x in (SPACE_M, right)]

    def _emptiest_corner(self) -> int:
        """In which it covers the fewest pictures, as they are seen now."""
        size = self._legend[1].deviceIndependentSize()
        across_N, down_N = self.frame.across(self._x_N), self.frame.down(self._y_N)
        covered = []
        for corner in self._corners():
            aside_N, below_N = across_N - corner.x(), down_N - corner.y()
            lies_N = (aside_N >= 0) & (aside_N <= size.width()) & (below_N >= 0) & (below_N <= size.height())
            covered.append(int(np.count_nonzero(lies_N)))
        return covered.index(min(covered))

    def dot_radius(self) -> float:
        least = 2.0 if len(self.image_ids) <= FEW else 1.0
        return min(max(0.25 * self.spacing * self.frame.scale, least), 5.0)

    def _paint_alike(self, painter: QPainter) -> None:
        if self.current is None or not len(self.alike):
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.WindowText), 1.2))
        start = self.point_of(self.current)
        for row in self.alike:
            end = self.point_of(int(row))
            painter.drawLine(start, end)
            painter.setBrush(self.colour_of(int(row)))
            painter.drawEllipse(end, 5, 5)

    def thumb_rows(self) -> tuple[Rows, int]:
        """What is shown as thumbnails now, and how large."""
        size, distance = thumb_size(self.frame.scale, self.spacing)
        if not size:
            return np.empty(0, np.int64), 0
        rows = self._chosen.rows(self.frame, self.places_N2, self._rank_N, size, distance)
        seen = self.frame.seen_rows(self._x_N[rows], self._y_N[rows], size / 2)
        return rows[seen], size

    def _paint_thumbs(self, painter: QPainter) -> None:
        rows, size = self.thumb_rows()
        image_ids = self.image_ids[rows].tolist()
        self.thumbs.want(image_ids, size or 1, self.devicePixelRatioF())
        if not size:
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        pens = [QPen(kind.colour, FRAME) for kind in self.colouring.kinds] or [QPen(OTHERS, FRAME)]
        chosen = QPen(self.palette().color(QPalette.ColorRole.WindowText), FRAME + 1)  # unlike any label's
        numbers, selected = self.colouring.number_N[rows].tolist(), self.selected_N[rows].tolist()
        x, y = self.frame.across(self._x_N[rows]).tolist(), self.frame.down(self._y_N[rows]).tolist()
        for place, image_id in enumerate(image_ids):
            pixmap = self.thumbs.of(image_id)
            if pixmap is not None:
                shape = self.thumbs.shape(pixmap, size)
                at = QRect(round(x[place] - shape[0] / 2), round(y[place] - shape[1] / 2), *shape)
                painter.drawPixmap(at, pixmap)
                painter.setPen(chosen if selected[place] else pens[numbers[place] - 1])
                painter.drawRect(at)

    def _paint_current(self, painter: QPainter) -> None:
        if self.current is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.WindowText), 1.6))
        radius = self.dot_radius() + CURRENT
        painter.drawEllipse(self.point_of(self.current), radius, radius)

    def _paint_lasso(self, painter: QPainter) -> None:
        if len(self.lasso) < 2:
            return
        accent = QColor(self.palette().color(QPalette.ColorRole.Accent))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(accent, 1.5))
        accent.setAlpha(40)
        painter.setBrush(accent)
        painter.drawPolygon(QPolygonF(self.lasso))

    def _paint_hovered(self, painter: QPainter) -> None:
        """The picture under the mouse, larger, beside it; while a line is drawn it would be in the way."""
        if self.hovered is None or self.lasso:
            return
        name, pixmap = self.thumbs.large(int(self.image_ids[self.hovered]), self.devicePixelRatioF())
        if pixmap is None:
            return
        looks = colours(self.palette())
        shape = pixmap.deviceIndependentSize().scaled(LARGE, LARGE, Qt.AspectRatioMode.KeepAspectRatio)
        line = painter.fontMetrics().height()
        card = QRectF(0, 0, shape.width() + 2 * SPACE_S, shape.height() + line + 3 * SPACE_S)
        at = self.point_of(self.hovered) + QPointF(SPACE_M, SPACE_M)
        card.moveTopLeft(
            QPointF(
                at.x() if at.x() + card.width() < self.width() else at.x() - 2 * SPACE_M - card.width(),
                min(at.y(), self.height() - card.height() - SPACE_S),
            )
        )
        painter.setPen(looks.line)
        painter.setBrush(self.palette().color(QPalette.ColorRole.Window))
        painter.drawRoundedRect(card, CORNER, CORNER)
        picture = QRectF(card.topLeft() + QPointF(SPACE_S, SPACE_S), shape)
        painter.drawPixmap(picture.toRect(), pixmap)
        painter.setPen(looks.badge_text)
        text = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, int(shape.width()))
        painter.drawText(QRectF(picture.left(), picture.bottom() + SPACE_S, shape.width(), line), 0, text)

    def point_of(self, row: int) -> QPointF:
        x, y = self.frame.to_view(self.places_N2[row : row + 1])[0]
        return QPointF(float(x), float(y))

    def colour_of(self, row: int) -> QColor:
        number = int(self.colouring.number_N[row]) - 1
        return self.colouring.kinds[number].colour if number < len(self.colouring.kinds) else OTHERS


def _same_colours(before: Ids, colouring: Colouring, image_ids: Ids) -> Colouring:
    """Until they are read anew, pictures keep their colours, and new ones have that of the rest. Ids ascend."""
    rest = max(1, len(colouring.kinds))
    if not len(before):
        return Colouring(np.full(len(image_ids), rest, np.uint8), colouring.kinds)
    at = np.minimum(np.searchsorted(before, image_ids), len(before) - 1)
    return Colouring(
        np.where(before[at] == image_ids, colouring.number_N[at], rest).astype(np.uint8), colouring.kinds
    )
