"""The timeline by itself: clicked on, drawn over, walked along by keys."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAccessible, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from engine.search.date_words import Month
from gui.library.timeline import ROOM, Timeline
from tests.gui.person import LEFT, NONE, SHIFT, Key

MONTHS = {(2023, 11): 4, (2023, 12): 1, (2024, 1): 9, (2024, 7): 2}


@pytest.fixture(autouse=True)
def tips(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What tool tips say; without a screen none can be shown."""
    shown: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda where, text, *rest: shown.append(text))
    return shown


@pytest.fixture
def timeline(qtbot: QtBot) -> Iterator[Timeline]:
    holder = QWidget()
    qtbot.addWidget(holder)
    timeline = Timeline(holder)
    timeline.setGeometry(0, 0, 78, 300)
    timeline.set_months(MONTHS, True)
    holder.resize(100, 320)
    holder.show()
    qtbot.waitExposed(holder)
    holder.activateWindow()
    timeline.setFocus()
    qtbot.waitUntil(timeline.hasFocus)
    yield timeline
    holder.close()


@pytest.fixture
def said(timeline: Timeline) -> list[object]:
    heard: list[object] = []
    timeline.month_chosen.connect(heard.append)
    timeline.months_chosen.connect(lambda first, last: heard.append((first, last)))
    timeline.range_removed.connect(lambda: heard.append("removed"))
    return heard


def point_of(timeline: Timeline, month: Month) -> QPoint:
    bars = timeline._bars
    return QPoint(50, round(bars.top_of(bars.months.index(month)) + bars.pitch / 2))


def test_a_click_chooses_a_month(timeline: Timeline, said: list[object]) -> None:
    assert timeline.months() == ((2024, 7), (2024, 1), (2023, 12), (2023, 11))
    QTest.mouseClick(timeline, LEFT, NONE, point_of(timeline, (2023, 12)))
    assert said == [(2023, 12)]
    assert timeline.month() == (2023, 12)


def test_drawing_over_several_chooses_them_whichever_way(timeline: Timeline, said: list[object]) -> None:
    for begin, end in (((2024, 7), (2023, 12)), ((2023, 12), (2024, 7))):
        QTest.mousePress(timeline, LEFT, NONE, point_of(timeline, begin))
        QTest.mouseMove(timeline, point_of(timeline, end))
        QTest.mouseRelease(timeline, LEFT, NONE, point_of(timeline, end))
    assert said == [((2023, 12), (2024, 7))] * 2


def test_a_tool_tip_says_the_month_and_while_drawing_all_of_them(timeline: Timeline, tips: list[str]) -> None:
    point = point_of(timeline, (2024, 1))
    QApplication.sendEvent(timeline, QHelpEvent(QEvent.Type.ToolTip, point, timeline.mapToGlobal(point)))
    assert tips == ["<span>January 2024, 9 pictures</span>"]
    QTest.mousePress(timeline, LEFT, NONE, point)
    QTest.mouseMove(timeline, point_of(timeline, (2023, 11)))
    assert tips[-1] == "<span>November 2023 to January 2024, 14 pictures</span>"


