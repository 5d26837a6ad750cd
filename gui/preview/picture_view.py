"""One picture, fitted into its widget or zoomed, panned and turned, by mouse, keyboard and fingers."""

from typing import cast

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
    QShowEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from gui.language import tr
from gui.preview.badge import badge_rect, paint_badge, paint_sentence
from gui.preview.crop import CropOverlay, centred_half
from gui.preview.pyramid import Pyramid
from gui.preview.turning import turned_size, unturned_rect
from gui.preview.viewport import ShownPart, Viewport
from gui.widgets.later import Later
from gui.widgets.pinching import Pinching
from gui.widgets.theme import SPACE_M

KEY_ZOOM = 1.25
PATIENCE_MS = 1500  # a fitted picture is mostly a first version, with a better one on its way
WHEEL_ZOOM = 1.0015  # per eighth of a degree: 20 % a notch, and smooth on a touchpad
PAN_SHARE = 8  # an arrow moves by this part of the view
_ARROWS = {
    Qt.Key.Key_Left: QPoint(1, 0),
    Qt.Key.Key_Right: QPoint(-1, 0),
    Qt.Key.Key_Up: QPoint(0, 1),
    Qt.Key.Key_Down: QPoint(0, -1),
}
_ZOOM_IN = (Qt.Key.Key_Plus, Qt.Key.Key_Equal)
_KEYS = {*_ZOOM_IN, Qt.Key.Key_Minus, Qt.Key.Key_0, Qt.Key.Key_1, Qt.Key.Key_C, Qt.Key.Key_Z}
_DISTORTED, _SMOOTH = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
_NO_COMMAND = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier


