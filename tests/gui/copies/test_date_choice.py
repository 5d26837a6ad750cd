"""From when pictures are to be, whatever the language."""

import pytest
from PySide6.QtWidgets import QWidget

from gui.copies.date_choice import DateChoice, DateSpan

DATES = ["2024-07-31", "2024-05-01", "2022-01-02"]


@pytest.mark.usefixtures("another_language")
def test_years_and_days_are_chosen_in_every_language(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    choice = DateChoice(parent)
    choice.show_dates(DATES)
    shown = [choice.years.itemText(row) for row in range(choice.years.count())]
    assert shown == ["¡Any date!", "2024", "2022", "", "¡From … to …!"]
    assert choice.span() is None
    choice.years.setCurrentIndex(1)
    assert choice.span() == DateSpan("2024-01-01", "2024-12-31")
    choice.years.setCurrentIndex(4)
    choice.years.activated.emit(4)
    assert choice.span() == DateSpan("2022-01-02", "2024-07-31")
    choice.show_dates(DATES[:2])
    assert choice.years.currentText() == "¡From … to …!", "it stays when other dates come"
    assert choice.span() == DateSpan("2022-01-02", "2024-07-31")
