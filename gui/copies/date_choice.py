"""From when the pictures are to be: any date, a year of which there are some, or from one day to another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QDate, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QDateEdit, QHBoxLayout, QWidget

from engine.sentences import said
from gui.language import tr
from gui.widgets.plain_label import plain_label
from gui.widgets.theme import SPACE_M

ANY_DATE, BETWEEN = said("Any date"), said("From … to …")


@dataclass(frozen=True, slots=True)
class DateSpan:
    """From one day to another, both included, as in 2024-05-31."""

    first: str
    last: str

    def holds(self, date: str) -> bool:
        """A date may be followed by the time of day."""
        return self.first <= date[: len(self.first)] <= self.last


class DateChoice(QObject):
    """The list of years stands in `years`, the two days in `days`, which is shown while they are asked for.

    Signals:
        chosen(DateSpan | None)
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._dates: list[str] = []
        self.years = QComboBox()
        self.years.setAccessibleName(tr("Date"))
        self.years.setToolTip(tr("Only groups with a picture of this year, or from between two days"))
        self.first, self.last = _day(tr("From this day")), _day(tr("To this day"))
        self.days = QWidget()
        row = QHBoxLayout(self.days)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_M)
        for caption, edit in ((tr("&From"), self.first), (tr("&to"), self.last)):
            label = plain_label(caption)
            label.setBuddy(edit)
            row.addWidget(label)
            row.addWidget(edit)
        row.addStretch(1)
        self.days.hide()
        self.show_dates([])
        self.years.activated.connect(self._on_activated)
        self.first.dateChanged.connect(self._on_first_changed)
        self.last.dateChanged.connect(self._on_last_changed)

    def span(self) -> DateSpan | None:
        """None: any date."""
        if self.years.currentData() == BETWEEN:
            return DateSpan(_text(self.first), _text(self.last))
        year = self.years.currentData()
        return None if year is None else DateSpan(f"{year}-01-01", f"{year}-12-31")

    def show_dates(self, dates: Sequence[str]) -> None:
        """There are pictures of these days, the latest first."""
        if list(dates) == self._dates and self.years.count():
            return
        chosen, self._dates = self.years.currentData(), list(dates)
        self.years.clear()
        self.years.addItem(tr(ANY_DATE))
        for year in dict.fromkeys(date[:4] for date in dates):
            self.years.addItem(year, year)
        if chosen not in (None, BETWEEN) and self.years.findData(chosen) < 0:
            self.years.addItem(chosen, chosen)  # none is left of that year; it is what was asked for
        self.years.insertSeparator(self.years.count())
        self.years.addItem(tr(BETWEEN), str(BETWEEN))
        self.years.setCurrentIndex(self.years.findData(chosen) if chosen else 0)

    def _on_activated(self, row: int) -> None:
        between = self.years.currentData() == BETWEEN
        if between and self.days.isHidden() and self._dates:
            for edit, date in ((self.first, self._dates[-1]), (self.last, self._dates[0])):
                _set_quietly(edit, QDate.fromString(date, Qt.DateFormat.ISODate))
        self.days.setVisible(between)
        if between:
            self.first.setFocus()
        self.chosen.emit(self.span())

    def _on_first_changed(self, day: QDate) -> None:
        if self.last.date() < day:
            _set_quietly(self.last, day)
        self.chosen.emit(self.span())

    def _on_last_changed(self, day: QDate) -> None:
        if day < self.first.date():
            _set_quietly(self.first, day)
        self.chosen.emit(self.span())


class DayEdit(QDateEdit):
    """A day that may be typed with hyphens or without. After the last digit of a part, Qt goes on to the next one
    by itself; a hyphen would then skip that."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() == "-" and self.lineEdit().hasSelectedText():
            event.accept()
        else:
            super().keyPressEvent(event)


def _day(name: str) -> DayEdit:
    edit = DayEdit()
    edit.setDisplayFormat("yyyy-MM-dd")
    edit.setCalendarPopup(True)
    edit.setKeyboardTracking(False)  # while a year is typed it is no year yet
    edit.setAccessibleName(name)
    edit.setToolTip(name)
    return edit


def _text(edit: QDateEdit) -> str:
    return edit.date().toString(Qt.DateFormat.ISODate)


def _set_quietly(edit: QDateEdit, day: QDate) -> None:
    blocked = edit.blockSignals(True)
    edit.setDate(day)
    edit.blockSignals(blocked)