class PictureView(QWidget):
    """Shows an image that may be a reduced version of its original.

    Wheel, pinching, + and - zoom, 0 fits, 1 shows 100 %, dragging and arrows pan, a double click or Z changes
    between fitted and 100 %, C starts choosing a part.

    Signals: `crop_chosen(QRect)` in original pixels, `crop_mode_changed(bool)`, `more_pixels_wanted()` once
    per image when more pixels are shown than the image given holds, `view_changed()` after a zoom or pan.
    """

    crop_chosen = Signal(QRect)
    crop_mode_changed = Signal(bool)
    more_pixels_wanted = Signal()
    view_changed = Signal()

    def __init__(self, parent: QWidget | None = None, with_parts: bool = True, with_one: bool = True) -> None:
        """`with_parts`: a part can be chosen, by C; `with_one`: 1 shows 100 %, where it gives no label."""
        super().__init__(parent)
        left_out = {Qt.Key.Key_C: with_parts, Qt.Key.Key_1: with_one}
        self._keys = {key for key in _KEYS if left_out.get(key, True)}
        self._pyramid = Pyramid()
        self._turns = 0  # quarters, clockwise
        self._note = ""
        self._ring = True
        self._pinching = Pinching(self, self._zoom_by)
        self._scaled, self._scaled_of = QImage(), (0, 0)  # fitted; of which level of the pyramid, how often turned
        self._asked_for_more = False
        self._patience = Later(PATIENCE_MS, self._on_patience_ended, self)
        self._drag_from: QPointF | None = None
        self._viewport = Viewport()
        self._crop = CropOverlay(self._viewport, self)
        self._crop.chosen.connect(self._on_part_chosen)
        self._crop.cancelled.connect(self.stop_crop)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(120, 120)
        self.setAccessibleName(tr("Picture"))
        self.setAccessibleDescription(_keys_text("1" if with_one else "Z", with_parts))

    def sizeHint(self) -> QSize:
        return QSize(320, 320)

    def set_image(self, image: QImage | None, full_size: QSize | None = None, keep_view: bool = False) -> None:
        """Show `image`, of an original of `full_size`.

        `keep_view` is for a better version of the same picture: zoom, place and a part being chosen stay.
        """
        image = image if image is not None and not image.isNull() else None
        full = turned_size(_known_size(image, full_size), self._turns)
        if not (keep_view and full == self._viewport.full):
            self.stop_crop()
            self._pyramid.clear()
            self._scaled = QImage()
            self._viewport.show(full)
        if image is not None:
            self._pyramid.add(image)
        self._asked_for_more = False
        self._patience.stop()
        self._changed()

    def has_image(self) -> bool:
        return bool(self._pyramid)

    def held(self) -> QSize:
        """Of the best version that it was given."""
        return self._pyramid.largest.size() if self._pyramid else QSize()

    def turns(self) -> int:
        return self._turns

    def turn(self, turns: int) -> None:
        """Show it turned by so many quarters, clockwise; the file stays as it is."""
        if turns % 4 != self._turns:
            self.stop_crop()
            full = turned_size(self._viewport.full, (turns - self._turns) % 4)
            self._turns = turns % 4
            self._viewport.show(full)
            self._changed()

    def set_note(self, note: str) -> None:
        """A sentence over the picture, or in its place."""
        if note != self._note:
            self._note = note
            self.update()

    def set_ring(self, ring: bool) -> None:
        """Whether a line around it says that it has the focus."""
        if ring != self._ring:
            self._ring = ring
            self.update()

    def note(self) -> str:
        return self._note

    def zoom(self) -> float:
        """Screen pixels per original pixel."""
        return self._viewport.zoom

    def is_fitted(self) -> bool:
        return self._viewport.fitted

    def can_pan(self) -> bool:
        """Whether some of it lies beyond the edges."""
        return self._viewport.can_pan

    def image_rect(self) -> QRectF:
        """Where the whole picture lies, in the widget's coordinates."""
        return self._viewport.rect()

    def set_zoom(self, zoom: float, at: QPointF | None = None) -> None:
        if self._pyramid:
            self._viewport.zoom_to(zoom, at)
            self._changed()

    def _zoom_by(self, factor: float, at: QPointF) -> None:
        self.set_zoom(self.zoom() * factor, at)

    def fit(self) -> None:
        self._viewport.fit()
        self._changed()

    def part(self) -> ShownPart:
        return self._viewport.part()

    def show_part(self, part: ShownPart) -> None:
        """As another view shows it of its picture."""
        if self._pyramid:
            self._viewport.show_part(part)
            self._changed()

    # Choosing a part

    def is_cropping(self) -> bool:
        return self._crop.isVisibleTo(self)

    def start_crop(self, with_rectangle: bool = True) -> None:
        """Choose a part, from a centred rectangle or by drawing one."""
        if not self._pyramid or self.is_cropping():
            return
        self._drag_from = None
        self._crop.setGeometry(self.rect())
        self._crop.start(centred_half(self._viewport.full) if with_rectangle else QRect())
        self.crop_mode_changed.emit(True)

    def stop_crop(self) -> None:
        if not self.is_cropping():
            return
        focused = QApplication.focusWidget()
        had_focus = focused is not None and (focused is self._crop or self._crop.isAncestorOf(focused))
        self._crop.hide()
        if had_focus:
            self.setFocus()
        self.crop_mode_changed.emit(False)

    def _on_part_chosen(self, part: QRect) -> None:
        self.stop_crop()
        self.crop_chosen.emit(unturned_rect(part, self._viewport.full, self._turns))

    # Mouse and keyboard

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta().y()
        if not self._pyramid or not turned:
            event.ignore()
            return
        self._zoom_by(WHEEL_ZOOM**turned, event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        buttons = (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton)
        if event.button() in buttons and self._viewport.can_pan:
            self._drag_from = event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._drag_from is None:
            super().mouseMoveEvent(event)
            return
        self._viewport.pan(event.position() - self._drag_from)
        self._drag_from = event.position()
        self._changed()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._drag_from = None
        self._changed()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.change_size(event.position())

    def change_size(self, at: QPointF | None = None) -> None:
        """From fitted to 100 %, or back."""
        if self._viewport.fitted:
            self.set_zoom(1.0, at)
        else:
            self.fit()

    def event(self, event: QEvent) -> bool:
        if self._pyramid and not self.is_cropping() and self._pinching.takes(event):
            return True
        if event.type() == QEvent.Type.DevicePixelRatioChange:  # on another screen
            self._viewport.resize(QSizeF(self.size()), self.devicePixelRatioF())
            self._ask_for_more()
        # Where keys of the window assign labels, these are ours while the picture has the focus.
        if event.type() == QEvent.Type.ShortcutOverride and self._is_ours(cast(QKeyEvent, event)):
            event.accept()
            return True
        return super().event(event)

    def _is_ours(self, event: QKeyEvent) -> bool:
        if not self.has_image() or event.modifiers() & ~_NO_COMMAND:
            return False
        return event.key() in self._keys or (event.key() in _ARROWS and self._viewport.can_pan)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if not self._is_ours(event):
            super().keyPressEvent(event)
        elif key in _ZOOM_IN:
            self.set_zoom(self.zoom() * KEY_ZOOM)
        elif key == Qt.Key.Key_Minus:
            self.set_zoom(self.zoom() / KEY_ZOOM)
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key == Qt.Key.Key_1:
            self.set_zoom(1.0)
        elif key == Qt.Key.Key_Z:
            self.change_size()
        elif key == Qt.Key.Key_C:
            self.start_crop()
        else:
            self._pan(_ARROWS[key])

    def _pan(self, direction: QPoint) -> None:
        x = direction.x() * self.width() / PAN_SHARE
        y = direction.y() * self.height() / PAN_SHARE
        self._viewport.pan(QPointF(x, y))
        self._changed()

    # Painting

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._viewport.resize(QSizeF(self.size()), self.devicePixelRatioF())
        self._crop.setGeometry(self.rect())
        super().resizeEvent(event)
        self._ask_for_more()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ask_for_more()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.Base))
        if self._pyramid:
            self._viewport.resize(QSizeF(self.size()), self.devicePixelRatioF())  # another screen, perhaps
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            self._paint_picture(painter, self.image_rect())
            if not self._viewport.fitted:
                self._paint_zoom(painter)
        if self._note:
            self._paint_note(painter)
        if self._ring and self.hasFocus():
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Accent), 1))
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def _paint_picture(self, painter: QPainter, place: QRectF) -> None:
        if self._viewport.fitted:
            drawn = self._fitted_to(place)
            painter.drawImage(place.topLeft(), drawn)
            return
        painter.save()
        painter.translate(place.center())
        painter.rotate(90 * self._turns)
        lying = QRectF(QPointF(), turned_size(place.size(), self._turns))
        lying.moveCenter(QPointF())
        painter.drawImage(lying, self._pyramid.best_for(lying.width() * self.devicePixelRatioF()))
        painter.restore()

    def _fitted_to(self, place: QRectF) -> QImage:
        """The picture in just the size of this place, and turned: once, not at each paint."""
        ratio = self.devicePixelRatioF()
        size = turned_size((place.size() * ratio).toSize().expandedTo(QSize(1, 1)), self._turns)
        best = self._pyramid.best_for(size.width())
        if self._scaled_of != (best.cacheKey(), self._turns) or not _is_about(
            self._scaled.size(), turned_size(size, self._turns)
        ):
            self._scaled_of = (best.cacheKey(), self._turns)
            fitting = QImage(best) if _is_about(best.size(), size) else best.scaled(size, _DISTORTED, _SMOOTH)
            self._scaled = fitting.transformed(QTransform().rotate(90 * self._turns)) if self._turns else fitting
            self._scaled.setDevicePixelRatio(ratio)
        return self._scaled

    def _paint_note(self, painter: QPainter) -> None:
        room = QRectF(self.rect()).adjusted(SPACE_M, SPACE_M, -SPACE_M, -SPACE_M)
        paint_sentence(painter, self.palette(), self._note, room, in_the_middle=not self._pyramid)

    def _paint_zoom(self, painter: QPainter) -> None:
        text = f"{round(self.zoom() * 100)} %"
        box = badge_rect(painter, text)
        box.moveBottomLeft(QPointF(SPACE_M, self.height() - SPACE_M))
        paint_badge(painter, self.palette(), text, box.center())

    def _changed(self) -> None:
        if self._drag_from is None:
            hand = Qt.CursorShape.OpenHandCursor if self._viewport.can_pan else Qt.CursorShape.ArrowCursor
            self.setCursor(hand)
        self._crop.update()
        self.update()
        self.view_changed.emit()
        self._ask_for_more()

    def _ask_for_more(self) -> None:
        """At once when a person zooms in, after a while when a fitted picture stays coarse."""
        if not self._is_coarse() or self._asked_for_more:
            return
        if self._viewport.fitted:
            self._patience.start()
        else:
            self._on_patience_ended()

    def _on_patience_ended(self) -> None:
        if self._is_coarse() and not self._asked_for_more:
            self._asked_for_more = True
            self.more_pixels_wanted.emit()

    def _is_coarse(self) -> bool:
        if not self._pyramid or not self.isVisible():
            return False
        held = turned_size(self.held(), self._turns).width()
        shown = self.image_rect().width() * self.devicePixelRatioF()
        return held < self._viewport.full.width() and shown > 1.01 * held


def _known_size(image: QImage | None, full_size: QSize | None) -> QSize:
    if image is None:
        return QSize()
    return image.size() if full_size is None or full_size.isEmpty() else QSize(full_size)


def _is_about(size: QSize, wanted: QSize) -> bool:
    """But for what rounding may do."""
    return abs(size.width() - wanted.width()) <= 1 and abs(size.height() - wanted.height()) <= 1


def _keys_text(full: str, with_parts: bool) -> str:
    """`full` is the key for 100 %."""
    if with_parts:
        return tr(
            "Plus and minus zoom, 0 fits, {full} shows 100 %, arrows pan, C chooses a part to search for", full=full
        )
    return tr("Plus and minus zoom, 0 fits, {full} shows 100 %, arrows pan", full=full)
