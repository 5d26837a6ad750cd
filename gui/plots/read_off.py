"""The values of a plot at one place: under the mouse, or by Left and Right, painted in a box and read out."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.language import tr
from gui.plots.axes import measured, number_text
from gui.plots.frame import Frame, PlotTitles
from gui.widgets.focus_ring import paint_focus_ring
from gui.widgets.later import Later
from gui.widgets.theme import SMALL, colours, sized

LEAP = 10  # places, by Page up and down
REPAINT_MILLISECONDS = 100  # a training reports more often than its plots can be painted
Value = tuple[str, str]  # of what, and how much


class ReadOff(QWidget):
    """The base of all plots; they say what is where, and paint it."""

    def __init__(self, labels: PlotTitles, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._labels = labels
        self._empty_text = ""
        self._at: float | None = None  # the x whose values are shown
        self._repaint = Later(REPAINT_MILLISECONDS, self.update, self)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    # -- what a plot says of itself -----------------------------------------------------------------------------

    def _places(self) -> list[float]:
        """Each x where there is something to read off, in order."""
        raise NotImplementedError

    def _values_at(self, x: float) -> list[Value]:
        raise NotImplementedError

    def _frame(self) -> Frame:
        raise NotImplementedError

    def _paint_values(self, painter: QPainter, frame: Frame) -> None:
        raise NotImplementedError

    def _at_rest(self) -> str:
        """What is read out while nothing is read off."""
        raise NotImplementedError

    def _are_named(self) -> bool:
        """Whether there are several, so that a value in the box needs its name."""
        return True

    def _shown_at(self, x: float) -> float:
        """Where the line through these values stands."""
        return x

    def _before_first(self) -> int:
        """From which place the keys begin."""
        return len(self._places()) - 1

    # -- what is shown ------------------------------------------------------------------------------------------

    def set_title(self, title: str) -> None:
        self._labels = PlotTitles(title, self._labels.x, self._labels.y)
        self._changed()

    def set_labels(self, x_label: str, y_label: str) -> None:
        """Of the axes."""
        self._labels = PlotTitles(self._labels.title, x_label, y_label)
        self._changed()

    def set_empty_text(self, text: str) -> None:
        """Why there is nothing to see, as long as there is nothing."""
        self._empty_text = text
        self._changed()

    def sizeHint(self) -> QSize:
        return QSize(360, 220)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 150)

    def _changed(self) -> None:
        places = self._places()
        if self._at not in places:
            self._at = None
        self.setAccessibleName(self._labels.title)
        if not places:
            self.setAccessibleDescription(self._empty_text or tr("Nothing to see yet"))
        else:
            self.setAccessibleDescription(self._at_rest() if self._at is None else self._spoken(self._at))
        self._repaint.soon()

    def _spoken(self, x: float) -> str:
        values = ", ".join(f"{name} {value}" for name, value in self._values_at(x))
        return f"{measured(self._labels.x, number_text(x))}: {values}"

    # -- reading off --------------------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if places := self._places():
            frame, mouse = self._frame(), event.position().x()
            across = frame.points([(self._shown_at(x), frame.y.low) for x in places])
            self._read(min(zip(places, across, strict=True), key=lambda each: abs(each[1].x() - mouse))[0])

    def leaveEvent(self, event: QEvent) -> None:
        self._read(None)

    def focusOutEvent(self, event: QEvent) -> None:
        self._read(None)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        places = self._places()
        steps = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_PageUp: -LEAP,
            Qt.Key.Key_PageDown: LEAP,
            Qt.Key.Key_Home: -len(places),
            Qt.Key.Key_End: len(places),
        }
        step = steps.get(Qt.Key(event.key()))
        if step is None or not places:
            super().keyPressEvent(event)
            return
        at = places.index(self._at) if self._at in places else self._before_first()
        self._read(places[max(0, min(len(places) - 1, at + step))])

    def _read(self, x: float | None) -> None:
        if x != self._at:
            self._at = x
            self._changed()
            self.update()

    # -- painting -----------------------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_focus_ring(painter, self)
        frame, something = self._frame(), bool(self._places())
        frame.paint(painter, ticks=something)
        if not something:
            painter.setPen(colours(self.palette()).dim)
            painter.setFont(self.font())
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(frame.area.adjusted(12, 0, -12, 0), flags, self._empty_text)
        self._paint_values(painter, frame)
        if self._at is not None:
            self._paint_readout(painter, frame, self._at)
        painter.end()

    def _paint_readout(self, painter: QPainter, frame: Frame, x: float) -> None:
        shades = colours(self.palette())
        at = frame.point(self._shown_at(x), frame.y.low).x()
        painter.setPen(QPen(shades.dim, 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(at, frame.area.top()), QPointF(at, frame.area.bottom()))
        values = self._values_at(x)
        lines = [measured(self._labels.x, number_text(x))]
        lines += [f"{name}: {value}" if self._are_named() else value for name, value in values]
        painter.setFont(sized(self.font(), SMALL))
        metrics = QFontMetricsF(painter.font())
        most = frame.area.width() - 12
        lines = [metrics.elidedText(line, Qt.TextElideMode.ElideMiddle, most) for line in lines]
        width = max(metrics.horizontalAdvance(line) for line in lines) + 12
        left = at + 8 if at + 8 + width < frame.area.right() else at - 8 - width
        left = max(left, frame.area.left())
        box = QRectF(left, frame.area.top() + 2, width, metrics.height() * len(lines) + 6)
        painter.setPen(QPen(shades.line, 1))
        painter.setBrush(self.palette().color(QPalette.ColorRole.ToolTipBase))
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(self.palette().color(QPalette.ColorRole.ToolTipText))
        painter.drawText(box.adjusted(6, 3, -6, -3), Qt.AlignmentFlag.AlignLeft, "\n".join(lines))