def test_a_trembling_hand_still_clicks_on_one_of_very_many(timeline: Timeline, said: list[object]) -> None:
    timeline.set_months({(1900 + at // 12, at % 12 + 1): 1 for at in range(1200)}, False)
    QTest.mousePress(timeline, LEFT, NONE, QPoint(50, 100))
    QTest.mouseMove(timeline, QPoint(50, 102))
    QTest.mouseRelease(timeline, LEFT, NONE, QPoint(50, 102))
    assert len(said) == 1
    assert said[0] in timeline.months()


def test_what_comes_while_a_range_is_drawn_waits(timeline: Timeline, said: list[object]) -> None:
    QTest.mousePress(timeline, LEFT, NONE, point_of(timeline, (2024, 7)))
    QTest.mouseMove(timeline, point_of(timeline, (2024, 1)))
    timeline.set_months({(2030, 1): 5, **MONTHS}, True)
    assert timeline.months()[0] == (2024, 7)
    QTest.mouseRelease(timeline, LEFT, NONE, point_of(timeline, (2024, 1)))
    assert said == [((2024, 1), (2024, 7))]
    assert timeline.months()[0] == (2030, 1)


def test_keys_walk_choose_and_extend(timeline: Timeline, said: list[object]) -> None:
    QTest.keyClick(timeline, Key.Key_Down)
    QTest.keyClick(timeline, Key.Key_Return)
    QTest.keyClick(timeline, Key.Key_Down, SHIFT)
    QTest.keyClick(timeline, Key.Key_Down, SHIFT)
    QTest.keyClick(timeline, Key.Key_Enter)
    QTest.keyClick(timeline, Key.Key_Home)
    QTest.keyClick(timeline, Key.Key_Space)
    QTest.keyClick(timeline, Key.Key_End)
    assert said == [(2024, 1), ((2023, 11), (2024, 1)), (2024, 7)]
    assert timeline.month() == (2023, 11)


def test_escape_lets_go_of_what_is_extended_then_takes_the_range_away(
    timeline: Timeline, said: list[object]
) -> None:
    timeline.set_range(((2024, 1), (2024, 7)))
    QTest.keyClick(timeline, Key.Key_Down, SHIFT)
    QTest.keyClick(timeline, Key.Key_Escape)
    assert said == []
    QTest.keyClick(timeline, Key.Key_Escape)
    assert said == ["removed"]
    timeline.set_range(None)
    QTest.keyClick(timeline, Key.Key_Escape)
    assert said == ["removed"], "it is somebody else's key then"


def test_the_cross_takes_the_range_away(timeline: Timeline, said: list[object]) -> None:
    assert not timeline.cross.isVisible()
    for ends in (((2023, 11), (2023, 12)), ((1999, 1), (1999, 2)), (None, (2024, 1))):
        timeline.set_range(ends)
        assert timeline.cross.isVisible()
        assert timeline.rect().contains(timeline.cross.geometry())
    QTest.mouseClick(timeline.cross, LEFT)
    assert said == ["removed"]


def test_it_is_read_out(timeline: Timeline) -> None:
    interface = QAccessible.queryAccessibleInterface(timeline)
    assert interface.text(QAccessible.Text.Name) == "Timeline"
    assert interface.text(QAccessible.Text.Description).startswith("July 2024, 2 pictures.")
    QTest.keyClick(timeline, Key.Key_Down)
    assert interface.text(QAccessible.Text.Description).startswith("January 2024, 9 pictures.")
    assert interface.valueInterface().currentValue() == 1
    QTest.keyClick(timeline, Key.Key_Down, SHIFT)
    assert interface.text(QAccessible.Text.Description).startswith("December 2023 to January 2024, 10 pictures.")


def test_the_keys_stay_at_their_month_when_others_come(timeline: Timeline) -> None:
    QTest.keyClick(timeline, Key.Key_Down)
    timeline.set_months({(2030, 1): 5, (2025, 3): 1, **MONTHS}, True)
    assert timeline.month() == (2024, 1)
    timeline.set_months({(2030, 1): 5, (2023, 12): 1}, False)
    assert timeline.month() == (2023, 12)


def test_it_goes_where_there_is_nothing_to_show_or_no_room(timeline: Timeline) -> None:
    assert timeline.isVisible()
    timeline.set_room(ROOM - 1)
    assert not timeline.isVisible()
    timeline.set_room(ROOM)
    assert timeline.isVisible()
    timeline.set_covered(True)
    assert not timeline.isVisible()
    timeline.set_covered(False)
    timeline.turn(False)
    assert not timeline.isVisible()
    timeline.turn(True)
    assert timeline.isVisible()
    timeline.set_months({}, True)
    assert not timeline.isVisible()


def test_it_takes_its_room_before_months_come_and_gives_it_back_if_none_do(timeline: Timeline) -> None:
    timeline.set_months({}, True)
    timeline.expect_months()
    assert timeline.isVisible()
    timeline.grab()
    timeline.set_months({}, True)
    assert not timeline.isVisible()


@pytest.mark.parametrize("count", [1, 400, 6000])
def test_it_is_painted_with_any_number_of_months(timeline: Timeline, count: int) -> None:
    timeline.set_months({(1826 + at // 12, at % 12 + 1): at + 1 for at in range(count)}, False)
    timeline.set_range(((1826, 1), (1826, 1)))
    picture = timeline.grab().toImage()
    colours = {picture.pixelColor(x, y).name() for x in range(0, 78, 3) for y in range(0, 300, 2)}
    assert len(colours) > 2
    assert timeline.cursor().shape() == Qt.CursorShape.ArrowCursor
