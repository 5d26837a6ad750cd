"""How one tile looks: picture, name, distance, and the looks of missing, pending, selected, current, hovered,
and of one that was said to be the same as the query, or not.

Not a QStyledItemDelegate: building style options and crossing between Python and C++ for each role and tile costs
more than the painting. What is the same from one repaint to the next (text layout, badges, cards) is kept.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QPainter,
    QPalette,
    QPen,
    QPixmap,
    QStaticText,
    QTextOption,
)

from engine.store.label_list import Label
from gui.grid import glyphs
from gui.grid.label_marks import LabelMarks
from gui.grid.tile import PICTURE_CORNER
from gui.grid.tile_cache import CachedTile
from gui.language import number
from gui.widgets.theme import colours

PADDING = 8
NAME_GAP = 6
TILE_CORNER = 9.0
BUTTON = 28
BUTTON_INSET = 5
MISSING_OPACITY = 0.38
MAX_TEXTS = 4096


@dataclass(frozen=True, slots=True)
class TileState:
    selected: bool = False
    current: bool = False
    hovered: bool = False
    button_hovered: bool = False
    decided: bool | None = None  # the same as the query or not; None if nobody said


@dataclass(frozen=True, slots=True)
class _TileColours:
    """All derived from the palette, so that light and dark follow it."""

    text: QColor
    name: QColor
    hover: QColor
    selected: QColor
    selected_line: QColor
    current_line: QColor
    card: QColor
    glyph: QColor
    badge: QColor
    badge_line: QColor
    button: QColor
    button_hovered: QColor
    button_glyph: QColor
    same: QColor
    not_the_same: QColor

    @classmethod
    def of(cls, palette: QPalette, focused: bool) -> _TileColours:
        text = palette.color(QPalette.ColorRole.Text)
        base = palette.color(QPalette.ColorRole.Base)
        accent = palette.color(QPalette.ColorGroup.Active, QPalette.ColorRole.Highlight)
        chosen = accent if focused else text
        return cls(
            text=text,
            name=_faded(text, 0.78),
            hover=_faded(text, 0.06),
            selected=_faded(chosen, 0.24 if focused else 0.14),
            selected_line=_faded(chosen, 0.55 if focused else 0.25),
            current_line=palette.color(QPalette.ColorRole.Accent) if focused else _faded(text, 0.3),
            card=_faded(text, 0.07),
            glyph=_faded(text, 0.34),
            badge=_faded(base, 0.88),
            badge_line=_faded(text, 0.16),
            button=accent,
            button_hovered=accent.lighter(116),
            button_glyph=palette.color(QPalette.ColorGroup.Active, QPalette.ColorRole.HighlightedText),
            same=colours(palette).plus,
            not_the_same=colours(palette).minus,
        )


class TileDelegate:
    """Paints tiles. Call `prepare` before a repaint, then `paint` for each tile."""

    def __init__(self) -> None:
        self._key: object = None
        self._font = QFont()
        self._edge = 0
        self._ratio = 1.0
        self._colours = _TileColours.of(QPalette(), focused=False)
        self._texts: dict[str, tuple[QStaticText, float]] = {}
        self._badges: dict[str, QPixmap] = {}
        self._cards: dict[str, QPixmap] = {}
        self._marks = LabelMarks()

    # -- measures ---------------------------------------------------------------------------------------------

    @staticmethod
    def tile_size(edge: int, font: QFont) -> QSize:
        return QSize(edge + 2 * PADDING, PADDING + edge + NAME_GAP + QFontMetrics(font).height() + PADDING)

    @staticmethod
    def button_rect(tile: QRect) -> QRect:
        """Where the hovered tile shows its "Find similar" button."""
        right = tile.right() + 1 - PADDING - BUTTON_INSET
        return QRect(right - BUTTON, tile.top() + PADDING + BUTTON_INSET, BUTTON, BUTTON)

    def prepare(self, palette: QPalette, font: QFont, edge: int, ratio: float, focused: bool) -> None:
        """Take over the looks of the coming repaint; what was kept for other looks is dropped."""
        key = (palette.cacheKey(), font.toString(), edge, ratio, focused)
        if key == self._key:
            return
        if font != self._font or edge != self._edge:
            self._texts.clear()
        self._badges.clear()
        self._cards.clear()
        self._marks.clear()
        self._key, self._font, self._edge, self._ratio = key, QFont(font), edge, ratio
        self._colours = _TileColours.of(palette, focused)

    # -- painting ---------------------------------------------------------------------------------------------

    def paint(
        self,
        painter: QPainter,
        rect: QRect,
        tile: CachedTile | None,
        distance: float | int | None,
        state: TileState,
        labels: tuple[Label, ...] = (),
        nearness: str = "",
    ) -> None:
        if state.selected or state.hovered or state.current:
            self._paint_frame(painter, rect, state)
        box = QRect(rect.left() + PADDING, rect.top() + PADDING, self._edge, self._edge)
        shown = self._paint_picture(painter, box, tile, rejected=state.decided is False)
        if tile is not None:
            self._paint_name(painter, rect, tile.name, nearness, state.selected)
            if tile.missing and tile.pixmap is not None:
                self._paint_missing_mark(painter, shown)
            if tile.files > 1:
                self._paint_files(painter, shown, tile)
        if distance is not None:
            badge = self._badge(number(distance, ".4g"))
            painter.drawPixmap(QPointF(shown.left() + BUTTON_INSET, shown.top() + BUTTON_INSET), badge)
        if labels:
            self._paint_labels(painter, shown, labels, beside=state.decided is not None)
        if state.decided is not None:
            self._paint_decision(painter, shown, state.decided)
        if state.hovered:
            self._paint_button(painter, rect, state.button_hovered)

    def _paint_frame(self, painter: QPainter, rect: QRect, state: TileState) -> None:
        colours = self._colours
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(colours.selected if state.selected else colours.hover)
        if state.current:
            painter.setPen(QPen(colours.current_line, 2.0))
        elif state.selected:
            painter.setPen(QPen(colours.selected_line, 1.0))
        else:
            painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), TILE_CORNER, TILE_CORNER)

    def _paint_picture(self, painter: QPainter, box: QRect, tile: CachedTile | None, rejected: bool) -> QRectF:
        """The picture, or a card in its place; gives back where it was painted."""
        pixmap = tile.pixmap if tile is not None else None
        if tile is None or pixmap is None:
            kind = "" if tile is None else "picture" if tile.pending else "crossed"
            painter.drawPixmap(box.topLeft(), self._card(kind))
            return QRectF(box)
        edge = round(self._edge * self._ratio)
        shrink = edge / (tile.edge or edge) / self._ratio
        target = self._centred(box, pixmap.width() * shrink, pixmap.height() * shrink)
        if tile.missing or rejected:
            painter.setOpacity(MISSING_OPACITY)
        # Decoded for another size: smoothed as well as can be until the right one comes.
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, tile.edge != edge)
        painter.drawPixmap(target, pixmap, QRectF(pixmap.rect()))
        painter.setOpacity(1.0)
        return target

    def _centred(self, box: QRect, width: float, height: float) -> QRectF:
        """On whole device pixels, or a picture that fits exactly would be resampled and blur."""
        ratio = self._ratio
        x = round((box.left() + (self._edge - width) / 2) * ratio) / ratio
        y = round((box.top() + (self._edge - height) / 2) * ratio) / ratio
        return QRectF(x, y, width, height)

    def _paint_name(self, painter: QPainter, rect: QRect, name: str, nearness: str, selected: bool) -> None:
        """Behind how near it is, in words: those are read whole, of a long name then only the beginning."""
        line = f"{nearness} · {name}" if nearness else name
        text, width = self._texts.get(line) or self._laid_out(line, bool(nearness))
        painter.setFont(self._font)
        painter.setPen(self._colours.text if selected else self._colours.name)
        x = rect.left() + (rect.width() - width) / 2
        painter.drawStaticText(QPointF(round(x), rect.top() + PADDING + self._edge + NAME_GAP), text)

    def _laid_out(self, line: str, from_the_left: bool) -> tuple[QStaticText, float]:
        if len(self._texts) >= MAX_TEXTS:
            self._texts.clear()
        cut = Qt.TextElideMode.ElideRight if from_the_left else Qt.TextElideMode.ElideMiddle
        elided = QFontMetricsF(self._font).elidedText(line, cut, self._edge)
        text = QStaticText(elided)
        text.setTextFormat(Qt.TextFormat.PlainText)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        text.setTextOption(option)
        text.prepare(font=self._font)
        self._texts[line] = text, text.size().width()
        return self._texts[line]

    def _paint_missing_mark(self, painter: QPainter, shown: QRectF) -> None:
        inner = self._paint_disc(painter, QRectF(shown.right() - 29, shown.bottom() - 29, 24, 24))
        glyphs.draw_glyph(painter, glyphs.crossed_picture(), inner, self._colours.text, 1.4)

    def _paint_files(self, painter: QPainter, shown: QRectF, tile: CachedTile) -> None:
        """How many there are, at the bottom on the right, or beside the mark of a missing one there."""
        badge = self._badge(f"× {tile.files}")
        right = shown.right() - (32 if tile.missing else 4)
        size = badge.deviceIndependentSize()
        painter.drawPixmap(QPointF(right - size.width(), shown.bottom() - size.height() - 4), badge)

    def _paint_labels(self, painter: QPainter, shown: QRectF, labels: tuple[Label, ...], beside: bool) -> None:
        """At the bottom, or `beside` the mark of a decision there."""
        marks = self._marks.of(labels, self._font, self._ratio, self._colours.text, self._colours.badge)
        height = marks.height() / self._ratio
        left = shown.left() + (32 if beside else 4)
        painter.drawPixmap(QPointF(left, shown.bottom() - height - (8 if beside else 4)), marks)

    def _paint_decision(self, painter: QPainter, shown: QRectF, same: bool) -> None:
        inner = self._paint_disc(painter, QRectF(shown.left() + 5, shown.bottom() - 29, 24, 24))
        path, colour = glyphs.cross(), self._colours.not_the_same
        if same:
            path, colour = glyphs.tick(), self._colours.same
        glyphs.draw_glyph(painter, path, inner.adjusted(1, 1, -1, -1), colour, 2.4)

    def _paint_disc(self, painter: QPainter, disc: QRectF) -> QRectF:
        """A disc on the picture; gives back where in it a mark belongs."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._colours.badge_line)
        painter.setBrush(self._colours.badge)
        painter.drawEllipse(disc)
        return disc.adjusted(5, 5, -5, -5)

    def _paint_button(self, painter: QPainter, rect: QRect, hovered: bool) -> None:
        circle = QRectF(self.button_rect(rect))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._colours.badge, 1.5))
        painter.setBrush(self._colours.button_hovered if hovered else self._colours.button)
        painter.drawEllipse(circle.adjusted(0.75, 0.75, -0.75, -0.75))
        inner = circle.adjusted(7, 7, -7, -7)
        glyphs.draw_glyph(painter, glyphs.magnifier(), inner, self._colours.button_glyph, 1.8)

    # -- kept pixmaps -----------------------------------------------------------------------------------------

    def _badge(self, text: str) -> QPixmap:
        if text not in self._badges:
            self._badges[text] = self._drawn_badge(text)
        return self._badges[text]

    def _drawn_badge(self, text: str) -> QPixmap:
        font = QFont(self._font)
        font.setWeight(QFont.Weight.DemiBold)
        metrics = QFontMetrics(font)
        height = metrics.height() + 4
        pixmap = self._blank(max(height, metrics.horizontalAdvance(text) + 12), height)
        pill = QRectF(0.5, 0.5, pixmap.width() / self._ratio - 1, height - 1)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._colours.badge_line)
        painter.setBrush(self._colours.badge)
        painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2)
        painter.setFont(font)
        painter.setPen(self._colours.text)
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, text)
        painter.end()
        return pixmap

    def _card(self, kind: str) -> QPixmap:
        if kind not in self._cards:
            self._cards[kind] = self._drawn_card(kind)
        return self._cards[kind]

    def _drawn_card(self, kind: str) -> QPixmap:
        pixmap = self._blank(self._edge, self._edge)
        box = QRectF(0, 0, self._edge, self._edge)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._colours.card)
        painter.drawRoundedRect(box, PICTURE_CORNER, PICTURE_CORNER)
        if kind:
            side = max(26.0, self._edge * 0.24)
            square = QRectF(box.center().x() - side / 2, box.center().y() - side / 2, side, side)
            path = glyphs.picture() if kind == "picture" else glyphs.crossed_picture()
            glyphs.draw_glyph(painter, path, square, self._colours.glyph, 2.0)
        painter.end()
        return pixmap

    def _blank(self, width: int, height: int) -> QPixmap:
        pixmap = QPixmap(QSize(width, height) * self._ratio)
        pixmap.setDevicePixelRatio(self._ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        return pixmap


def _faded(colour: QColor, alpha: float) -> QColor:
    faded = QColor(colour)
    faded.setAlphaF(alpha)
    return faded
