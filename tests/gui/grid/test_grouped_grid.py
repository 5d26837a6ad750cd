"""The grid in groups as a person uses it: headers, keys across groups, what stays when the list changes."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QAccessible, QHelpEvent, QPaintEvent, QRegion
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from gui.grid.grid_view import HEADER_TIP, GridView
from gui.grid.row_groups import RowGroups
from tests.gui.grid.hand import CONTROL, LEFT, NONE, SHIFT, Hand

IDS = [1000 + 10 * row for row in range(500)]
SIZES = [7, 3, 12, 1, 6, 40, 431]  # five columns
STARTS = [0, 7, 10, 22, 23, 29, 69]
Key = Qt.Key


def groups_of(*sizes: int) -> RowGroups:
    starts = np.cumsum([0, *sizes[:-1]])
    return RowGroups(starts, [f"Day {number}" for number in range(len(sizes))])


@pytest.fixture
def grouped(view: GridView) -> GridView:
    view.images().set_images(IDS, groups=groups_of(*SIZES))
    return view


def ids(*rows: int) -> list[int]:
    return [IDS[row] for row in rows]


def rows_of(group: int) -> range:
    return range(STARTS[group], STARTS[group] + SIZES[group])


def header(view: GridView, group: int) -> QPoint:
    return view.header_rect(group).center()


def press_header(hand: Hand, group: int, modifiers=NONE) -> None:
    hand.qtbot.mouseClick(hand.view.viewport(), LEFT, modifiers, header(hand.view, group))


def is_seen(view: GridView, row: int) -> bool:
    """Whole, and not below a header."""
    rect = view.visualRect(view.model().index(row))
    covered = any(view.header_rect(group).intersects(rect) for group in view._groups_on_screen())
    return view.viewport().rect().contains(rect) and not covered


# -- headers --------------------------------------------------------------------------------------------------


def test_each_group_begins_in_a_line_of_its_own_below_its_header(grouped):
    for group, start in enumerate(STARTS[:4]):
        rect = grouped.visualRect(grouped.model().index(start))
        assert rect.left() == grouped.visualRect(grouped.model().index(0)).left()
        assert grouped.header_rect(group).bottom() < rect.top()


def test_a_click_on_a_header_selects_its_pictures_and_control_adds_others(grouped, hand):
    press_header(hand, 1)
    assert grouped.selected_ids() == ids(*rows_of(1))
    assert grouped.current_id() == IDS[7]
    press_header(hand, 0)
    assert grouped.selected_ids() == ids(*rows_of(0))
    press_header(hand, 2, CONTROL)
    assert grouped.selected_ids() == ids(*rows_of(0), *rows_of(2))
    assert grouped.selectionModel().selection().size() == 2
    hand.click(8)
    assert grouped.selected_ids() == ids(8)


def test_the_group_of_the_current_picture_can_be_selected_without_a_mouse(grouped, hand):
    hand.click(8)
    grouped.select_current_group()
    assert grouped.selected_ids() == ids(7, 8, 9)


def test_the_header_of_the_group_at_the_top_stays_until_the_next_one_pushes_it_out(grouped, hand):
    grouped.verticalScrollBar().setValue(grouped._grouped.top_of_group(5) + 300)
    assert grouped.header_rect(5).top() == 0
    assert grouped._tile_at(QPoint(60, 5)) is None, "it covers the tiles"
    press_header(hand, 5)
    assert grouped.selected_ids() == ids(*rows_of(5))
    grouped.verticalScrollBar().setValue(grouped._grouped.top_of_group(6) - 10)
    assert grouped.header_rect(5).bottom() + 1 == grouped.header_rect(6).top() == 10


class Painted(QObject):
    """What is painted anew of a widget."""

    def __init__(self, widget: QWidget):
        super().__init__(widget)
        self.region = QRegion()
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.region += event.region()
        return False


def test_the_header_at_the_top_is_painted_anew_where_it_stays_while_all_else_moves(grouped, qtbot):
    grouped.verticalScrollBar().setValue(grouped._grouped.top_of_group(5) + 300)
    qtbot.wait(50)
    painted = Painted(grouped.viewport())
    grouped.verticalScrollBar().setValue(grouped.verticalScrollBar().value() + 90)
    qtbot.waitUntil(lambda: not painted.region.isEmpty())
    header_rect = grouped.header_rect(5)
    assert header_rect.top() == 0
    assert QRegion(header_rect).subtracted(painted.region).isEmpty()


def test_headers_say_what_they_do_and_are_painted(grouped, hand, monkeypatch):
    said = []
    monkeypatch.setattr(QToolTip, "showText", lambda point, text, *where: said.append(text))
    hand.move(header(grouped, 1))
    assert grouped._hovered_group == 1
    event = QHelpEvent(QHelpEvent.Type.ToolTip, header(grouped, 1), QPoint(50, 50))
    QApplication.sendEvent(grouped.viewport(), event)
    assert said == [HEADER_TIP]
    hand.move(hand.point(0))
    assert grouped._hovered_group is None
    picture = grouped.viewport().grab().toImage()
    strip = grouped.header_rect(1)
    colours = {picture.pixel(x, strip.center().y()) for x in range(strip.width())}
    assert len(colours) > 3, "there are letters"


def test_pulling_from_a_header_draws_no_band_and_drags_nothing(grouped, hand):
    start = header(grouped, 1)
    hand.drag(start, start + QPoint(50, 200))
    hand.release(start + QPoint(50, 200))
    assert grouped.selected_ids() == ids(*rows_of(1))
    hand.move(hand.point(0))
    assert not grouped._band.is_pulled()


# -- keys -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "key", "end"),
    [
        (6, Key.Key_Right, 7),
        (7, Key.Key_Left, 6),
        (5, Key.Key_Down, 7),
        (6, Key.Key_Down, 8),
        (3, Key.Key_Down, 6),  # the line below has two
        (9, Key.Key_Up, 6),
        (10, Key.Key_Up, 7),
        (22, Key.Key_Down, 23),
        (0, Key.Key_Up, 0),
        (499, Key.Key_Down, 499),
        (7, Key.Key_End, 499),
        (400, Key.Key_Home, 0),
    ],
)
def test_keys_walk_over_the_borders_of_groups(grouped, hand, start, key, end):
    grouped.show_image(IDS[start])
    hand.key(key)
    assert grouped.current_id() == IDS[end]
    assert is_seen(grouped, end)


def test_up_and_down_keep_the_column_through_lines_that_lack_it(grouped, hand):
    hand.click(4)
    way = []
    for _ in range(8):
        hand.key(Key.Key_Down)
        way.append(IDS.index(grouped.current_id()))
    assert way == [6, 9, 14, 19, 21, 22, 27, 28]
    for _ in range(8):
        hand.key(Key.Key_Up)
    assert grouped.current_id() == IDS[4]
    hand.key(Key.Key_Down)
    hand.key(Key.Key_Left)
    hand.key(Key.Key_Down)
    assert grouped.current_id() == IDS[7], "who goes to another column stays in that"


def test_a_page_down_and_up_moves_about_a_screen_and_comes_back(grouped, hand):
    hand.click(0)
    top = grouped._geometry.rect(0).top()
    hand.key(Key.Key_PageDown)
    row = grouped.currentIndex().row()
    gone = grouped._geometry.rect(row).top() - top
    assert grouped.viewport().height() // 3 < gone <= grouped.viewport().height()
    assert is_seen(grouped, row)
    hand.key(Key.Key_PageUp)
    assert grouped.currentIndex().row() == 0


def test_shift_and_a_key_select_over_a_border(grouped, hand):
    hand.click(5)
    hand.key(Key.Key_Down, SHIFT)
    assert grouped.selected_ids() == ids(5, 6, 7)
    hand.key(Key.Key_Right, SHIFT)
    assert grouped.selected_ids() == ids(5, 6, 7, 8)


# -- band, place, changes -------------------------------------------------------------------------------------


def test_a_rubber_band_over_two_groups_takes_what_it_touches(grouped, hand):
    left, right = hand.point(6), hand.point(8)
    start = QPoint(grouped.visualRect(grouped.model().index(6)).right() + 4, left.y())
    hand.drag(start, QPoint(hand.point(7).x(), right.y()))
    hand.release(QPoint(hand.point(7).x(), right.y()))
    assert grouped.selected_ids() == ids(5, 6, 7, 8)


def test_whatever_is_scrolled_to_is_not_below_a_header(grouped):
    for row in (0, 499, 68, 30, 45, 7, 23, 300, 299):
        grouped.scrollTo(grouped.model().index(row))
        assert is_seen(grouped, row), row


def test_resizing_keeps_the_place_and_comes_back_to_it(grouped):
    grouped.verticalScrollBar().setValue(grouped._grouped.top_of_group(5) + 777)
    before = grouped.verticalScrollBar().value()
    top = grouped._geometry.place_at(before)[0]
    grouped.resize(500, 700)
    lines = grouped._geometry
    assert lines.line_of(top) == lines.line_of(lines.place_at(grouped.verticalOffset())[0])
    grouped.resize(960, 700)
    assert grouped.verticalScrollBar().value() == before


def test_images_that_come_into_a_group_leave_selection_and_place_alone(grouped, hand):
    hand.click(8)
    grouped.verticalScrollBar().setValue(grouped._grouped.top_of_group(6) + 400)
    top = grouped._anchor.image_id
    more = [*IDS[:9], 7, 8, 9, 11, 12, 13, *IDS[9:]]
    grouped.images().set_images(more, groups=groups_of(7, 9, *SIZES[2:]))
    assert grouped.selected_ids() == ids(8)
    assert grouped._geometry.rect(more.index(top)).top() <= grouped.verticalOffset() + grouped._geometry.pitch
    assert grouped._anchor.image_id == top
    grouped.images().set_images(more)
    assert grouped._grouped is None
    assert grouped.header_rect(0).isEmpty()
    assert grouped._anchor.image_id == top


def test_of_a_million_images_in_20_000_groups_only_those_around_the_screen_are_fetched(
    grouped, model, pictures, qtbot
):
    asked = set(pictures.asked)
    model.set_images(np.arange(1_000_000), groups=groups_of(*[50] * 20_000))
    grouped.verticalScrollBar().setValue(grouped.verticalScrollBar().maximum())
    qtbot.waitUntil(lambda: 999_999 in pictures.asked)
    assert grouped._rows_on_screen().stop == 1_000_000
    grouped.resize(700, 600)
    grouped.selectAll()
    assert len(set(pictures.asked) - asked) < 400
    assert grouped.selectionModel().selection().size() == 1


def test_a_screen_reader_hears_where_a_group_begins(grouped, model, qtbot):
    qtbot.waitUntil(lambda: model.tile(7) is not None and model.tile(8) is not None)
    assert model.index(7).data() == "picture 1070.jpg, first of Day 1"
    assert model.index(8).data() == "picture 1080.jpg"
    interface = QAccessible.queryAccessibleInterface(grouped)
    assert interface.childCount() == 500
    spot = grouped.visualRect(model.index(8))
    assert interface.child(8).rect().size() == spot.size()
