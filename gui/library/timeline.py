"""The timeline at the right edge of the grid: months as bars, to go to or to choose from."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractSlider, QApplication, QSizePolicy, QToolButton, QToolTip, QWidget

from engine.search.date_words import Month
from engine.sentences import said
from gui.language import tr
from gui.library.timeline_bars import TimelineBars, month_name, name_of, pictures
from gui.widgets.focus_ring import paint_focus_ring
from gui.widgets.icons import icon
from gui.widgets.plain_text import tool_tip
from gui.widgets.theme import CORNER, SMALL, SPACE_S, colours, mixed, sized

WIDTH, YEARS = 78, 36  # of all, and of the years at its left
MARGIN = 6
ROOM = 460  # of the grid and the timeline together; with less there is none, the pictures need it
ROOM_FOR_NAMES = 13.0  # pixels a month
CROSS = 16
HINT = said("Arrows go to another month, Shift with them takes several, Enter goes there or shows these alone")
Ends = tuple[Month | None, Month | None]


class Timeline(QAbstractSlider):
    """Its value is the place of the month that the keys are at; a screen reader hears which that is.

    Signals:
        month_chosen(Month): a click on it, or Enter.
        months_chosen(Month, Month): the first and the last of several, drawn over or extended to.
        range_removed(): all months again.
    """

    month_chosen = Signal(object)
    months_chosen = Signal(object, object)
    range_removed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counted: dict[Month, int] = {}
        self._newest_first = True
        self._bars = TimelineBars()
        self._range: Ends | None = None  # of the pictures that are shown
        self._held: int | None = None  # where a range begins that is being drawn or extended
        self._drawing, self._pressed_at = False, 0.0
        self._waiting: tuple[Mapping[Month, int], bool] | None = None  # what came while a range was drawn
        self._hovered: int | None = None
        self._is_on, self._room, self._covered = True, ROOM, False
        self._expects = False  # months will come
        self.cross = QToolButton(self)
        self._set_up()
        self._fit()

    def _set_up(self) -> None:
        self.setAccessibleName(tr("Timeline"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setFixedWidth(WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.cross.setIcon(icon("close"))
        self.cross.setIconSize(QSize(CROSS - 4, CROSS - 4))
        self.cross.setFixedSize(CROSS, CROSS)
        self.cross.setAutoRaise(True)
        self.cross.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.cross.setToolTip(tr("Pictures of any date again (Escape)"))
        self.cross.setAccessibleName(tr("Pictures of any date again"))
        self.cross.clicked.connect(self.range_removed)
        self.cross.hide()
        self.valueChanged.connect(self._on_value_changed)

    # -- what is shown ------------------------------------------------------------------------------------------

    def set_months(self, counted: Mapping[Month, int], newest_first: bool) -> None:
        """The keys stay at their month, as far as it is still there."""
        if self._drawing:
            self._waiting = counted, newest_first
            return
        self._expects = False
        if (counted, newest_first) == (self._counted, self._newest_first):
            self._fit()
            return
        at = self.month()
        self._counted, self._newest_first, self._held = dict(counted), newest_first, None
        self._lay_out()
        self.blockSignals(True)
        self.setRange(0, max(0, len(self._bars.months) - 1))
        if at is not None and self._bars.months:
            nearest = min(range(len(self._bars.months)), key=lambda place: _apart(self._bars.months[place], at))
            self.setValue(nearest)
        self.blockSignals(False)
        self._describe()
        self._fit()

    def expect_months(self) -> None:
        """It takes its room before they are read, so that pictures do not move when they are."""
        self._expects = True
        self._fit()

    def months(self) -> tuple[Month, ...]:
        """As they are shown, from the top."""
        return self._bars.months

    def set_range(self, ends: Ends | None) -> None:
        """Which months the pictures that are shown are from; None: from any."""
        if ends != self._range:
            self._range = ends
            self._place_cross()
            self._describe()
            self.update()

    def month(self) -> Month | None:
        """Where the keys are."""
        return self._bars.months[self.value()] if self.value() < len(self._bars.months) else None

    def turn(self, on: bool) -> None:
        """Shown or not, as a person has chosen."""
        self._is_on = on
        self._fit()

    @property
    def is_on(self) -> bool:
        return self._is_on

    def set_room(self, width: int) -> None:
        """How wide the grid and the timeline are together."""
        self._room = width
        self._fit()

    def set_covered(self, covered: bool) -> None:
        """A page stands in the place of the grid."""
        self._covered = covered
        self._fit()

    def _fit(self) -> None:
        shows = self._expects or bool(self._bars.months)
        self.setVisible(self._is_on and shows and self._room >= ROOM and not self._covered)
        self.update()

    def _lay_out(self) -> None:
        height = self.height() - 2 * MARGIN
        self._bars = TimelineBars.of(self._counted, self._newest_first, MARGIN, height)
        self._hovered = None
        self._place_cross()

    def _chosen(self) -> range:
        """The months that are being drawn over or extended to, else those of the range."""
        if self._held is not None:
            first, last = sorted((self._held, self.value()))
            return range(first, last + 1)
        return self._bars.places_between(*self._range) if self._range is not None else range(0)

    def _place_cross(self) -> None:
        self.cross.setVisible(self._range is not None)
        if self._range is not None:
            inside = self._bars.places_between(*self._range)
            top = self._bars.top_of(inside.start) if inside else MARGIN
            self.cross.move(self.width() - CROSS - 1, round(min(top, max(MARGIN, self.height() - CROSS - 1))))

    def _describe(self) -> None:
        self.setAccessibleDescription(f"{self._said(self.value())}. {tr(HINT)}" if self._bars.months else tr(HINT))

    def _said(self, place: int) -> str:
        """A month, or several, with their pictures."""
        several = self._chosen() if self._held is not None else range(0)
        if len(several) < 2:
            return f"{name_of(self._bars.months[place])}, {pictures(self._bars.counts[place])}"
        ends = sorted((self._bars.months[several[0]], self._bars.months[several[-1]]))
        count = sum(self._bars.counts[each] for each in several)
        first, last = map(name_of, ends)
        return tr("{first} to {last}, {pictures}", first=first, last=last, pictures=pictures(count))

    def _on_value_changed(self, value: int) -> None:
        self._describe()
        self.update()

    # -- mouse --------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self._bars.months:
            event.ignore()
            return
        place, self._pressed_at = self._bars.place_at(event.position().y()), event.position().y()
        self._held, self._drawing = place, True
        self.setValue(place)
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self._bars.months:
            return
        place = self._bars.place_at(event.position().y())
        if self._drawing and (self.value() != self._held or self._is_pulled(event)):
            self.setValue(place)
            self._show_tip(event.globalPosition().toPoint())
        if place != self._hovered:
            self._hovered = place
            self.update()

    def _is_pulled(self, event: QMouseEvent) -> bool:
        """Months may be a pixel high; a hand that trembles still clicks on one."""
        return abs(event.position().y() - self._pressed_at) >= QApplication.startDragDistance() // 2

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._drawing:
            self._choose()

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = None
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # nothing moves here

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self._bars.months:
            self._hovered = self._bars.place_at(event.pos().y())
            self._show_tip(event.globalPos())
            return True
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._takes(event):
            event.accept()
            return True
        return super().event(event)

    def _show_tip(self, point: QPoint) -> None:
        place = self.value() if self._drawing or self._hovered is None else self._hovered
        QToolTip.showText(point, tool_tip(self._said(place)), self)

    # -- keys ---------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = self._step(Qt.Key(event.key()))
        if step is not None:
            self._go(step, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self._bars.months:
            self._choose()
        elif event.key() == Qt.Key.Key_Escape and self._held is not None:
            self._let_go()
        elif event.key() == Qt.Key.Key_Escape and self._range is not None:
            self.range_removed.emit()
        else:
            event.ignore()

    def _takes(self, event: QKeyEvent) -> bool:
        """Escape is about the range as long as there is one; the query is left by the next."""
        return event.key() == Qt.Key.Key_Escape and (self._held is not None or self._range is not None)

    def _step(self, key: Qt.Key) -> int | None:
        steps = {
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_PageUp: -12,
            Qt.Key.Key_PageDown: 12,
            Qt.Key.Key_Home: -len(self._bars.months),
            Qt.Key.Key_End: len(self._bars.months),
        }
        return steps.get(key)

    def _go(self, step: int, extending: bool) -> None:
        if not extending:
            self._held = None
        elif self._held is None:
            self._held = self.value()
        self.setValue(self.value() + step)
        self._describe()
        self.update()

    def _choose(self) -> None:
        several = self._chosen() if self._held is not None else range(0)
        months, month = [self._bars.months[place] for place in several], self.month()
        self._let_go()
        if len(months) > 1:
            self.months_chosen.emit(min(months), max(months))
        elif month is not None:
            self.month_chosen.emit(month)

    def _let_go(self) -> None:
        self._held, self._drawing = None, False
        if self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            self.set_months(*waiting)
        self._describe()
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._let_go()

    # -- painting -----------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 200)

    def minimumSizeHint(self) -> QSize:
        return QSize(WIDTH, 40)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.Base))
        painter.setFont(sized(self.font(), SMALL))
        self._paint_range(painter)
        self._paint_bars(painter)
        self._paint_years(painter)
        paint_focus_ring(painter, self)
        painter.end()

    def _rect(self, first: int, last: int) -> QRectF:
        top = self._bars.top_of(first)
        return QRectF(1, top, self.width() - 2, max(2.0, self._bars.top_of(last + 1) - top))

    def _paint_range(self, painter: QPainter) -> None:
        accent = self.palette().color(QPalette.ColorRole.Accent)
        if chosen := self._chosen():
            painter.setPen(QPen(accent, 1))
            painter.setBrush(mixed(self.palette().color(QPalette.ColorRole.Base), accent, 0.16))
            painter.drawRoundedRect(self._rect(chosen[0], chosen[-1]), CORNER / 2, CORNER / 2)
        if self.hasFocus() and self._bars.months:
            painter.setPen(QPen(accent, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self._rect(self.value(), self.value()), CORNER / 2, CORNER / 2)

    def _paint_bars(self, painter: QPainter) -> None:
        bars, base = self._bars, self.palette().color(QPalette.ColorRole.Base)
        accent = self.palette().color(QPalette.ColorRole.Accent)
        room = self.width() - YEARS - SPACE_S
        gap = 1.0 if bars.pitch >= 3 else 0.0
        named = bars.pitch >= ROOM_FOR_NAMES
        for place, month in enumerate(bars.months):
            colour = mixed(accent, base, 0.3 if place == self._hovered else 0.55)
            bar = QRectF(YEARS, bars.top_of(place), max(2.0, room * bars.length_of(place)), bars.pitch - gap)
            painter.fillRect(bar, colour)
            if named:
                painter.setPen(self.palette().color(QPalette.ColorRole.Text))
                rect = QRectF(YEARS + 3, bars.top_of(place), room, bars.pitch - gap)
                painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, month_name(month)[:3])

    def _paint_years(self, painter: QPainter) -> None:
        line = QFontMetricsF(painter.font()).height()
        painter.setPen(colours(self.palette()).dim)
        for top, year in self._bars.years(line):
            height = max(line, self._bars.pitch - 1)
            painter.drawText(QRectF(0, top, YEARS - SPACE_S, height), _RIGHT, str(year))


_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def _apart(one: Month, other: Month) -> int:
    return abs(12 * (one[0] - other[0]) + one[1] - other[1])
