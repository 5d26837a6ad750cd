"""One row a label: in order, marked in words where it is clearly worse, also with very many of them."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.training.labels_table import (
    CHANGE,
    FIRST,
    IMAGES,
    NAME,
    REMARK,
    ROWS,
    SECOND,
    LabelRow,
    LabelsTable,
    changed_rows,
)
from tests.gui.training.trained_results import label


@pytest.fixture
def table(qtbot: QtBot) -> LabelsTable:
    table = LabelsTable()
    qtbot.addWidget(table)
    table.resize(700, 300)
    return table


def texts(table: LabelsTable) -> list[list[str]]:
    items = [table.topLevelItem(row) for row in range(table.topLevelItemCount())]
    return [[item.text(column) for column in range(item.columnCount())] for item in items]


def test_a_row_says_what_there_is_to_know_of_its_label(table: LabelsTable) -> None:
    worse, few = label("hat", 0.6, 0.4, images=1200), label("shoe", 0.25, 0.5, held_out=3, images=12)
    table.show_rows(changed_rows([worse, few, label("skirt", 0.5, 0.5)]))
    assert texts(table) == [
        ["hat", "1,200", "0.600", "0.400", "▼ -0.200", "clearly worse"],
        ["shoe", "12", "0.250", "0.500", "▲ +0.250", "only 3 held out"],
        ["skirt", "100", "0.500", "0.500", "= 0.000", ""],
    ]
    item = table.topLevelItem(0)
    assert not item.icon(REMARK).isNull()
    assert table.topLevelItem(1).icon(REMARK).isNull()
    spoken = item.data(NAME, Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "hat, 1,200 pictures, mAP 0.600 and 0.400, clearly worse"


def test_of_one_version_there_is_nothing_to_compare(table: LabelsTable) -> None:
    table.show()
    table.set_heads("Built-in", None)
    table.show_rows(changed_rows([label("hat", 0.6, 0.6)]))
    assert [table.isColumnHidden(column) for column in (IMAGES, FIRST, SECOND, CHANGE)] == [
        False,
        False,
        True,
        True,
    ]
    table.set_heads("Built-in", "Mine")
    table.show_rows(changed_rows([label("hat", 0.6, 0.6)]))
    assert [table.headerItem().text(column) for column in (FIRST, SECOND)] == ["Built-in", "Mine"]
    assert not table.isColumnHidden(CHANGE)


def test_a_thousand_labels_take_the_room_of_a_few_and_are_reached_by_keys(table: LabelsTable) -> None:
    rows = changed_rows([label(f"label {number:03}", 0.5, 0.5 + number / 2000) for number in range(1000)])
    table.show_rows(rows[:ROWS])
    few = table.height()
    table.show_rows(rows)
    table.show()
    table.setFocus()
    QApplication.processEvents()  # a scroll bar takes some of the room
    assert table.height() == few
    assert table.horizontalScrollBar().maximum() == 0
    assert table.verticalScrollBar().maximum() > 0
    QTest.keyClick(table, Qt.Key.Key_Down)
    QTest.keyClick(table, Qt.Key.Key_End)
    assert table.currentItem().text(NAME) == "label 999"
    assert table.viewport().rect().contains(table.visualItemRect(table.currentItem()))
    QTest.keyClicks(table, "label 50")
    assert table.currentItem().text(NAME) == "label 500", "typing goes to the label that begins so"
    table.show_rows(rows[:3])
    assert table.height() < few


def test_a_label_that_is_called_anything_is_shown_literally(table: LabelsTable) -> None:
    table.show_rows(changed_rows([label("<b>bold</b>\n", 0.5, 0.5)]))
    assert texts(table)[0][NAME] == "<b>bold</b>\ufffd"
    assert "&lt;b&gt;bold" in table.topLevelItem(0).toolTip(NAME)


def test_where_there_is_little_room_what_matters_most_stays(table: LabelsTable) -> None:
    worse = changed_rows([label("hat", 0.6, 0.4), label("shoe", 0.6, 0.7, held_out=3)])
    table.show_rows(worse)
    table.resize(700, 200)
    table.show()
    columns = (IMAGES, FIRST, SECOND, CHANGE, REMARK)
    assert not any(table.isColumnHidden(column) for column in columns)
    table.resize(330, 200)
    assert [table.isColumnHidden(column) for column in columns] == [True, False, False, False, False]
    table.show_rows(worse[1:])
    assert table.isColumnHidden(REMARK), "the tool tip says it, too"
    assert "3 of them held out" in table.topLevelItem(0).toolTip(NAME)


def test_the_head_of_a_second_version_is_seen_whole_though_there_was_none_before(qtbot) -> None:
    table = LabelsTable()
    qtbot.addWidget(table)
    table.resize(800, 200)
    table.set_heads("Built-in", None)
    table.show_rows([LabelRow("hat", 24, 12, 0.5)])
    table.show()
    table.set_heads("Built-in", "By my labels")
    table.show_rows([LabelRow("hat", 24, 12, 0.5, 0.6)])
    head = table.fontMetrics().horizontalAdvance("By my labels")
    assert table.columnWidth(SECOND) > head
