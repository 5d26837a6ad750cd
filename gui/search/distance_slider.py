"""A slider with two ends for the distances of the hits to show, over a histogram of the hits found.

Once there are labels, it is drawn over what distances mean instead: how far apart images are that share a label,
and how far those that do not. A line below says how many of the hits in the range would share a label; with no
limit to the distance it says nothing.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractSlider, QAbstractSpinBox, QGridLayout, QSizePolicy, QSpinBox, QWidget

from gui.language import tr
from gui.search.distance_caption import DistanceCaption
from gui.search.distance_shapes import LEGEND, Meaning, paint_shapes, right_sentence, right_text
from gui.widgets.later import Later
from gui.widgets.plain_text import tool_tip
from gui.widgets.theme import SPACE_S, colours, mixed

REPORT_EVERY_MS = 33
HANDLE_WIDTH = 9
TRACK_HEIGHT = 38
GROOVE = 3
_PAGES = 16  # Page Up and Down move by this part of the whole


class DistanceSlider(QWidget):
    """Both ends by mouse, keyboard or typed number.

    Signals: `range_changed(int, int)`, while dragging too, but at most about 30 times a second;
    `moved(int, int)`, with every step, for what can be told at once.
    """

    range_changed = Signal(int, int)
    moved = Signal(int, int)

    def __init__(self, bits: int = 64, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bits = bits
        self._reported = (0, bits)
        self._pace = Later(REPORT_EVERY_MS, self._on_pace_elapsed, self)
        self.smallest = _spin(tr("Smallest distance, typed"), tr("Smallest distance"))
        self.largest = _spin(tr("Largest distance, typed"), tr("Largest distance"))
        self.track = _Track()
        self.caption = DistanceCaption()
        self.caption.hide()
        self._meaning: Meaning | None = None
        self._lay_out()
        self.setAccessibleName(tr("Distance of the hits"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._place(0, bits)
        self.track.low.valueChanged.connect(self._on_handle_moved)
        self.track.high.valueChanged.connect(self._on_handle_moved)
        self.smallest.valueChanged.connect(self._on_number_typed)
        self.largest.valueChanged.connect(self._on_number_typed)

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(SPACE_S)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(1, 1)
        for column, widget in enumerate((self.smallest, self.track, self.largest)):
            grid.addWidget(widget, 0, column)
        grid.addWidget(self.caption, 1, 0, 1, 3)

    def bits(self) -> int:
        return self._bits

    def values(self) -> tuple[int, int]:
        return self.track.low.value(), self.track.high.value()

    def set_range(self, bits: int) -> None:
        """Distances go from 0 to `bits`. An end that stood at the old end goes to the new one."""
        low, high = self.values()
        at_end = high == self._bits
        if bits == self._bits:
            return  # told again and again; what is just being typed or dragged must not be disturbed
        self._bits = bits
        self.set_meaning(None)  # it was that of other codes
        self._show(min(low, bits), bits if at_end else min(high, bits))

    def set_values(self, low: int, high: int) -> None:
        """Show this range without reporting it."""
        high = min(max(high, 0), self._bits)
        low = min(max(low, 0), high)
        if (low, high) != self.values():  # the same range told back must not disturb a drag
            self._show(low, high)

    def set_histogram(self, counts: Sequence[int] | None) -> None:
        """How many hits lie at distance 0, 1, 2 and so on."""
        self.track.set_histogram(counts)

    def set_meaning(self, meaning: Meaning | None) -> None:
        """What distances mean in codes of the present length; None: nobody knows."""
        fits = meaning is not None and len(meaning.same_label_D) == self._bits + 1
        self._meaning = meaning if fits else None
        self.track.set_meaning(self._meaning)
        self.caption.setVisible(fits)
        self._tell()

    def meaning(self) -> Meaning | None:
        return self._meaning

    def _tell(self) -> None:
        """What the present range means, to the eye and to assistive technology."""
        meaning, text, sentence = self._meaning, "", ""
        low, high = self.values()
        # At any distance the share is that of any two images, which says nothing of these hits.
        if meaning is not None and (low, high) != (0, self._bits):
            share, pairs = meaning.share_right(low, high), meaning.pairs(low, high)
            text, sentence = right_text(share, pairs), right_sentence(low, high, share, pairs)
        self.caption.set_text(text, sentence)
        self.track.setToolTip(tool_tip(f"{sentence} {tr(LEGEND)}".strip()) if meaning is not None else "")
        for handle in (self.track.low, self.track.high):
            handle.setAccessibleDescription(sentence)

    def _show(self, low: int, high: int) -> None:
        self._pace.stop()
        self._place(low, high)
        self._reported = (low, high)

    def _place(self, low: int, high: int) -> None:
        """Each end is bounded by the other, so that Home and End stop where a person expects."""
        controls = (self.track.low, self.smallest, self.track.high, self.largest)
        before = [control.blockSignals(True) for control in controls]
        for lower in (self.track.low, self.smallest):
            lower.setRange(0, high)
            lower.setValue(low)
        for upper in (self.track.high, self.largest):
            upper.setRange(low, self._bits)
            upper.setValue(high)
        for control, was_blocked in zip(controls, before, strict=True):
            control.blockSignals(was_blocked)
        self.track.set_bits(self._bits)
        self._tell()

    def _on_handle_moved(self) -> None:
        self._move_to(self.track.low.value(), self.track.high.value())

    def _on_number_typed(self) -> None:
        self._move_to(self.smallest.value(), self.largest.value())

    def _move_to(self, low: int, high: int) -> None:
        self._place(low, high)
        self.moved.emit(low, high)
        if not self._pace.isActive():
            self._report()

    def _on_pace_elapsed(self) -> None:
        if self.values() != self._reported:
            self._report()

    def _report(self) -> None:
        self._reported = self.values()
        self._pace.start()
        self.range_changed.emit(*self._reported)


class _Track(QWidget):
    """The groove with its two handles and the histogram. Each distance has a column of equal width.

    The low handle stands left of its column and the high one right of its own, so they never overlap.
    """

    def __init__(self) -> None:
        super().__init__()
        self._bits = 1
        self._counts: list[int] = []
        self._meaning: Meaning | None = None
        self._dragged: _Handle | None = None
        self._grip = 0.0  # from the handle's inner edge to where it was taken
        self.low = _Handle(tr("Smallest distance"), self)
        self.high = _Handle(tr("Largest distance"), self)
        self.setFixedHeight(TRACK_HEIGHT)
        self.setMinimumWidth(90)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(220, TRACK_HEIGHT)

    def set_bits(self, bits: int) -> None:
        self._bits = bits
        for handle in (self.low, self.high):
            handle.setPageStep(max(1, bits // _PAGES))
        self._place_handles()

    def set_histogram(self, counts: Sequence[int] | None) -> None:
        self._counts = list(counts) if counts is not None else []
        self.update()

    def set_meaning(self, meaning: Meaning | None) -> None:
        self._meaning = meaning
        self.update()

    def _inner(self) -> QRectF:
        return QRectF(self.rect()).adjusted(HANDLE_WIDTH, 0, -HANDLE_WIDTH, 0)

    def _left_of(self, distance: int) -> float:
        inner = self._inner()
        return inner.left() + inner.width() * distance / (self._bits + 1)

    def _edge(self, handle: "_Handle") -> float:
        return self._left_of(handle.value() if handle is self.low else handle.value() + 1)

    def _place_handles(self) -> None:
        self.low.setGeometry(round(self._edge(self.low)) - HANDLE_WIDTH, 0, HANDLE_WIDTH, TRACK_HEIGHT)
        self.high.setGeometry(round(self._edge(self.high)), 0, HANDLE_WIDTH, TRACK_HEIGHT)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_handles()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        x = event.position().x()
        middle = (self._edge(self.low) + self._edge(self.high)) / 2
        handle = self.low if x < middle else self.high
        on_handle = handle.geometry().contains(event.position().toPoint())
        self._grip = x - self._edge(handle) if on_handle else 0.0
        self._dragged = handle
        handle.setFocus(Qt.FocusReason.MouseFocusReason)
        self._drag_to(x)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._drag_to(event.position().x())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._dragged = None

    def _drag_to(self, x: float) -> None:
        if self._dragged is None:
            return
        inner = self._inner()
        column = round((x - self._grip - inner.left()) / max(1.0, inner.width()) * (self._bits + 1))
        self._dragged.setValue(column if self._dragged is self.low else column - 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        strong = self.palette().color(QPalette.ColorRole.Accent)
        window = self.palette().color(QPalette.ColorRole.Window)
        faint = mixed(colours(self.palette()).dim, window, 0.55)
        inner = self._inner()
        if self._meaning is not None:
            area = inner.adjusted(0, 2, 0, -GROOVE - 3)
            paint_shapes(painter, area, self._meaning, self.low.value(), self.high.value(), self.palette())
        else:
            self._paint_histogram(painter, mixed(strong, window, 0.45), mixed(faint, window, 0.35))
        y = TRACK_HEIGHT - GROOVE - 2
        painter.fillRect(QRectF(inner.left(), y, inner.width(), GROOVE), faint)
        left, right = self._edge(self.low), self._edge(self.high)
        painter.fillRect(QRectF(left, y, right - left, GROOVE), strong)

    def _paint_histogram(self, painter: QPainter, inside: QColor, outside: QColor) -> None:
        highest = max(self._counts, default=0)
        if highest <= 0:
            return
        floor = TRACK_HEIGHT - GROOVE - 3.0
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # columns meet without seams
        for distance, count in enumerate(self._counts[: self._bits + 1]):
            if count <= 0:
                continue
            left, right = round(self._left_of(distance)), round(self._left_of(distance + 1))
            height = max(2.0, (floor - 2) * count / highest)
            shown = self.low.value() <= distance <= self.high.value()
            column = QRectF(left, floor - height, max(1, right - left), height)
            painter.fillRect(column, inside if shown else outside)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)


class _Handle(QAbstractSlider):
    """One end. A real slider to the keyboard and to assistive technology; the track moves it by mouse."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(name)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        accent = self.palette().color(QPalette.ColorRole.Accent)
        shades = colours(self.palette())
        box = QRectF(0.75, TRACK_HEIGHT - 22.75, HANDLE_WIDTH - 1.5, 22)
        painter.setPen(QPen(accent if self.hasFocus() else shades.dim, 1.5))
        painter.setBrush(accent if self.hasFocus() else self.palette().color(QPalette.ColorRole.Button))
        painter.drawRoundedRect(box, 3, 3)
        grip = self.palette().color(QPalette.ColorRole.Window) if self.hasFocus() else shades.dim
        painter.setPen(QPen(grip, 1))
        centre = box.center()
        painter.drawLine(QPointF(centre.x(), centre.y() - 4), QPointF(centre.x(), centre.y() + 4))


def _spin(name: str, tip: str) -> QSpinBox:
    spin = QSpinBox()
    spin.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
    spin.setAlignment(Qt.AlignmentFlag.AlignCenter)
    spin.setKeyboardTracking(False)  # a number half typed is not a distance
    spin.setAccessibleName(name)
    spin.setToolTip(tip)
    spin.lineEdit().setAcceptDrops(False)  # a picture dropped here is meant for the window
    spin.setFixedWidth(spin.fontMetrics().horizontalAdvance("0000") + 18)
    return spin
