"""A picture of what a strictness admits: the two that are least alike among the groups."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.copies.groups import LIKEST
from engine.copies.reviewing import ReviewGroup
from gui.copies.group_rows import GroupRows
from gui.copies.review_words import name_text
from gui.grid import glyphs
from gui.language import tr
from gui.widgets.plain_text import tool_tip
from gui.widgets.theme import SPACE_S, colours

SIDE = 52


class AdmittedPair(QWidget):
    def __init__(self, rows: GroupRows, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = rows
        self._group: ReviewGroup | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("What the strictness admits"))
        rows.pictures_came.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(2 * SIDE + SPACE_S, SIDE)

    def show_group(self, group: ReviewGroup | None) -> None:
        """The one that is least alike."""
        self._group = group
        said = "" if group is None else _words(group)
        self.setAccessibleDescription(said)
        self.setToolTip(tool_tip(said) if said else "")
        self._rows.want_beside(self.image_ids())
        self.update()

    def image_ids(self) -> list[int]:
        """Of the pictures that it shows."""
        return [] if self._group is None else [each.member.image_id for each in _ends(self._group)]

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for at, image_id in enumerate(self.image_ids()):
            box = QRectF(at * (SIDE + SPACE_S), 0, SIDE, SIDE)
            _paint(painter, self._rows.pixmap(image_id), box, self)


def _ends(group: ReviewGroup) -> tuple:  # type: ignore[type-arg]
    return group.members[0], group.members[-1]


def _words(group: ReviewGroup) -> str:
    first, last = map(name_text, _ends(group))
    return tr(
        "The least alike that are admitted: {first} and {last}, {likeness} of {most}",
        first=first,
        last=last,
        likeness=group.likeness,
        most=LIKEST,
    )


def _paint(painter: QPainter, pixmap: QPixmap | None, box: QRectF, widget: QWidget) -> None:
    if pixmap is None or pixmap.isNull():
        glyphs.draw_glyph(
            painter, glyphs.picture(), box.adjusted(14, 14, -14, -14), colours(widget.palette()).dim, 1.2
        )
        return
    size = pixmap.size().scaled(box.size().toSize(), Qt.AspectRatioMode.KeepAspectRatio)
    target = QRectF(0, 0, size.width(), size.height())
    target.moveCenter(box.center())
    painter.drawPixmap(target, pixmap, QRectF(pixmap.rect()))
